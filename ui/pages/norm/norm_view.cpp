// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/norm/norm_view.h"

#include "cells/number_editor.h"
#include "figure/painter_canvas.h"
#include "pages/norm/norm_sheet.h"
#include "type/fonts.h"
#include "words/block_text.h"
#include "words/error_text.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"
#include "words/typed_number_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>

#include <utility>

namespace headscope {

NormView::NormView(QWidget* parent)
    : QWidget(parent)
    , m_compare(new QPushButton(this))
    , m_editor(new NumberEditor(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_compare->setFont(textFont(13));
    m_compare->hide();
    connect(m_compare, &QPushButton::clicked, this, &NormView::comparisonAsked);
    connect(m_editor, &NumberEditor::typed, this, &NormView::take);
    retranslate();
}

void NormView::retranslate() {
    setAccessibleName(tr("Norm: what mean and variance are taken of"));
    rebuild(Scene(scene()));
}

void NormView::setScene(const Scene& scene) {
    const Scene& before = this->scene();
    const bool same = scene.trace == before.trace && scene.blocks == before.blocks &&
                      scene.run == before.run && scene.selection.stage == before.selection.stage &&
                      scene.selection.sequence == before.selection.sequence &&
                      scene.display == before.display;
    const bool sameCell = scene.selection.asked() == before.selection.asked();
    if (same)
        m_picture.setScene(scene);
    else
        rebuild(scene);
    if (!sameCell || !same) {
        const auto asked = m_picture.askedTarget();
        sayOf(*this, asked ? m_picture.describe(*asked) : QString());
    }
    update();
}

void NormView::rebuild(const Scene& scene) {
    m_hover.reset();
    m_edited.reset();
    m_editor->leave();
    m_picture = NormPicture(scene);
    if (m_picture.sides().empty()) {
        m_compare->hide();
        return;
    }
    QToolTip::hideText();
    // Beside two none is offered.
    const NormBlock& first = m_picture.sides().front();
    const bool isLayer = first.layer && !first.root;
    m_compare->setText(isLayer ? tr("Show batch norm beside it") : tr("Show layer norm beside it"));
    relayout();
}

void NormView::relayout() {
    m_compare->setFont(textFont(13 * scene().display.textScale));
    m_compare->adjustSize();
    const bool offers = m_picture.isEditable();
    m_picture.layOut(rect(), offers ? m_compare->width() : 0);
    const bool single = m_picture.sides().size() == 1;
    m_compare->setVisible(single && offers);
    if (single)
        m_compare->move(m_picture.geometry().offer.topLeft().toPoint());
    if (m_edited)
        m_editor->moveTo(m_picture.gridOf(*m_edited).cellRect(m_edited->row, m_edited->column));
    Q_EMIT laidOut();
}

void NormView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    PainterCanvas canvas(painter, PainterCanvas::Device::Screen, devicePixelRatioF());
    paintNorm(canvas, m_picture, {.area = rect(), .hovered = m_hover});
}

std::vector<CellTable> NormView::cellTables() {
    std::vector<CellTable> tables;
    const std::optional<NormTarget> asked = m_picture.askedTarget();
    for (std::size_t side = 0; side < m_picture.geometry().sides.size(); ++side) {
        for (const TensorName name : m_picture.tensorsOf(side)) {
            const NormTarget first{side, name, 0, 0};
            const MatrixGeometry& grid = m_picture.gridOf(first);
            if (grid.rows == 0 || grid.columns == 0)
                continue;
            CellTable table;
            table.title = m_picture.sideTitle(m_picture.sides()[side]) + QStringLiteral(": ") +
                          tensorTitle(name);
            table.rows = grid.rows;
            table.columns = grid.columns;
            table.rowName = [this](Index row) { return m_picture.rowLabels().value(row); };
            table.columnName = [](Index column) { return QString::number(column + 1); };
            const auto at = [first](const CellPlace& place) {
                return NormTarget{first.side, first.name, place.row, place.column};
            };
            table.words = [this, at](const CellPlace& place) {
                return m_picture.describe(at(place));
            };
            table.rect = [this, at](const CellPlace& place) {
                return m_picture.gridOf(at(place)).cellRect(place.row, place.column);
            };
            table.at = [this, first](QPointF point) -> std::optional<CellPlace> {
                const std::optional<NormTarget> there = m_picture.targetAt(point);
                if (!there || there->side != first.side || there->name != first.name)
                    return std::nullopt;
                return CellPlace{there->row, there->column};
            };
            table.tip = [this, at](const CellPlace& place) {
                const NormTarget target = at(place);
                const QString words = m_picture.describe(target);
                return target.isParameter() && m_picture.isEditable()
                           ? words + u'\n' + tr("Double-click to type another number.")
                           : words;
            };
            table.choose = [this, at](const CellPlace& place) { choose(at(place)); };
            table.visit = [this, at](const CellPlace& place) {
                const Selection& now = scene().selection;
                const PanelCell cell = m_picture.questionOf(at(place)).second;
                if (now.locked)
                    Q_EMIT cellAsked(now.scope, now.stage, now.tensor, cell);
                else
                    Q_EMIT hovered(cell);
            };
            if (asked && asked->side == side && asked->name == name)
                table.asked = CellPlace{asked->row, asked->column};
            tables.push_back(table);
        }
    }
    return tables;
}

void NormView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<NormTarget> target = m_picture.targetAt(event->position());
    setCursor(target ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (std::exchange(m_hover, target) == target)
        return;
    update();
    if (!target || m_picture.sides()[target->side].scope != scene().selection.scope)
        return;
    const auto [stage, cell] = m_picture.questionOf(*target);
    if (stage == scene().selection.stage && !target->isParameter() && scene().selection.tensor == 0)
        Q_EMIT hovered(cell);
}

void NormView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    if (const std::optional<NormTarget> target = m_picture.targetAt(event->position()))
        choose(*target);
}

