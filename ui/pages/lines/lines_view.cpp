// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_view.h"

#include "controls/zoom.h"
#include "figure/painter_canvas.h"
#include "pages/lines/lines_bar.h"
#include "pages/lines/lines_curves.h"
#include "pages/lines/lines_words.h"
#include "words/asked_words.h"
#include "words/error_text.h"
#include "words/quoted_word.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headscope {

LinesView::LinesView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_bar(new LinesBar(viewport())) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(m_bar, &LinesBar::percentAsked, this, [this](int percent) {
        LinesChoice choice = m_choice;
        choice.percent = percent;
        setChoice(choice);
    });
    connect(m_bar, &LinesBar::headToggled, this, [this](int head) {
        if (m_picture.heads == LinesHeads::One) {
            Q_EMIT headAsked(head);
            return;
        }
        LinesChoice choice = m_choice;
        if (choice.off.erase(head) == 0)
            choice.off.insert(head);
        setChoice(choice);
    });
    connect(m_bar, &LinesBar::soloAsked, this, &LinesView::soloAsked);
}

void LinesView::setScene(const Scene& scene) {
    const Selection& now = scene.selection;
    const Selection& before = m_scene.selection;
    const bool same = scene.trace == m_scene.trace && scene.run == m_scene.run &&
                      scene.stage == m_scene.stage && now.stage == before.stage &&
                      now.tensor == before.tensor && now.sequence == before.sequence &&
                      now.solo == before.solo && now.panel == before.panel &&
                      scene.display == m_scene.display && !m_picture.isEmpty();
    m_scene = scene;
    if (scene.isEmpty()) {
        m_picture = {};
        m_asked.reset();
        m_backgrounds[0] = m_backgrounds[1] = {};
        return;
    }
    if (same)
        return askAgain();
    rebuild();
    if (m_asked)
        scrollTo(m_asked->token);
}

void LinesView::setChoice(const LinesChoice& choice) {
    if (choice == m_choice)
        return;
    LinesChoice other = m_choice;
    other.side = choice.side;
    const bool sideAlone = other == choice; // the lines of everybody stay
    m_choice = choice;
    m_picture.choice.side = choice.side;
    if (sideAlone)
        askAgain();
    else
        rebuild();
    Q_EMIT choiceChanged();
}

void LinesView::rebuild() {
    const LinesPicture before = std::exchange(m_picture, linesPicture(m_scene, m_choice));
    m_sorted.clear();
    if (!before.isEmpty() && m_picture.keyLabels.size() != before.keyLabels.size())
        m_pitch = 0; // it was a zoom of other words
    if (!before.isEmpty() && m_picture.keyLabels != before.keyLabels &&
        !m_choice.hidden.others.empty()) {
        m_choice.hidden.others.clear(); // they were places of other words
        m_picture = linesPicture(m_scene, m_choice);
    }
    m_backgrounds[0].current = m_backgrounds[1].current = false;
    if (m_picture.queryWords != before.queryWords || m_picture.keyWords != before.keyWords ||
        m_geometry.textScale != textScale()) { // thousands of words take a while
        m_queryLabelWidth = widestToken(m_picture.queryWords, textScale());
        m_keyLabelWidth = widestToken(m_picture.keyWords, textScale());
        m_labels = {};
    }
    askAgain();
}

void LinesView::askAgain() {
    m_asked = m_picture.isEmpty() ? std::nullopt : askedToken(m_picture, m_scene);
    m_askedImage.current = false;
    relayout();
    describe();
    viewport()->update();
}

double LinesView::textScale() const {
    // The smallest type of the page, 11, becomes 22 of 1920 × 1080.
    constexpr double presented = 2;
    return isPresented() ? presented * m_scene.display.presentedUnit() : m_scene.display.textScale;
}

