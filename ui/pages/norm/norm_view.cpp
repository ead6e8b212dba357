// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/norm/norm_view.h"

#include "scene/block_text.h"
#include "scene/error_text.h"
#include "scene/fonts.h"
#include "scene/number_format.h"
#include "scene/stage_text.h"
#include "scene/statements.h"
#include "scene/value_range.h"
#include "scene/word_notes.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double widestWord = 120;

/// The tensor of one block for one sequence, [rows, columns].
Tensor matrixOf(const Trace& block, TensorName name, Index sequence) {
    const auto panels = panelsOf(block, name, sequence);
    return panels.empty() ? Tensor() : panels.front().matrix;
}

/// What was taken first of the rows or columns.
const TraceStep* firstMean(const Trace& block) {
    const TraceStep* const mean = block.find(TensorName::Mean);
    return mean ? mean : block.find(TensorName::MeanSquare);
}

/// What the norm is taken of.
TensorName inputOf(const Trace& block) {
    const TraceStep* mean = firstMean(block);
    return mean && !mean->operands.empty() ? block[mean->operands[0]].name : TensorName::QueryInput;
}

/// Whether each token is normed by itself, over its features: it has a mean of its own.
bool isLayerNorm(const Trace& block) {
    const TraceStep* mean = firstMean(block);
    const TraceStep* normalised = block.find(TensorName::Normalised);
    if (!mean || !normalised)
        return false;
    const Tensor& means = mean->result;
    const Tensor& values = normalised->result;
    return means.size(2) == 1 && means.size(0) == values.size(0) && means.size(1) == values.size(1);
}

} // namespace

NormView::NormView(QWidget* parent)
    : QWidget(parent)
    , m_compare(new QPushButton(this))
    , m_editor(new QLineEdit(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_compare->setFont(textFont(13));
    m_compare->hide();
    m_editor->hide();
    m_editor->setAlignment(Qt::AlignCenter);
    connect(m_compare, &QPushButton::clicked, this, &NormView::comparisonAsked);
    connect(m_editor, &QLineEdit::editingFinished, this, &NormView::commit);
    retranslate();
}

void NormView::retranslate() {
    setAccessibleName(tr("Norm: what mean and variance are taken of"));
    m_editor->setAccessibleName(tr("A number of γ or β"));
    rebuild();
}

QStringList NormView::subtitles() const {
    const TensorStatement said = statementOf(m_scene, m_shown);
    const bool made = m_shown == TensorName::Normalised || m_shown == TensorName::NormOutput;
    const QString words = made ? said.formula : said.title;
    if (said.block.isEmpty())
        return {words};
    return {said.block + QStringLiteral(": ") + words, words, said.block};
}

QString NormView::sideTitle(const Side& side) const {
    return side.root ? tr("RMS norm") : side.layer ? tr("Layer norm") : tr("Batch norm");
}

void NormView::setScene(const Scene& scene) {
    const bool same =
        scene.trace == m_scene.trace && scene.blocks == m_scene.blocks &&
        scene.run == m_scene.run && scene.selection.stage == m_scene.selection.stage &&
        scene.selection.sequence == m_scene.selection.sequence && scene.display == m_scene.display;
    const bool sameCell = scene.selection.asked() == m_scene.selection.asked();
    m_scene = scene;
    if (!same)
        rebuild();
    if (!sameCell || !same) {
        const auto asked = askedTarget();
        sayOf(*this, asked ? describe(*asked) : QString());
    }
    update();
}

void NormView::rebuild() {
    m_sides.clear();
    m_hover.reset();
    m_edited.reset();
    m_editor->hide();
    if (m_scene.isEmpty() || !m_scene.blocks || m_scene.kind() != ScopeKind::Norm) {
        m_compare->hide();
        return;
    }
    QToolTip::hideText();
    const Scope here = blockScope(m_scene.selection.scope).compared(Scope::Beside::None);
    const Index sequence = m_scene.selection.sequence;
    double largest = 0;
    for (const TraceScope& scope : m_scene.blocks->scopes) {
        const Scope place = blockScope(scope.path);
        if (scope.kind != ScopeKind::Norm || place.compared(Scope::Beside::None) != here)
            continue;
        const Trace block = slice(*m_scene.blocks->whole, scope.path).trace;
        m_shown = m_scene.selection.stage == Stage::Normalised   ? TensorName::Normalised
                  : m_scene.selection.stage == Stage::NormOutput ? TensorName::NormOutput
                                                                 : inputOf(block);
        Side side;
        side.scope = scope.path;
        side.layer = isLayerNorm(block);
        side.values = matrixOf(block, m_shown, sequence);
        side.root = block.find(TensorName::MeanSquare) != nullptr;
        side.mean =
            matrixOf(block, side.root ? TensorName::MeanSquare : TensorName::Mean, sequence);
        side.variance = matrixOf(block, TensorName::Variance, sequence);
        if (const TraceStep* gain = block.find(TensorName::NormGain))
            side.gain = gain->result;
        if (const TraceStep* shift = block.find(TensorName::NormShift))
            side.shift = shift->result;
        if (side.values.isEmpty() || side.mean.isEmpty() || side.gain.isEmpty())
            continue;
        for (Index row = 0; row < side.values.size(0); ++row) {
            for (Index column = 0; column < side.values.size(1); ++column) {
                const double value = std::fabs(side.values(row, column));
                if (std::isfinite(value))
                    largest = std::max(largest, value);
            }
        }
        m_sides.push_back(std::move(side));
    }
    // The layer norm stands left, whichever of the two the model uses.
    std::ranges::stable_sort(m_sides, std::ranges::greater{}, &Side::layer);
    m_range = largest > 0 ? ValueRange{-largest, largest} : ValueRange{-1, 1};
    m_rowLabels = m_sides.empty()
                      ? QStringList()
                      : labelsWithNotes(*m_scene.run, m_scene.selection.scope, Axis::Sequence,
                                      m_sides.front().values.size(0), sequence);
    // Beside two none is offered.
    const bool isLayer = !m_sides.empty() && m_sides.front().layer && !m_sides.front().root;
    m_compare->setText(isLayer ? tr("Show batch norm beside it") : tr("Show layer norm beside it"));
    relayout();
}

void NormView::relayout() {
    NormGeometryInput in;
    in.textScale = m_scene.display.textScale;
    in.area = QRectF(rect()).adjusted(24, 12, -24, -12);
    const QFontMetricsF metrics(textFont(13 * in.textScale, QFont::DemiBold));
    in.labelWidth = 28 * in.textScale;
    for (const QString& label : m_rowLabels)
        in.labelWidth = std::max(in.labelWidth, metrics.horizontalAdvance(label) + 8);
    in.labelWidth = std::min(in.labelWidth, widestWord);
    for (const Side& side : m_sides)
        in.sides.push_back(side.layer);
    if (!m_sides.empty()) {
        in.rows = m_sides.front().values.size(0);
        in.columns = m_sides.front().values.size(1);
    }
    m_compare->setFont(textFont(13 * in.textScale));
    m_compare->adjustSize();
    in.offerWidth = isEditable() ? m_compare->width() : 0;
    m_geometry = layoutNorm(in);
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
        if (m_sides[i].variance.isEmpty())
            m_geometry.sides[i].variance = {};
        if (m_sides[i].shift.isEmpty())
            m_geometry.sides[i].shift = {};
    }
    m_compare->setVisible(m_sides.size() == 1 && isEditable());
    if (m_sides.size() == 1)
        m_compare->move(m_geometry.offer.topLeft().toPoint());
    Q_EMIT laidOut();
}