void NormView::choose(const NormTarget& target) {
    const auto [stage, cell] = m_picture.questionOf(target);
    const std::string& scope = m_picture.sides()[target.side].scope;
    const std::size_t tensor = target.name == TensorName::NormGain    ? 1
                               : target.name == TensorName::NormShift ? 2
                                                                      : 0;
    const Selection& now = scene().selection;
    if (now.locked == cell && now.scope == scope && now.stage == stage && now.tensor == tensor)
        Q_EMIT released();
    else
        Q_EMIT cellAsked(scope, stage, tensor, cell);
}

void NormView::mouseDoubleClickEvent(QMouseEvent* event) {
    const std::optional<NormTarget> target = m_picture.targetAt(event->position());
    if (event->button() == Qt::LeftButton && target)
        edit(*target);
}

void NormView::edit(const NormTarget& target) {
    if (!m_picture.isEditable()) {
        const QString readOnly = readOnlyText(scene());
        Q_EMIT said(readOnly.isEmpty() ? tr("γ and β of a model stay as they are.") : readOnly);
        return;
    }
    if (!target.isParameter()) {
        Q_EMIT said(tr("Numbers can be typed into γ and β here, not into what is computed."));
        return;
    }
    Q_EMIT said({}); // of another cell
    m_edited = target;
    m_editor->open(m_picture.gridOf(target).cellRect(target.row, target.column),
                   13 * scene().display.textScale, fullText(m_picture.valueOf(target)),
                   tr("A number of γ or β"));
}

void NormView::take(float value) {
    const NormTarget target = *std::exchange(m_edited, std::nullopt);
    // γ and β are those of the chosen norm; the one beside it borrows them.
    const std::string scope =
        blockScope(m_picture.sides()[target.side].scope).compared(Scope::ComparedNorm::None).path();
    Q_EMIT parameterTyped(scope, target.name, target.column, value);
}

void NormView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (std::exchange(m_hover, std::nullopt))
        update();
}

void NormView::keyPressEvent(QKeyEvent* event) {
    if (m_picture.sides().empty() || (event->modifiers() & ~Qt::KeypadModifier))
        return QWidget::keyPressEvent(event);
    if (std::exchange(m_hover, std::nullopt)) // what moved last is meant
        update();
    if (walkByKey(*event))
        return;
    const Selection& selection = scene().selection;
    const std::optional<NormTarget> asked = m_picture.askedTarget();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (asked)
            Q_EMIT cellAsked(selection.scope, selection.stage, selection.tensor,
                             *selection.asked());
        return;
    case Qt::Key_F2:
        if (asked)
            edit(asked->name == TensorName::NormShift
                     ? *asked
                     : NormTarget{asked->side, TensorName::NormGain, 0, asked->column});
        return;
    default: return QWidget::keyPressEvent(event);
    }
}

bool NormView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    showTip(*static_cast<QHelpEvent*>(event), *this);
    return true;
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