LinesGeometryInput LinesView::geometryInput(int width) const {
    LinesGeometryInput in;
    in.size = QSizeF(width, viewport()->height());
    in.queries = static_cast<int>(m_picture.queries);
    in.keys = static_cast<int>(m_picture.keys);
    in.tracks = m_picture.drawnTracks();
    in.columns = static_cast<int>(m_picture.tracks.size());
    in.firstColumn = m_firstColumn;
    in.queryLabelWidth = m_queryLabelWidth;
    in.keyLabelWidth = m_keyLabelWidth;
    if (isPresented()) {
        // Keys choose the heads; a sentence stands below the title. The picture goes before
        // numbers.
        const double u = m_scene.display.presentedUnit();
        in.margin = 40 * u;
        in.subtitleHeight = 46 * u;
        in.leastLines = 480 * u;
        in.widestColumn = 0;
    } else {
        in.subtitleHeight = m_picture.learnt.isEmpty() ? 0 : 20 * textScale();
        in.barHeight = m_bar->heightForWidth(std::max(1, width - 48));
    }
    in.whole = m_picture.askedOnly;
    in.pitch = m_pitch;
    in.scroll = m_scroll;
    in.textScale = textScale();
    return in;
}

void LinesView::relayout() {
    if (m_picture.isEmpty())
        return;
    int heads = 0;
    for (const PreparedPanel& panel : m_picture.stage->panels)
        heads += panel.panel.kind == MatrixPanel::Kind::Head ||
                 panel.panel.kind == MatrixPanel::Kind::Whole;
    std::vector<int> order = m_scene.display.headOrder;
    if (std::ssize(order) != heads) {
        order.resize(static_cast<std::size_t>(heads));
        std::iota(order.begin(), order.end(), 0);
    }
    m_bar->setPicture(m_picture, order, m_asked ? m_asked->percent : m_picture.percent,
                      m_scene.display);
    const LinesGeometry before = m_geometry;
    // Whether there is a scroll bar follows from the width without it: with it a title may break,
    // but nothing comes and goes for ever.
    m_geometry = layoutLines(geometryInput(width()));
    const bool scrolls = m_geometry.most > 0;
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    if (scrolls)
        m_geometry = layoutLines(geometryInput(viewport()->width()));
    const auto otherWidth = [&](QRectF LinesGeometry::*column) {
        return (before.*column).width() != (m_geometry.*column).width();
    };
    if (m_labels.queries.isEmpty() || otherWidth(&LinesGeometry::queryLabels) ||
        otherWidth(&LinesGeometry::keyLabels) || otherWidth(&LinesGeometry::names))
        m_labels = linesLabels(m_picture, m_picture.queryWords, m_picture.keyWords, m_geometry);
    m_bar->setVisible(!isPresented());
    m_bar->setGeometry(m_geometry.bar.toRect());
    const QSignalBlocker quiet(verticalScrollBar());
    verticalScrollBar()->setRange(0, static_cast<int>(std::ceil(m_geometry.most)));
    verticalScrollBar()->setPageStep(static_cast<int>(m_geometry.rows.height()));
    verticalScrollBar()->setSingleStep(std::max(1, static_cast<int>(m_geometry.pitch)));
    m_scroll = m_geometry.scroll;
    verticalScrollBar()->setValue(static_cast<int>(std::lround(m_scroll)));
    bool otherLines = false;
    if (m_picture.askedOnly) {
        const auto [first, end] = m_geometry.seen();
        const std::pair<Index, Index> seen(
            first, std::min<Index>(end, std::max(m_picture.queries, m_picture.keys)));
        otherLines = seen != m_picture.seen;
        if (otherLines)
            showBetween(m_picture, m_sorted, seen.first, seen.second);
    }
    if (otherLines || before.rows != m_geometry.rows || before.lines != m_geometry.lines ||
        before.pitch != m_geometry.pitch || before.scroll != m_geometry.scroll ||
        before.tracks != m_geometry.tracks)
        m_backgrounds[0].current = m_backgrounds[1].current = false;
}