bool NormView::isEditable() const {
    return m_scene.run && !m_scene.isReadOnly() && !m_scene.run->origin().model;
}

bool NormView::valuesFit() const {
    return !m_geometry.sides.empty() &&
           typeFor(m_geometry.sides.front().matrix, m_scene.display.textScale).has_value();
}

const CellGrid& NormView::gridOf(const Target& target) const {
    const NormSide& side = m_geometry.sides[target.side];
    switch (target.name) {
    case TensorName::Mean:
    case TensorName::MeanSquare: return side.mean;
    case TensorName::Variance: return side.variance;
    case TensorName::NormGain: return side.gain;
    case TensorName::NormShift: return side.shift;
    default: return side.matrix;
    }
}

float NormView::valueOf(const Target& target) const {
    const Side& side = m_sides[target.side];
    switch (target.name) {
    case TensorName::Mean:
    case TensorName::MeanSquare: return side.mean(target.row, target.column);
    case TensorName::Variance: return side.variance(target.row, target.column);
    case TensorName::NormGain: return side.gain(target.column);
    case TensorName::NormShift: return side.shift(target.column);
    default: return side.values(target.row, target.column);
    }
}

std::array<TensorName, 5> NormView::tensorsOf(std::size_t side) const {
    const TensorName mean = m_sides[side].root ? TensorName::MeanSquare : TensorName::Mean;
    return {m_shown, mean, TensorName::Variance, TensorName::NormGain, TensorName::NormShift};
}

