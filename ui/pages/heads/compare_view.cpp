// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare_view.h"

#include "figure/painter_canvas.h"
#include "pages/heads/compare_words.h"
#include "scene/block_text.h"
#include "scene/error_text.h"
#include "scene/fonts.h"
#include "scene/number_format.h"
#include "scene/prepared_stage.h"

#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHelpEvent>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

namespace headscope {

namespace {
constexpr double comparePadding = 24;
constexpr std::size_t mostEditRows = 3; ///< others are in a menu
} // namespace

CompareView::CompareView(QWidget* parent)
    : QWidget(parent)
    , m_choiceA(new QComboBox(this))
    , m_choiceB(new QComboBox(this))
    , m_swap(new QToolButton(this))
    , m_pin(new QPushButton(this))
    , m_pinList(new QToolButton(this))
    , m_pins(new QMenu(this))
    , m_more(new QToolButton(this))
    , m_moreEdits(new QMenu(this))
    , m_maker([](const Scene& scene,
                 const CancellationToken& token) { return compareContent(scene, token); },
              [this](std::shared_ptr<const CompareContent> content) { take(std::move(content)); }) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    for (QComboBox* box : {m_choiceA, m_choiceB}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        const bool isB = box == m_choiceB;
        connect(box, &QComboBox::activated, this, [this, isB](int place) { choose(isB, place); });
    }
    m_swap->setText(QStringLiteral("⇄"));
    m_swap->setAutoRaise(true);
    connect(m_swap, &QToolButton::clicked, this, [this] { Q_EMIT asked(want::SwapSides{}); });
    m_pinList->setText(QStringLiteral("…"));
    m_pinList->setPopupMode(QToolButton::InstantPopup);
    m_pinList->setAutoRaise(true);
    m_pinList->setMenu(m_pins);
    connect(m_pin, &QPushButton::clicked, this, [this] { Q_EMIT asked(want::Pin{}); });
    connect(m_pins, &QMenu::aboutToShow, this, &CompareView::fillPins);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setAutoRaise(true);
    m_more->setMenu(m_moreEdits);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_choiceA, m_choiceB, m_swap, m_pin, m_pinList, m_more})
        widget->setFocusPolicy(Qt::TabFocus);
    retranslate();
}

void CompareView::retranslate() {
    setAccessibleName(tr("Comparison of two states"));
    m_choiceA->setAccessibleName(tr("A"));
    m_choiceB->setAccessibleName(tr("B"));
    m_swap->setToolTip(tr("A for B"));
    m_swap->setAccessibleName(m_swap->toolTip());
    m_pin->setText(tr("Pin now as A"));
    m_pinList->setToolTip(tr("What is pinned"));
    m_pinList->setAccessibleName(m_pinList->toolTip());
    m_pin->setToolTip(tr("Keeps the state as it stands, to compare with (P)"));
}

void CompareView::setScene(const Scene& scene) {
    const Selection& now = scene.selection;
    const Selection& before = m_scene.selection;
    const bool same = m_content && scene.compared == m_scene.compared &&
                      now.scope == before.scope && now.stage == before.stage &&
                      now.sequence == before.sequence && now.panel == before.panel &&
                      scene.display == m_scene.display;
    const bool sameChoices = scene.compared == m_scene.compared && now.scope == before.scope;
    m_scene = scene;
    if (!same)
        rebuild();
    if (!sameChoices)
        fillChoices();
    announce();
    update();
}

void CompareView::rebuild() {
    QToolTip::hideText();
    const bool any = m_scene.compared && m_scene.compared->a.run && m_scene.compared->b.run;
    if (any && compareWork(m_scene) > workAtOnce)
        return m_maker.request(m_scene);
    m_maker.forget();
    take(any ? compareContent(m_scene) : nullptr);
}

void CompareView::take(std::shared_ptr<const CompareContent> content) {
    m_content = std::move(content);
    fillEdits();
    relayout();
    announce();
    update();
}