void LinesView::describe() {
    if (m_picture.isEmpty())
        return;
    const AskedToken* const asked = m_asked ? &*m_asked : nullptr;
    setAccessibleName(LinesWords::title(m_picture, asked));
    QString description = LinesWords::subtitle(m_picture, asked);
    if (!m_picture.learnt.isEmpty())
        description += QStringLiteral(" · ") + m_picture.learnt;
    sayOf(*this, description);
}

std::vector<CellTable> LinesView::cellTables() {
    if (m_picture.isEmpty())
        return {};
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    const QPointF corner = viewport()->pos();
    // What is asked of a head without lines of its own is found in the first that has some.
    const auto trackOf = [this](const PanelCell& cell) {
        const auto track = std::ranges::find(m_picture.tracks, cell.panel, &LinesTrack::panel);
        return track == m_picture.tracks.end() ? m_picture.tracks.front().panel : track->panel;
    };
    std::vector<CellTable> tables;
    for (const LinesTrack& track : m_picture.tracks) {
        CellTable table;
        table.title = LinesWords::ofTrack(track);
        table.rows = m_picture.queries;
        table.columns = m_picture.keys;
        table.rowName = [this](Index row) { return m_picture.queryLabels.value(row); };
        table.columnName = [this](Index column) { return m_picture.keyLabels.value(column); };
        table.words = [this, track](const CellPlace& place) {
            return LinesWords::number(m_picture, track, place.row, place.column);
        };
        table.rect = [this, corner](const CellPlace& place) {
            return m_geometry.queryLabel(static_cast<int>(place.row)).translated(corner);
        };
        // A word stands for the strongest of its cells, a number for its own.
        table.at = [this, corner, trackOf,
                    panel = track.panel](QPointF point) -> std::optional<CellPlace> {
            const std::optional<Target> target = targetAt(point - corner);
            if (!target)
                return std::nullopt;
            const PanelCell cell = cellOf(*target);
            return trackOf(cell) == panel ? std::optional(CellPlace{cell.row, cell.column})
                                          : std::nullopt;
        };
        table.choose = [this, panel = track.panel](const CellPlace& place) {
            ask({LinesSide::Query, place.row, PanelCell{panel, place.row, place.column}}, true);
        };
        if (asked && trackOf(*asked) == track.panel && asked->row < table.rows &&
            asked->column < table.columns)
            table.asked = CellPlace{asked->row, asked->column};
        tables.push_back(table);
    }
    return tables;
}

LinesDrawingInput LinesView::drawingInput() const {
    const AskedToken* const asked = m_asked ? &*m_asked : nullptr;
    LinesDrawingInput input{.picture = m_picture,
                            .geometry = m_geometry,
                            .asked = asked,
                            .theme = m_scene.display.theme,
                            .labels = m_labels,
                            .title = LinesWords::title(m_picture, asked),
                            .subtitle = LinesWords::subtitle(m_picture, asked),
                            .cell = m_scene.selection.asked()};
    if (isPresented()) { // which has no slider
        input.subtitle +=
            QStringLiteral(" · ") + LinesWords::kept(asked ? asked->percent : m_picture.percent);
        if (asked && input.cell)
            input.sentence = askedSentence(*input.cell);
    }
    return input;
}

QString LinesView::askedSentence(const PanelCell& cell) const {
    const auto track = std::ranges::find(m_picture.tracks, cell.panel, &LinesTrack::panel);
    if (track == m_picture.tracks.end() || cell.row >= m_picture.queries ||
        cell.column >= m_picture.keys)
        return {};
    const AskedWords words = askedWords(m_scene, m_picture.panel(*track), cell.row, cell.column);
    QString sentence = LinesWords::ofTrack(*track) + QStringLiteral(": ") + words.sentence;
    if (!words.calculation.isEmpty())
        sentence += QStringLiteral(" = ") + words.calculation;
    return sentence;
}

