// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare_view.h"

#include "figure/painter_canvas.h"
#include "pages/heads/compare_words.h"
#include "scene/block_text.h"
#include "scene/error_text.h"
#include "scene/fonts.h"
#include "scene/number_format.h"

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
constexpr double viewPadding = 24;
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
    , m_moreEdits(new QMenu(this)) {
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
    if (!same) {
        fillEdits();
        relayout();
    }
    announce();
    update();
}

void CompareView::rebuild() {
    m_content = m_scene.compared ? compareContent(m_scene) : nullptr;
    QToolTip::hideText();
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
    in.area = QRectF(rect()).adjusted(viewPadding, 10, -viewPadding, -10);
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

void CompareView::fillEdits() {
    const std::size_t count = m_content ? m_content->edits.size() : 0;
    while (m_edits.size() > count) {
        delete m_edits.back().taken;
        delete m_edits.back().alone;
        m_edits.pop_back();
    }
    while (m_edits.size() < count) {
        EditRow row{new QCheckBox(this), new QLabel(this)};
        const std::size_t place = m_edits.size();
        row.taken->setFocusPolicy(Qt::TabFocus);
        row.alone->setForegroundRole(QPalette::PlaceholderText);
        connect(row.taken, &QCheckBox::toggled, this, [this, place](bool taken) {
            Q_EMIT asked(want::TakeEdit{place, taken});
        });
        m_edits.push_back(row);
    }
    m_moreEdits->clear();
    for (std::size_t i = 0; i < count; ++i) {
        const CompareEdit& edit = m_content->edits[i];
        const QString text = visibleName(edit.subject) + QStringLiteral("  ") + edit.change;
        QString shown = text;
        shown.replace(u'&', QStringLiteral("&&"));
        const QSignalBlocker quiet(m_edits[i].taken);
        m_edits[i].taken->setText(shown);
        m_edits[i].taken->setChecked(edit.taken);
        m_edits[i].taken->setToolTip(unmistaken(tr("B with this edit, or without it")));
        m_edits[i].alone->setText(edit.alone);
        QAction* action =
            m_moreEdits->addAction(edit.alone.isEmpty() ? shown : shown + u'\t' + edit.alone);
        action->setCheckable(true);
        action->setChecked(edit.taken);
        connect(action, &QAction::toggled, this, [this, i](bool taken) {
            Q_EMIT asked(want::TakeEdit{i, taken});
        });
    }
}

void CompareView::fillChoices() {
    if (!m_scene.compared)
        return;
    fillChoice(*m_choiceA, m_scene.compared->a, m_sidesA);
    fillChoice(*m_choiceB, m_scene.compared->b, m_sidesB);
}

void CompareView::fillChoice(QComboBox& box, const Compared::Side& side,
                             std::vector<ComparedSide>& sides) {
    const QSignalBlocker quiet(&box);
    box.clear();
    sides.clear();
    int current = -1;
    const auto add = [&](const QString& text, const ComparedSide& what) {
        if (what == side.side)
            current = box.count();
        box.addItem(text);
        box.setItemData(box.count() - 1, static_cast<int>(sides.size()));
        sides.push_back(what);
    };
    const auto divide = [&] { box.insertSeparator(box.count()); };
    for (const StateChoice& state : m_scene.compared->choices)
        add(state.name, {state.key, {}, {}, {}});
    // Other places of the same state.
    const std::string& state = side.side.state;
    const Run* const run = side.run.get();
    const auto of = [&](const QString& place) {
        return QStringLiteral("%1 · %2").arg(side.name, place);
    };
    if (run && run->heads() > 1) {
        divide();
        for (int head = 0; head < static_cast<int>(run->heads()); ++head)
            add(of(CompareWords::tr("head %1").arg(head + 1)),
                {state, side.side.scope, side.side.sequence, head});
    }
    if (run && std::ranges::count(run->scopes(), ScopeKind::Attention, &TraceScope::kind) > 1) {
        divide();
        for (const TraceScope& scope : run->scopes()) {
            if (scope.kind == ScopeKind::Attention)
                add(of(blockName(scope.path)), {state, scope.path, side.side.sequence, {}});
        }
    }
    if (run && run->batch() > 1) {
        divide();
        for (Index sequence = 0; sequence < run->batch(); ++sequence)
            add(of(CompareWords::tr("sequence %1").arg(sequence + 1)),
                {state, side.side.scope, sequence, {}});
    }
    divide();
    box.addItem(tr("Open a file …"));
    box.setItemData(box.count() - 1, -1);
    box.setCurrentIndex(std::max(0, current));
}

void CompareView::choose(bool isB, int place) {
    QComboBox& box = choice(isB);
    const int entry = box.itemData(place).toInt();
    setFocus(Qt::OtherFocusReason);
    if (entry >= 0) {
        const auto& sides = isB ? m_sidesB : m_sidesA;
        Q_EMIT asked(want::CompareSide{isB, sides[static_cast<std::size_t>(entry)]});
        return;
    }
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Compare with"), {}, tr("Experiments (*.headscope)"));
    if (path.isEmpty())
        return fillChoices(); // the menu shows again what is compared
    Q_EMIT asked(want::CompareSide{
        isB, {std::string(stateOfFile) + QFile::encodeName(path).toStdString(), {}, {}, {}}});
}

void CompareView::fillPins() {
    m_pins->clear();
    if (!m_scene.compared)
        return;
    for (const StateChoice& choice : m_scene.compared->choices) {
        if (choice.kind != StateChoice::Kind::Pin)
            continue;
        QString name = choice.name;
        QMenu* menu = m_pins->addMenu(name.replace(u'&', QStringLiteral("&&")));
        connect(menu->addAction(tr("Rename …")), &QAction::triggered, this,
                [this, choice] { renamePin(choice); });
        connect(menu->addAction(tr("Delete")), &QAction::triggered, this,
                [this, choice] { Q_EMIT asked(want::DeletePin{choice.key}); });
    }
    if (m_pins->isEmpty())
        m_pins->addAction(tr("Nothing is pinned yet"))->setEnabled(false);
}

void CompareView::renamePin(const StateChoice& pin) {
    bool given = false;
    const QString name = QInputDialog::getText(this, tr("Rename the pin"), tr("Name:"),
                                               QLineEdit::Normal, {}, &given);
    if (given)
        Q_EMIT asked(want::RenamePin{pin.key, name});
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

std::optional<MatrixGeometry::Position> CompareView::cellAt(QPointF position) const {
    if (!m_content || m_content->a.panels.empty() || m_content->b.panels.empty())
        return std::nullopt;
    for (const MatrixGeometry* matrix :
         {&m_geometry.a, &m_geometry.b,
          m_content->hasDifference() ? &m_geometry.difference : nullptr}) {
        if (matrix) {
            if (const auto cell = matrix->cellAt(position))
                return cell;
        }
    }
    for (const CompareThumbnail& small : m_geometry.heads) {
        if (const auto cell = small.matrix.cellAt(position))
            return cell;
    }
    return std::nullopt;
}

std::optional<std::size_t> CompareView::changeAt(QPointF position) const {
    for (std::size_t i = 0; m_content && i < m_geometry.most.size(); ++i) {
        if (i < m_content->most.size() && m_geometry.most[i].contains(position))
            return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> CompareView::headAt(QPointF position) const {
    for (std::size_t i = 0; i < m_geometry.heads.size(); ++i) {
        if (m_geometry.heads[i].frame.contains(position))
            return i;
    }
    return std::nullopt;
}

void CompareView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    const auto cell = cellAt(at);
    setCursor(cell || changeAt(at) || headAt(at) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!cell)
        return;
    const PanelCell hovered = panelCell(cell->row, cell->column);
    if (hovered != m_scene.selection.hovered)
        Q_EMIT asked(want::Hover{hovered});
}

void CompareView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    const QPointF at = event->position();
    if (const auto change = changeAt(at)) {
        const CellChange& moved = m_content->most[*change];
        Q_EMIT asked(want::Lock{panelCell(moved.query, moved.key)});
    } else if (const auto head = headAt(at)) {
        Q_EMIT asked(want::Panel{m_content->a.panels[*head].head});
    } else if (const auto cell = cellAt(at)) {
        const PanelCell place = panelCell(cell->row, cell->column);
        if (m_scene.selection.locked == place)
            Q_EMIT asked(want::Lock{});
        else
            Q_EMIT asked(want::Lock{place});
    }
}

void CompareView::setShowsA(bool on) {
    if (std::exchange(m_showsA, on) != on)
        update();
}

void CompareView::keyPressEvent(QKeyEvent* event) {
    if (!m_content || m_content->a.panels.empty() ||
        (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)))
        return QWidget::keyPressEvent(event);
    Index across = 0;
    Index down = 0;
    switch (event->key()) {
    case Qt::Key_A: setShowsA(true); return;
    case Qt::Key_Left: across = -1; break;
    case Qt::Key_Right: across = 1; break;
    case Qt::Key_Up: down = -1; break;
    case Qt::Key_Down: down = 1; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto cell = askedCell())
            Q_EMIT asked(want::Lock{panelCell(cell->row, cell->column)});
        return;
    default: return QWidget::keyPressEvent(event);
    }
    const std::optional<PanelCell> now = askedCell();
    const PanelCell next =
        now ? panelCell(std::clamp<Index>(now->row + down, 0, m_geometry.a.rows - 1),
                        std::clamp<Index>(now->column + across, 0, m_geometry.a.columns - 1))
            : panelCell(0, 0);
    if (m_scene.selection.locked)
        Q_EMIT asked(want::Lock{next});
    else
        Q_EMIT asked(want::Hover{next});
}