void CompareView::relayout() {
    m_images = {};
    const QFont font = textFont(14 * m_scene.display.textScale);
    for (QWidget* widget : findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        if (!widget->isWindow() && widget->font() != font)
            widget->setFont(font);
    }
    const bool any = m_content && !m_content->a.panels.empty() && !m_content->b.panels.empty();
    CompareGeometryInput in;
    if (m_content)
        in = compareLayoutOf(*m_content, m_scene.display.textScale);
    in.edits = true; // the pin stands there
    in.area = QRectF(rect()).adjusted(comparePadding, 10, -comparePadding, -10);
    m_geometry = layoutCompare(in);
    if (any)
        m_images = makeImages(*m_content, m_geometry, devicePixelRatioF());
    m_choiceA->setGeometry(m_geometry.choiceA.toRect());
    m_choiceB->setGeometry(m_geometry.choiceB.toRect());
    m_swap->setGeometry(m_geometry.swap.toRect());
    QRect pin = m_geometry.pin.toRect();
    const int list = m_pinList->sizeHint().width();
    m_pinList->setGeometry(pin.right() - list, pin.top(), list, pin.height());
    pin.setRight(pin.right() - list - 4);
    pin.setLeft(pin.right() - m_pin->sizeHint().width());
    m_pin->setGeometry(pin);
    int x = static_cast<int>(m_geometry.edits.left());
    const int right = pin.left() - 16;
    const int top = static_cast<int>(m_geometry.edits.top());
    const int height = static_cast<int>(m_geometry.edits.height());
    std::size_t shown = 0;
    for (const EditRow& row : m_edits) {
        const int wide = row.taken->sizeHint().width();
        const int alone = row.alone->text().isEmpty() ? 0 : row.alone->sizeHint().width() + 8;
        const bool fits = shown < mostEditRows &&
                          x + wide + alone + (shown + 1 < m_edits.size() ? 90 : 0) < right;
        row.taken->setVisible(fits);
        row.alone->setVisible(fits && alone > 0);
        if (!fits)
            break;
        row.taken->setGeometry(x, top, wide, height);
        row.alone->setGeometry(x + wide + 8, top, alone, height);
        x += wide + alone + 24;
        ++shown;
    }
    for (std::size_t i = shown; i < m_edits.size(); ++i) {
        m_edits[i].taken->hide();
        m_edits[i].alone->hide();
    }
    m_more->setVisible(shown < m_edits.size());
    m_more->setText(shown == 0 ? tr("%1 edits").arg(m_edits.size())
                               : tr("and %1 more").arg(m_edits.size() - shown));
    m_more->setGeometry(x, top + 3, m_more->sizeHint().width(), height - 6);
    Q_EMIT laidOut();
}

void CompareView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(rect(), colours.base);
    const double scale = m_scene.display.textScale;
    if (!m_content) {
        painter.setFont(textFont(14 * scale));
        painter.setPen(colours.secondary);
        const bool failed = m_scene.compared && m_scene.compared->error;
        painter.drawText(QRectF(rect()).adjusted(40, 120, -40, -40),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                         failed ? translated(*m_scene.compared->error)
                                : tr("Computing both states …"));
        return;
    }
    CompareLook look;
    look.showsA = m_showsA;
    look.values = m_scene.display.valuesInCells;
    look.textScale = scale;
    const std::optional<PanelCell> cell = askedCell();
    if (cell)
        look.asked = {cell->row, cell->column, 0};
    {
        PainterCanvas canvas(painter, PainterCanvas::Device::Raster, 1);
        paintComparison(canvas, *m_content, m_geometry, m_images, look);
    }
    if (!cell || m_content->a.panels.empty())
        return;
    for (const MatrixGeometry* matrix :
         {&m_geometry.a, &m_geometry.b,
          m_content->hasDifference() ? &m_geometry.difference : nullptr}) {
        if (!matrix || cell->row >= matrix->rows || cell->column >= matrix->columns)
            continue;
        const QRectF place = matrix->cellRect(cell->row, cell->column);
        if (m_scene.selection.locked)
            paintLockFrame(painter, place);
        else
            paintHoverFrame(painter, place);
    }
    for (const CompareThumbnail& small : m_geometry.heads)
        paintHoverFrame(painter, small.matrix.cellRect(cell->row, cell->column));
}

bool CompareView::valuesFit() const {
    return m_content && m_geometry.a.pitchX >= 26 * m_scene.display.textScale;
}

std::optional<PanelCell> CompareView::askedCell() const {
    std::optional<PanelCell> cell = m_scene.selection.asked();
    if (!cell || !m_content || m_content->a.panels.empty() ||
        cell->row >= std::max(m_geometry.a.rows, m_geometry.b.rows) ||
        cell->column >= std::max(m_geometry.a.columns, m_geometry.b.columns))
        return std::nullopt;
    return cell;
}

PanelCell CompareView::panelCell(Index row, Index column) const {
    return {m_content->b.panels[m_content->shown].head, row, column};
}

void CompareView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        rebuild();
        fillChoices();
    }
    QWidget::changeEvent(event);
}

void CompareView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

} // namespace headscope