std::vector<CellTable> NormView::cellTables() {
    std::vector<CellTable> tables;
    const std::optional<Target> asked = askedTarget();
    for (std::size_t side = 0; side < m_geometry.sides.size(); ++side) {
        for (const TensorName name : tensorsOf(side)) {
            const Target first{side, name, 0, 0};
            const CellGrid& grid = gridOf(first);
            if (grid.rows == 0 || grid.columns == 0)
                continue;
            CellTable table;
            table.title = sideTitle(m_sides[side]) + QStringLiteral(": ") + tensorTitle(name);
            table.rows = grid.rows;
            table.columns = grid.columns;
            table.rowName = [this](Index row) { return m_rowLabels.value(row); };
            table.columnName = [](Index column) { return QString::number(column + 1); };
            const auto at = [first](const CellPlace& place) {
                return Target{first.side, first.name, place.row, place.column};
            };
            table.words = [this, at](const CellPlace& place) { return describe(at(place)); };
            table.rect = [this, at](const CellPlace& place) {
                return gridOf(at(place)).cell(place.row, place.column);
            };
            table.choose = [this, at](const CellPlace& place) { choose(at(place)); };
            if (asked && asked->side == side && asked->name == name)
                table.asked = CellPlace{asked->row, asked->column};
            tables.push_back(table);
        }
    }
    return tables;
}

std::optional<NormView::Target> NormView::targetAt(QPointF position) const {
    for (std::size_t side = 0; side < m_geometry.sides.size(); ++side) {
        for (const TensorName name : tensorsOf(side)) {
            const Target target{side, name, 0, 0};
            if (const auto cell = gridOf(target).cellAt(position))
                return Target{side, name, cell->row, cell->column};
        }
    }
    return std::nullopt;
}

Stage NormView::stageOfTarget(const Target& target) const {
    switch (target.name) {
    case TensorName::Mean: return Stage::Mean;
    case TensorName::MeanSquare: return Stage::MeanSquare;
    case TensorName::Variance: return Stage::Variance;
    case TensorName::NormGain:
    case TensorName::NormShift: return Stage::NormOutput;
    default: return m_scene.selection.stage;
    }
}

std::optional<std::pair<Stage, PanelCell>> NormView::questionOf(const Target& target) const {
    const Stage stage = stageOfTarget(target);
    const bool reduced =
        stage == Stage::Mean || stage == Stage::Variance || stage == Stage::MeanSquare;
    PanelCell cell{0, target.row, target.column};
    if (reduced) {
        // Of the matrix, too: at this stage its cells ask for the mean that they are part of.
        (m_sides[target.side].layer ? cell.column : cell.row) = 0;
    }
    return std::pair(stage, cell);
}

std::optional<NormView::Target> NormView::askedTarget() const {
    const auto asked = m_scene.selection.asked();
    if (!asked)
        return std::nullopt;
    for (std::size_t side = 0; side < m_sides.size(); ++side) {
        if (m_sides[side].scope != m_scene.selection.scope)
            continue;
        const Stage stage = m_scene.selection.stage;
        Target target{side, m_shown, asked->row, asked->column};
        if (stage == Stage::Mean)
            target.name = TensorName::Mean;
        else if (stage == Stage::MeanSquare)
            target.name = TensorName::MeanSquare;
        else if (stage == Stage::Variance)
            target.name = TensorName::Variance;
        else if (stage == Stage::NormOutput && m_scene.selection.tensor == 1)
            target.name = TensorName::NormGain;
        else if (stage == Stage::NormOutput && m_scene.selection.tensor == 2)
            target.name = TensorName::NormShift;
        const CellGrid& grid = gridOf(target);
        if (target.row < grid.rows && target.column < grid.columns)
            return target;
    }
    return std::nullopt;
}

QString NormView::describe(const Target& target) const {
    const Side& side = m_sides[target.side];
    const QString value = fullText(valueOf(target));
    const QString token = m_rowLabels.value(target.row);
    const QString feature = QString::number(target.column + 1);
    switch (target.name) {
    case TensorName::NormGain: return tr("γ of feature %1: %2").arg(feature, value);
    case TensorName::NormShift: return tr("β of feature %1: %2").arg(feature, value);
    case TensorName::Mean:
        return side.layer ? tr("mean of token %1 over its features: %2").arg(token, value)
                          : tr("mean of feature %1 over all tokens: %2").arg(feature, value);
    case TensorName::MeanSquare: return tr("mean of the squares of token %1: %2").arg(token, value);
    case TensorName::Variance:
        return side.layer ? tr("variance of token %1 over its features: %2").arg(token, value)
                          : tr("variance of feature %1 over all tokens: %2").arg(feature, value);
    default: return tr("%1, token %2, feature %3: %4").arg(sideTitle(side), token, feature, value);
    }
}

