// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/tensors/tensor_panel.h"

#include "editors/tensors/axis_shape_label.h"
#include "editors/tensors/math_combo_box.h"
#include "editors/tensors/tensor_table_view.h"
#include "experiment/edits/edit.h"
#include "experiment/experiment_run.h"
#include "forms/controls.h"
#include "forms/number_input.h"
#include "scene/panels/matrix_panel.h"
#include "type/fonts.h"
#include "words/error_text.h"
#include "words/numbers/formula.h"
#include "words/stage_text.h"
#include "words/statements.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace headscope {

namespace {

constexpr std::size_t widestRankInRow = 3; ///< longer shapes get a row of their own

} // namespace

TensorPanel::TensorPanel(Edits& edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits) {
    buildLayout();
    connect(m_chooser, &QComboBox::activated, this, [this] {
        m_name = chosen<TensorName>(m_chooser);
        clearError();
        showTensor();
    });
    connect(m_heads, &QComboBox::activated, this, [this](int head) {
        m_head = head;
        showTensor();
    });
    connect(m_table, &TensorTableView::toggleAsked, this, &TensorPanel::toggle);
    connect(m_table, &TensorTableView::clearAsked, this, &TensorPanel::clearSelected);
    connect(m_table, &TensorTableView::pasteAsked, this, &TensorPanel::paste);
    connect(m_table, &TensorTableView::refused, this, &TensorPanel::reject);
    connect(m_table, &TensorTableView::typingRefused, this, [this] {
        reject(m_table, tr("%1 is computed and cannot be changed; type into an input or a weight")
                            .arg(capitalised(titleOf(m_name))));
    });
    // Esc gives up what was refused, and what was said of it.
    connect(m_table->itemDelegate(), &QAbstractItemDelegate::closeEditor, this,
            [this](QWidget*, QAbstractItemDelegate::EndEditHint hint) {
                if (hint != QAbstractItemDelegate::RevertModelCache || m_error->isHidden())
                    return;
                clearError();
                Q_EMIT rejected(m_table, QString());
            });
    connect(m_table, &TensorTableView::cellChosen, this, [this](const QModelIndex& index) {
        Q_EMIT cellActivated(m_name, m_model.cellAt(index));
    });
    connect(&m_model, &TensorTableModel::typed, this, &TensorPanel::takeTyped);
    retranslate();
}

TensorPanel::~TensorPanel() {
    // The table asks its model until the end, and an open editor asks the panel.
    m_table->disconnect(this);
    delete m_table;
}

QWidget* TensorPanel::table() const {
    return m_table;
}

void TensorPanel::buildLayout() {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(panelPadding, panelPadding, panelPadding, panelPadding);
    rows->setSpacing(8);
    m_title = new QLabel(this);
    m_title->setFont(textFont(12, QFont::DemiBold));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(m_title);

    m_chooser = new MathComboBox(this);
    m_chooser->setFont(textFont(13));
    m_chooser->setMaxVisibleItems(24);
    m_chooser->setMinimumWidth(80);
    m_chooser->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_chooser->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_shape = new AxisShapeLabel(this);
    m_firstRow = new QHBoxLayout;
    m_firstRow->setSpacing(8);
    m_firstRow->addWidget(m_chooser, 1);
    m_firstRow->addWidget(m_shape);
    rows->addLayout(m_firstRow);

    m_heads = new QComboBox(this);
    m_heads->setFont(textFont(13));
    m_secondRow = new QHBoxLayout;
    m_secondRow->setSpacing(8);
    m_secondRow->addWidget(m_heads);
    m_secondRow->addStretch(1);
    rows->addLayout(m_secondRow);

    m_table = new TensorTableView(m_model, this);
    rows->addWidget(m_table, 1);
    m_error = noteLabel(this, QPalette::BrightText);
    rows->addWidget(m_error);
    m_error->hide();
    m_hint = noteLabel(this, QPalette::PlaceholderText);
    rows->addWidget(m_hint);
}