const QImage& LinesView::background(const LinesDrawingInput& input) {
    Background& kept = m_backgrounds[input.asked ? 1 : 0];
    const double ratio = devicePixelRatioF();
    if (!kept.current || kept.image.devicePixelRatio() != ratio) {
        kept.image = allLines(input, ratio);
        kept.current = true;
        m_askedImage.current = false; // it stands over these
    }
    return kept.image;
}

void LinesView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), theme(m_scene.display.theme).base);
    if (m_picture.isEmpty())
        return;
    const LinesDrawingInput all = drawingInput();
    const QImage& lines = background(all);
    if (m_asked && !m_askedImage.current) {
        m_askedImage.image = withAskedLines(lines, all);
        m_askedImage.current = true;
    }
    painter.drawImage(m_geometry.lines.topLeft(), m_asked ? m_askedImage.image : lines);
    PainterCanvas canvas(painter, PainterCanvas::Device::Screen, devicePixelRatioF());
    painter.save();
    if (m_geometry.most > 0)
        painter.setClipRect(m_geometry.rows);
    paintLinesRows(canvas, all);
    painter.restore();
    paintLinesFrame(canvas, all);
    if (hasFocus()) {
        const QRectF& column =
            m_choice.side == LinesSide::Query ? m_geometry.queryLabels : m_geometry.keyLabels;
        canvas.fill({column.left(), column.top() - 1, column.width(), 1},
                    theme(m_scene.display.theme).accent.rgb());
    }
}

void LinesView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void LinesView::scrollContentsBy(int, int) {
    m_scroll = verticalScrollBar()->value();
    relayout();
    describe();
    viewport()->update();
}

void LinesView::setPitch(double pitch, double scroll) {
    const double own = m_geometry.ownPitch;
    m_pitch = std::abs(pitch - own) < 0.01 * own ? 0 : pitch;
    m_scroll = scroll;
    relayout();
    describe();
    viewport()->update();
}

void LinesView::zoomBy(double factor, double y) {
    if (m_picture.isEmpty())
        return;
    const QRectF& rows = m_geometry.rows;
    const double inside = std::clamp(y, rows.top(), rows.bottom()) - rows.top();
    const double place = (inside + m_geometry.scroll) / m_geometry.pitch;
    const double pitch =
        std::clamp(m_geometry.pitch * factor, m_geometry.smallestPitch,
                   std::max(largestLinesPitch * m_geometry.textScale, m_geometry.ownPitch));
    setPitch(pitch, place * pitch - inside);
}

void LinesView::showWhole() {
    setPitch(m_geometry.ownPitch, 0);
    if (m_asked)
        scrollTo(m_asked->token);
}

double LinesView::zoomCentre() const {
    const QRectF& rows = m_geometry.rows;
    if (m_asked) {
        const double asked = m_geometry.row(static_cast<int>(m_asked->token)).center().y();
        if (asked >= rows.top() && asked <= rows.bottom())
            return asked;
    }
    return rows.center().y();
}

void LinesView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && !m_scene.isEmpty())
        rebuild(); // what words mean and what is learnt is said in it, too
}

std::optional<LinesView::Target> LinesView::targetAt(QPointF position) const {
    if (m_picture.isEmpty())
        return std::nullopt;
    const double third = m_geometry.lines.width() / 3;
    const double x = position.x();
    if (x < m_geometry.lines.left() + third) {
        if (const auto token = m_geometry.tokenAt(position.y(), static_cast<int>(m_picture.tokens)))
            return Target{LinesSide::Query, *token, {}};
        return std::nullopt;
    }
    if (x >= m_geometry.lines.right() - third && x < m_geometry.keyLabels.right()) {
        if (const auto token =
                m_geometry.tokenAt(position.y(), static_cast<int>(m_picture.count(LinesSide::Key))))
            return Target{LinesSide::Key, *token, {}};
        return std::nullopt;
    }
    if (!m_asked)
        return std::nullopt;
    const bool ofKey = m_asked->side == LinesSide::Key;
    const Index count = ofKey ? m_picture.tokens : m_picture.keys;
    const auto token = m_geometry.tokenAt(position.y(), static_cast<int>(count));
    for (std::size_t place = 0; token && place < m_geometry.columns.size(); ++place) {
        const QRectF& column = m_geometry.columns[place];
        if (x < column.left() || x >= column.right())
            continue;
        const LinesTrack& track =
            m_picture.tracks[place + static_cast<std::size_t>(m_geometry.firstColumn)];
        const PanelCell cell = ofKey ? PanelCell{track.panel, *token, m_asked->token}
                                     : PanelCell{track.panel, m_asked->token, *token};
        return Target{m_asked->side, m_asked->token, cell};
    }
    return std::nullopt;
}