void NormView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<Target> target = targetAt(event->position());
    setCursor(target ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (std::exchange(m_hover, target) == target)
        return;
    update();
    if (!target || m_sides[target->side].scope != m_scene.selection.scope)
        return;
    const auto question = questionOf(*target);
    const bool parameter =
        target->name == TensorName::NormGain || target->name == TensorName::NormShift;
    if (question && question->first == m_scene.selection.stage && !parameter &&
        m_scene.selection.tensor == 0)
        Q_EMIT hovered(question->second);
}

void NormView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    if (const std::optional<Target> target = targetAt(event->position()))
        choose(*target);
}

void NormView::choose(const Target& target) {
    const auto question = questionOf(target);
    if (!question)
        return;
    const std::string& scope = m_sides[target.side].scope;
    const std::size_t tensor = target.name == TensorName::NormGain    ? 1
                               : target.name == TensorName::NormShift ? 2
                                                                      : 0;
    const Selection& now = m_scene.selection;
    if (now.locked == question->second && now.scope == scope && now.stage == question->first &&
        now.tensor == tensor)
        Q_EMIT released();
    else
        Q_EMIT cellAsked(scope, question->first, tensor, question->second);
}

void NormView::mouseDoubleClickEvent(QMouseEvent* event) {
    const std::optional<Target> target = targetAt(event->position());
    if (event->button() == Qt::LeftButton && target)
        edit(*target);
}

void NormView::edit(const Target& target) {
    const bool parameter =
        target.name == TensorName::NormGain || target.name == TensorName::NormShift;
    if (!parameter || !isEditable())
        return;
    m_edited = target;
    const QRectF cell = gridOf(target).cell(target.row, target.column);
    QRectF room = cell;
    room.setWidth(std::max(cell.width(), 64.0));
    room.moveCenter(cell.center());
    m_editor->setFont(numberFont(13 * m_scene.display.textScale));
    m_editor->setText(fullText(valueOf(target)));
    m_editor->setGeometry(room.adjusted(-2, -3, 2, 3).toRect());
    m_editor->selectAll();
    m_editor->show();
    m_editor->setFocus();
}

void NormView::commit() {
    if (!m_edited)
        return;
    const Target target = *std::exchange(m_edited, std::nullopt);
    m_editor->hide();
    setFocus();
    // γ and β are those of the chosen norm; the one beside it borrows them.
    const std::string scope =
        blockScope(m_sides[target.side].scope).compared(Scope::Beside::None).path();
    if (m_editor->text() != fullText(valueOf(target)))
        Q_EMIT parameterTyped(scope, target.name, target.column, m_editor->text());
}

void NormView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (std::exchange(m_hover, std::nullopt))
        update();
}

void NormView::keyPressEvent(QKeyEvent* event) {
    if (m_sides.empty() || (event->modifiers() & ~Qt::KeypadModifier))
        return QWidget::keyPressEvent(event);
    const Selection& selection = m_scene.selection;
    PanelCell cell = selection.asked().value_or(PanelCell{0, 0, 0});
    const std::optional<Target> asked = askedTarget();
    switch (event->key()) {
    case Qt::Key_Left: --cell.column; break;
    case Qt::Key_Right: ++cell.column; break;
    case Qt::Key_Up: --cell.row; break;
    case Qt::Key_Down: ++cell.row; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (asked)
            Q_EMIT cellAsked(selection.scope, selection.stage, selection.tensor, cell);
        return;
    case Qt::Key_F2:
        if (asked)
            edit(asked->name == TensorName::NormShift
                     ? *asked
                     : Target{asked->side, TensorName::NormGain, 0, asked->column});
        return;
    default: return QWidget::keyPressEvent(event);
    }
    if (!asked)
        return Q_EMIT hovered(PanelCell{0, 0, 0});
    const CellGrid& grid = gridOf(*asked);
    cell.row = std::clamp<Index>(cell.row, 0, grid.rows - 1);
    cell.column = std::clamp<Index>(cell.column, 0, grid.columns - 1);
    if (selection.locked)
        Q_EMIT cellAsked(selection.scope, selection.stage, selection.tensor, cell);
    else
        Q_EMIT hovered(cell);
}

bool NormView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto target = targetAt(help->pos());
        if (!target) {
            QToolTip::hideText();
            return true;
        }
        QString text = describe(*target);
        if (target->name == TensorName::NormGain || target->name == TensorName::NormShift)
            text += u'\n' + tr("Double-click to type another number.");
        QToolTip::showText(help->globalPos(), unmistaken(text), this);
        return true;
    }
    return QWidget::event(event);
}

void NormView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void NormView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

} // namespace headscope