void TensorPanel::retranslate() {
    m_title->setText(tr("TENSORS"));
    m_chooser->setAccessibleName(tr("Tensor"));
    m_chooser->setToolTip(tr("Every tensor of the computation, from the inputs to the output"));
    m_heads->setAccessibleName(tr("Head"));
    m_heads->setToolTip(tr("Which head the table shows"));
    m_table->setAccessibleName(tr("Values of the tensor"));
    fillChooser();
    showTensor();
}

std::vector<TensorName> TensorPanel::available() const {
    std::vector<TensorName> names;
    for (const TensorInfo& info : tensorNames()) {
        if (tensorOf(info.tensor))
            names.push_back(info.tensor);
    }
    return names;
}

TensorPanel::Place TensorPanel::placeOf(TensorName name) const {
    const auto index = m_scene.trace ? m_scene.trace->indexOf(name) : std::nullopt;
    if (!index || !m_scene.blocks || *index >= m_scene.blocks->origins.size())
        return {m_scene.selection.scope, name};
    // What a block calls its input may be the key input of the model, or its γ another's.
    const TraceStep& origin = (*m_scene.blocks->whole)[m_scene.blocks->origins[*index]];
    return {origin.scope, origin.name};
}

const Tensor* TensorPanel::ownTensor(TensorName name) const {
    if (!m_shown || m_scene.ofPage)
        return nullptr;
    const Place place = placeOf(name);
    return editableTensor(*m_shown, place.scope, place.name);
}

const Tensor* TensorPanel::tensorOf(TensorName name) const {
    if (const Tensor* own = ownTensor(name))
        return own;
    const auto index = m_scene.trace ? m_scene.trace->indexOf(name) : std::nullopt;
    if (!index)
        return nullptr;
    const TraceStep& step = m_scene.blocks && *index < m_scene.blocks->origins.size()
                                ? (*m_scene.blocks->whole)[m_scene.blocks->origins[*index]]
                                : (*m_scene.trace)[*index];
    // The trace may still be that of another experiment, whose inputs are gone.
    const bool given = step.operation == Operation::Input || step.operation == Operation::Parameter;
    return given && !m_scene.ofPage ? nullptr : &(*m_scene.trace)[*index].result;
}

bool TensorPanel::isEditable(TensorName name) const {
    return ownTensor(name) != nullptr;
}

QString TensorPanel::titleOf(TensorName name) const {
    return m_scene.isEmpty() ? tensorTitle(name) : statementOf(m_scene, name).title;
}

QString TensorPanel::entryText(TensorName name) const {
    const QString symbol = tensorSymbol(name);
    const QString title = titleOf(name);
    return symbol.isEmpty() ? title : QStringLiteral("%1  %2").arg(symbol, title);
}

void TensorPanel::fillChooser() {
    const std::vector<TensorName> names = available();
    std::vector<TensorName> shown;
    for (int i = 0; i < m_chooser->count(); ++i) {
        if (m_chooser->itemData(i).isValid())
            shown.push_back(static_cast<TensorName>(m_chooser->itemData(i).toInt()));
    }
    if (names == shown && m_chooser->count() > 0 && m_chooser->itemText(0) == entryText(shown[0]))
        return;
    const QSignalBlocker quiet(m_chooser);
    m_chooser->clear();
    bool wasEditable = true;
    for (const TensorName name : names) {
        const bool parameter = infoOf(name).role || isInput(name) || isEditable(name);
        if (!parameter && wasEditable)
            m_chooser->insertSeparator(m_chooser->count());
        wasEditable = parameter;
        m_chooser->addItem(entryText(name), static_cast<int>(name));
    }
    if (!names.empty() && std::find(names.begin(), names.end(), m_name) == names.end())
        m_name = names.front();
    choose(m_chooser, m_name);
}

void TensorPanel::showExperiment() {
    const auto now = m_edits.now();
    if (now == m_shown)
        return;
    m_shown = now;
    clearError();
    fillChooser();
    showTensor();
}

void TensorPanel::setScene(const Scene& scene) {
    const bool sameTrace = scene.trace == m_scene.trace && scene.blocks == m_scene.blocks;
    const bool sameSequence = scene.selection.sequence == m_scene.selection.sequence;
    m_scene = scene;
    const int panel = scene.selection.panel;
    const bool samePanel = panel == m_scenePanel;
    m_scenePanel = panel;
    if (!samePanel && m_shown && panel < m_shown->config.heads)
        m_head = panel;
    if (!sameTrace)
        fillChooser();
    if (!sameTrace || !sameSequence || !samePanel)
        showTensor();
    showMark();
}