PanelCell LinesView::cellOf(const Target& target) const {
    if (target.cell)
        return *target.cell;
    return strongestCell(m_picture, target.side, target.token, m_scene.selection.panel);
}

void LinesView::ask(const Target& target, bool lock) {
    const PanelCell cell = cellOf(target);
    LinesChoice choice = m_choice;
    choice.side = target.side;
    if (lock || !m_scene.selection.locked)
        setChoice(choice);
    if (lock)
        Q_EMIT locked(cell);
    else if (cell != m_scene.selection.hovered)
        Q_EMIT hovered(cell);
}

void LinesView::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag.down && (event->buttons() & Qt::LeftButton)) {
        const QPointF moved = event->position() - m_drag.from;
        if (m_geometry.most > 0 && moved.manhattanLength() >= QApplication::startDragDistance())
            m_drag.moves = true;
        if (!m_drag.moves)
            return;
        viewport()->setCursor(Qt::ClosedHandCursor);
        verticalScrollBar()->setValue(static_cast<int>(std::lround(m_drag.scroll - moved.y())));
        return;
    }
    const std::optional<Target> target = targetAt(event->position());
    const bool arrow = m_geometry.earlier.contains(event->position()) ||
                       m_geometry.later.contains(event->position());
    viewport()->setCursor(target || arrow ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (target)
        ask(*target, false);
}

void LinesView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    if (m_geometry.earlier.contains(event->position()))
        return turnColumns(-1);
    if (m_geometry.later.contains(event->position()))
        return turnColumns(1);
    m_drag = {event->position(), m_geometry.scroll, true, false};
}

void LinesView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mouseReleaseEvent(event);
    const Drag drag = std::exchange(m_drag, {});
    if (drag.moves)
        viewport()->setCursor(Qt::ArrowCursor);
    else if (drag.down)
        press(drag.from);
}

void LinesView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_geometry.isZoomed())
        showWhole();
}

void LinesView::wheelEvent(QWheelEvent* event) {
    if (m_picture.isEmpty())
        return QAbstractScrollArea::wheelEvent(event);
    event->accept();
    const WheelTurn turn = wheelTurn(*event, m_geometry.most > 0);
    if (turn.factor != 1)
        zoomBy(turn.factor, event->position().y());
    else
        verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(turn.by.y()));
}

void LinesView::press(QPointF position) {
    const std::optional<Target> target = targetAt(position);
    if (!target)
        return;
    // A second click on what is held lets it go again.
    const std::optional<PanelCell>& held = m_scene.selection.locked;
    const bool again =
        held && m_choice.side == target->side &&
        (target->cell
             ? *target->cell == *held
             : target->token == (target->side == LinesSide::Query ? held->row : held->column));
    if (again)
        Q_EMIT locked(std::nullopt);
    else
        ask(*target, true);
}

void LinesView::contextMenuEvent(QContextMenuEvent* event) {
    const std::optional<Target> target = targetAt(event->pos());
    if (!target || target->cell || target->side != LinesSide::Key)
        return QAbstractScrollArea::contextMenuEvent(event);
    const Index key = target->token;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool hidden = m_choice.hidden.others.contains(key);
    const QString name = LinesWords::word(m_picture, LinesSide::Key, key);
    menu->addAction(hidden ? tr("Show the key %1").arg(name) : tr("Hide the key %1").arg(name),
                    this, [this, key] {
                        LinesChoice choice = m_choice;
                        if (choice.hidden.others.erase(key) == 0)
                            choice.hidden.others.insert(key);
                        setChoice(choice);
                    });
    menu->popup(event->globalPos());
}