void CompareView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_A && !event->isAutoRepeat())
        return setShowsA(false);
    QWidget::keyReleaseEvent(event);
}

void CompareView::focusOutEvent(QFocusEvent* event) {
    setShowsA(false); // the key is let go elsewhere
    QWidget::focusOutEvent(event);
}

QString CompareView::describe(Index row, Index column) const {
    const auto value = [&](const ComparePart& part) -> QString {
        const MatrixPanel& panel = part.panels[m_content->shown];
        if (row >= panel.matrix.size(0) || column >= panel.matrix.size(1))
            return QStringLiteral("–");
        return panel.markOf(row, column) == CellMark::None ? fullText(panel.matrix(row, column))
                                                           : markName(panel.markOf(row, column));
    };
    QString text = tr("query %1, key %2: A %3, B %4")
                       .arg(visibleName(m_content->a.rowLabels.value(row)),
                            visibleName(m_content->a.columnLabels.value(column)),
                            value(m_content->a), value(m_content->b));
    if (m_content->hasDifference())
        text +=
            QStringLiteral(", B − A ") + fullText(m_content->difference().difference(row, column));
    return text;
}

void CompareView::announce() {
    const std::optional<PanelCell> cell = askedCell();
    QString text;
    if (m_content)
        text = m_content->title;
    if (cell)
        text = describe(cell->row, cell->column);
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

bool CompareView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto cell = cellAt(help->pos()))
        QToolTip::showText(help->globalPos(), unmistaken(describe(cell->row, cell->column)), this);
    else if (m_content && m_geometry.title.contains(help->pos()))
        QToolTip::showText(help->globalPos(),
                           unmistaken(m_content->title + u' ' + m_content->detail), this);
    else
        QToolTip::hideText();
    return true;
}

void CompareView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        rebuild();
        fillChoices();
        fillEdits();
        relayout();
    }
    QWidget::changeEvent(event);
}

void CompareView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

} // namespace headscope