void TensorPanel::showTensor() {
    const Tensor* tensor = tensorOf(m_name);
    if (!tensor || tensor->isEmpty() || tensor->rank() > 4)
        return;
    TensorSlice slice;
    slice.name = m_name;
    slice.tensor = *tensor;
    slice.sequence = m_scene.selection.sequence;
    slice.editable = isEditable(m_name);
    showHeads(*tensor);
    slice.head = m_head;
    // Labels come from the same rules as those of the views.
    MatrixPanel panel;
    panel.name = m_name;
    panel.matrix = *tensor;
    for (const Axis axis : {Axis::Heads, Axis::Batch}) {
        if (panel.matrix.has(axis))
            panel.matrix = panel.matrix.selected(panel.matrix.axisOf(axis), 0);
    }
    if (panel.matrix.rank() == 1)
        panel.matrix = panel.matrix.reshaped({1, panel.matrix.size(0)},
                                             {Axis::Feature, panel.matrix.axes()[0]});
    if (m_scene.run) {
        // What is edited goes by the words as they stand, what was computed by those of its run.
        const RunLabels labels =
            slice.editable && m_shown ? labelsOf(*m_shown) : m_scene.run->labels();
        const AxisTokens tokens = m_scene.run->tokens(m_scene.selection.scope, labels);
        slice.rowLabels = rowLabels(tokens, panel, slice.sequence);
        slice.columnLabels = columnLabels(tokens, panel, slice.sequence);
    }
    m_model.setSlice(slice);
    m_shape->setShape(tensor->shape(), tensor->axes());
    m_table->fitColumns();
    m_table->updateGeometry();
    showMark();
    showHint();
}

void TensorPanel::showHeads(const Tensor& tensor) {
    const int heads =
        tensor.has(Axis::Heads) ? static_cast<int>(tensor.size(tensor.axisOf(Axis::Heads))) : 0;
    m_head = std::clamp<Index>(m_head, 0, std::max(heads - 1, 0));
    const QSignalBlocker quiet(m_heads);
    m_heads->clear();
    for (int head = 1; head <= heads; ++head)
        m_heads->addItem(tr("head %1").arg(head));
    m_heads->setCurrentIndex(static_cast<int>(m_head));
    m_heads->setVisible(heads > 1);
    const QString longest = m_heads->itemText(heads - 1); // the arrow and margins take 44
    m_heads->setFixedWidth(m_heads->fontMetrics().horizontalAdvance(longest) + 44);
    const bool beside = tensor.rank() <= widestRankInRow;
    QBoxLayout* row = beside ? m_firstRow : m_secondRow;
    if (row->indexOf(m_shape) < 0)
        row->addWidget(m_shape);
}

void TensorPanel::showMark() {
    std::optional<Index> row;
    std::optional<Index> column;
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    if (asked && m_scene.trace) {
        const auto tensors = tensorsOf(m_scene.selection.stage, *m_scene.trace);
        const bool shown = m_scene.selection.tensor < tensors.size() &&
                           tensors[m_scene.selection.tensor] == m_name;
        if (shown) {
            row = asked->row;
            column = asked->column;
        } else if (isQueryKeyStage(m_scene.selection.stage) && m_name == TensorName::QueryInput) {
            row = asked->row; // the token that looks
        }
    }
    m_model.setMarked(row, column);
}

void TensorPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

QString TensorPanel::mergeKey(const Cell& cell) const {
    const Place place = placeOf(m_name);
    const std::string_view text = snakeCase(place.name);
    QString key = QStringLiteral("cell/") + QString::fromStdString(place.scope) + u'/' +
                  QString::fromLatin1(text);
    for (const Index index : cell)
        key += u'/' + QString::number(index);
    return key;
}