void LinesView::turnColumns(int by) {
    m_firstColumn =
        std::max(0, m_geometry.firstColumn +
                        by * std::max<int>(1, static_cast<int>(m_geometry.columns.size())));
    relayout();
    m_firstColumn = m_geometry.firstColumn;
    viewport()->update();
}

void LinesView::walk(int by) {
    if (m_picture.isEmpty())
        return;
    const Index count = m_picture.count(m_choice.side);
    const Index token = m_asked ? std::clamp<Index>(m_asked->token + by, 0, count - 1) : Index{0};
    const Target target{m_choice.side, token, {}};
    ask(target, m_scene.selection.locked.has_value());
    scrollTo(token);
}

void LinesView::scrollTo(Index token) {
    const QRectF row = m_geometry.row(static_cast<int>(token));
    QScrollBar* const bar = verticalScrollBar();
    if (row.top() < m_geometry.rows.top())
        bar->setValue(bar->value() - static_cast<int>(m_geometry.rows.top() - row.top() + 1));
    else if (row.bottom() > m_geometry.rows.bottom())
        bar->setValue(bar->value() + static_cast<int>(row.bottom() - m_geometry.rows.bottom() + 1));
}

bool LinesView::zoomKey(int key) {
    if (const auto factor = zoomOfKey(key))
        zoomBy(*factor, zoomCentre());
    else if (key == Qt::Key_Home && m_geometry.isZoomed()) // else it goes to the first stage
        showWhole();
    else
        return false;
    return true;
}

void LinesView::keyPressEvent(QKeyEvent* event) {
    // "+" needs the Shift key on most keyboards.
    if (m_picture.isEmpty() || (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))) {
        event->ignore();
        return;
    }
    if (zoomKey(event->key()))
        return;
    switch (event->key()) {
    case Qt::Key_Up: walk(-1); return;
    case Qt::Key_Down: walk(1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const std::optional<PanelCell> cell = m_scene.selection.asked())
            Q_EMIT locked(cell);
        return;
    default: event->ignore(); // also those that would scroll: they go through the stages
    }
}

/// Tab goes from the queries to the keys before it leaves, and back likewise.
bool LinesView::focusNextPrevChild(bool next) {
    const LinesSide to = next ? LinesSide::Key : LinesSide::Query;
    if (m_picture.count(to) == 0 || m_choice.side == to || !hasFocus())
        return QAbstractScrollArea::focusNextPrevChild(next);
    LinesChoice choice = m_choice;
    choice.side = to;
    setChoice(choice);
    return true;
}

void LinesView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !m_asked)
        walk(0);
    viewport()->update();
}

bool LinesView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip || m_picture.isEmpty())
        return QAbstractScrollArea::viewportEvent(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const std::optional<Target> target = targetAt(help->pos());
    QString text;
    if (target && target->cell) {
        const auto track =
            std::ranges::find(m_picture.tracks, target->cell->panel, &LinesTrack::panel);
        text = LinesWords::number(m_picture, *track, target->cell->row, target->cell->column);
    } else if (m_geometry.title.contains(help->pos())) { // of which the end may be cut off
        text = accessibleName() + u'\n' + accessibleDescription();
    } else if (help->pos().x() > m_geometry.lines.right() && !m_picture.count(LinesSide::Key)) {
        text = LinesWords::onlyQueries();
    } else if (target) {
        text = (target->side == LinesSide::Query ? m_picture.queryLabels : m_picture.keyLabels)
                   .value(target->token);
    }
    QToolTip::showText(help->globalPos(), unmistaken(text), viewport());
    return true;
}

} // namespace headscope