void TensorPanel::takeTyped(const QModelIndex& index, float value) {
    const Cell cell = m_model.cellAt(index);
    const auto change = [place = placeOf(m_name), cell, value](const Experiment& e) {
        return withCell(e, place.scope, place.name, cell, value);
    };
    offer(tr("change a number of %1").arg(titleOf(m_name)), change, mergeKey(cell));
}

void TensorPanel::toggle(const QModelIndex& index) {
    if (!m_model.slice().editable) {
        reject(m_table, tr("this mask is computed; choose the mask “painted” in Setup to edit it"));
        return;
    }
    const bool on = m_model.valueAt(index) == 0.0F;
    const bool ofOneHead = m_model.slice().tensor.rank() == 4;
    // A mask that all sequences share becomes one for each with the first edit.
    if (ofOneHead)
        offer(tr("paint the mask"),
              [scope = placeOf(m_name).scope, name = m_name, cell = m_model.cellAt(index),
               on](const Experiment& e) { return withCell(e, scope, name, cell, on ? 1 : 0); });
    else
        offer(tr("paint the mask"),
              [sequence = m_model.slice().sequence, row = index.row(), column = index.column(),
               on](const Experiment& e) { return withPair(e, sequence, row, column, on); });
}

void TensorPanel::clearSelected() {
    std::vector<CellValue> values;
    for (const QModelIndex& index : m_table->selectionModel()->selectedIndexes())
        values.push_back({m_model.cellAt(index), 0});
    offer(tr("set to 0"), [place = placeOf(m_name), values](const Experiment& e) {
        return withCells(e, place.scope, place.name, values);
    });
}

void TensorPanel::paste(const QString& text) {
    const QModelIndex first = m_table->currentIndex();
    if (!first.isValid())
        return;
    if (!m_model.slice().editable) {
        reject(m_table,
               tr("%1 is computed and cannot be changed; paste into an input, a weight or a "
                  "painted mask")
                   .arg(titleOf(m_name)));
        return;
    }
    const Result<NumberBlock> block = parseNumberBlock(text, m_model.mayBeMinusInfinity());
    if (!block) {
        reject(m_table, translated(block.error()));
        return;
    }
    const auto rows = static_cast<int>(block->size());
    const auto columns = static_cast<int>(block->front().size());
    const int rowsLeft = m_model.rowCount() - first.row();
    const int columnsLeft = m_model.columnCount() - first.column();
    if (rows > rowsLeft || columns > columnsLeft) {
        reject(m_table,
               tr("the block has %1 × %2 numbers, but from this cell on only %3 × %4 fit; start "
                  "further up or left")
                   .arg(rows)
                   .arg(columns)
                   .arg(rowsLeft)
                   .arg(columnsLeft));
        return;
    }
    std::vector<CellValue> values;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const QModelIndex index = m_model.index(first.row() + row, first.column() + column);
            values.push_back(
                {m_model.cellAt(index),
                 (*block)[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]});
        }
    }
    offer(tr("paste numbers"), [place = placeOf(m_name), values](const Experiment& e) {
        return withCells(e, place.scope, place.name, values);
    });
}

void TensorPanel::offer(const QString& undoText, const Edits::Change& change,
                        const QString& field) {
    if (const Status status = m_edits.make(undoText, change, field); !status)
        reject(m_table, translated(status.error()));
    else
        clearError();
}

void TensorPanel::reject(QWidget* field, const QString& sentence) {
    m_error->setText(sentence);
    m_error->show();
    m_table->setAccessibleDescription(sentence);
    Q_EMIT rejected(field, sentence);
}

void TensorPanel::clearError() {
    m_error->clear();
    m_error->hide();
    m_table->setAccessibleDescription(m_hint->text());
}

void TensorPanel::showHint() {
    const bool mask = m_name == TensorName::MayAttend;
    const bool editable = m_model.slice().editable;
    QString text;
    if (mask)
        text =
            editable
                ? tr("Checked: the query (row) may look at the key (column). Space changes a cell.")
                : tr("Computed from the masks of Setup; choose “painted” there to edit it.");
    else
        text = editable ? tr("Double-click a value to edit it.") : tr("Computed, read only.");
    m_hint->setText(text);
    if (m_error->isHidden())
        m_table->setAccessibleDescription(text);
}

} // namespace headscope
