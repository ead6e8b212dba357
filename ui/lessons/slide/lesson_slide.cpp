// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_slide.h"

#include "lessons/lesson_dots.h"
#include "lessons/lesson_words.h"
#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"
#include "scene/stage_text.h"
#include "scene/value_range.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

// Of 1920 × 1080.
constexpr double paneWidth = 704;
constexpr double marginRight = 64;
constexpr double marginLeft = 76;
constexpr double cellWidth = 90; ///< with the gap of 2
constexpr int sweepMilliseconds = 900;
constexpr double least = 20;

} // namespace

LessonSlide::LessonSlide(LessonSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session) {
    setFocusPolicy(Qt::StrongFocus);
    m_sweep.setStartValue(0.0);
    m_sweep.setEndValue(1.0);
    m_sweep.setDuration(sweepMilliseconds);
    m_sweep.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&m_sweep, &QVariantAnimation::valueChanged, this, [this] { update(); });
    connect(&session, &LessonSession::changed, this, &LessonSlide::lessonChanged);
}

double LessonSlide::unit() const {
    return std::min(width() / 1920.0, (height() + 132 * width() / 1920.0) / 1080.0);
}

void LessonSlide::setScene(const Scene& scene) {
    m_scene = scene;
    m_stage = scene.isEmpty() ? nullptr : preparedStage(scene);
    layOut();
    update();
}

const MatrixPanel* LessonSlide::panel() const {
    if (!m_stage || m_stage->panels.empty())
        return nullptr;
    const int last = static_cast<int>(m_stage->panels.size()) - 1;
    return &m_stage->panels[static_cast<std::size_t>(
                                std::clamp(m_scene.selection.panel, 0, last))]
                .panel;
}

CellColours LessonSlide::colours() const {
    const int last = static_cast<int>(m_stage->panels.size()) - 1;
    const auto shown = static_cast<std::size_t>(std::clamp(m_scene.selection.panel, 0, last));
    return {mapOf(m_stage->name, m_scene.display.map),
            m_stage->range(shown, m_scene.display.range), m_scene.display.theme};
}

bool LessonSlide::isShown() const {
    const LessonState* state = m_session.state();
    return state && state->verdict(m_session.current()) && !m_session.hidesAnswers();
}

void LessonSlide::lessonChanged() {
    if (std::exchange(m_wasShown, isShown()) != isShown()) {
        m_sweep.stop();
        if (isShown() && isVisible() && !m_scene.display.reducedMotion)
            m_sweep.start();
    }
    const LessonState* state = m_session.state();
    setAccessibleName(state ? plainText(state->said(m_session.lesson()
                                                        ->questions[m_session.current()]
                                                        .heading,
                                                    lessonLanguage(), m_session.current()),
                                        m_session)
                            : QString());
    layOut();
    update();
}

void LessonSlide::finish() {
    m_sweep.stop();
    update();
}

void LessonSlide::layOut() {
    const MatrixPanel* shown = panel();
    if (!shown)
        return;
    const double u = unit();
    m_question = QRectF(width() - (paneWidth + marginRight) * u, 24 * u, paneWidth * u,
                        height() - 56 * u);
    m_rowWords = rowLabels(m_scene.tokens(), *shown, m_scene.selection.sequence);
    m_columnWords = columnLabels(m_scene.tokens(), *shown, m_scene.selection.sequence);
    const QFontMetricsF rows(textFont(30 * u, QFont::DemiBold));
    double widest = rows.horizontalAdvance(tr("query")) + 20 * u;
    for (const QString& word : m_rowWords)
        widest = std::max(widest, rows.horizontalAdvance(word));
    const double labels = std::min(widest + 30 * u, 300 * u);
    const double left = marginLeft * u + labels;
    const double top = 96 * u;
    const double sums = 84 * u;
    const double across = static_cast<double>(m_columnWords.size());
    const double down = static_cast<double>(m_rowWords.size());
    m_cells = MatrixGeometry();
    m_cells.rows = shown->matrix.size(0);
    m_cells.columns = shown->matrix.size(1);
    m_cells.origin = QPointF(std::round(left), std::round(top));
    const double room = m_question.left() - sums - 24 * u - left;
    m_cells.pitchX = std::max(1.0, std::min(cellWidth * u, room / across));
    m_cells.pitchY = std::max(1.0, std::min(2 * cellWidth * u, (height() - 32 * u - top) / down));
    if (across <= 12 && down > 12)
        m_cells.pitchY = std::min(m_cells.pitchY, m_cells.pitchX);
    m_cells.pitchY = std::min(m_cells.pitchY, 1.4 * m_cells.pitchX);
    if (m_cells.pitchX >= 8 && m_cells.pitchY >= 8) {
        m_cells.pitchX = std::floor(m_cells.pitchX);
        m_cells.pitchY = std::floor(m_cells.pitchY);
    }
    m_cells.gap = m_cells.smallerPitch() >= 12 ? std::max(1.0, std::round(2 * u)) : 0;
}

std::optional<LessonPlace> LessonSlide::rightPlace() const {
    const LessonState* state = m_session.state();
    if (!isShown())
        return std::nullopt;
    const LessonQuestion& question = m_session.lesson()->questions[m_session.current()];
    if (question.kind == LessonQuestion::Kind::Pair)
        return state->place(question.cell);
    const auto& verdict = *state->verdict(m_session.current());
    for (std::size_t i = 0; i < question.candidates.size() && i < verdict.options.size(); ++i) {
        if (verdict.options[i])
            return state->place(question.candidates[i]);
    }
    return std::nullopt;
}

void LessonSlide::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme(m_scene.display.theme).base);
    if (!panel() || !m_session.state())
        return;
    paintGrid(painter);
    paintSweep(painter);
    paintRings(painter);
    paintQuestion(painter);
}

void LessonSlide::paintGrid(QPainter& painter) const {
    const double u = unit();
    const Theme& theme_ = theme(m_scene.display.theme);
    const MatrixPanel& shown = *panel();
    const CellColours look = colours();
    paintMatrix(painter, m_cells, shown, cellImage(shown, look, false), look,
                m_scene.display.valuesInCells, DigitSizes(24 * u, std::min(least * u, 14.0)));
    // The words of what is asked about are tinted on both sides.
    std::vector<Index> rows;
    std::vector<Index> columns;
    for (const PointedAt& at : m_scene.pointed) {
        if (at.letter.isEmpty())
            continue;
        if (at.row)
            rows.push_back(*at.row);
        if (at.column)
            columns.push_back(*at.column);
    }
    const auto asked = [](const std::vector<Index>& places, Index i) {
        return std::ranges::find(places, i) != places.end();
    };
    const double tall = m_cells.pitchY - m_cells.gap;
    const double rowPixels = std::clamp(tall / 1.3, 8.0, 30 * u);
    const Index rowStep = labelStep(m_cells.pitchY, 1.2 * rowPixels);
    for (Index i = 0; i < m_cells.rows; i += rowStep) {
        const QRectF cell = m_cells.cellRect(i, 0);
        const QRectF room(marginLeft * u, cell.top(), m_cells.origin.x() - (marginLeft + 10) * u,
                          cell.height());
        const bool marked = asked(rows, i);
        if (marked)
            painter.fillRect(room.adjusted(0, 0, 6 * u, 0), theme_.accentTint);
        painter.setFont(textFont(rowPixels, marked ? QFont::Bold : QFont::Normal));
        painter.setPen(theme_.text);
        drawElidedText(painter, room.adjusted(0, 0, -10 * u, 0), Qt::AlignRight | Qt::AlignVCenter,
                       m_rowWords.value(static_cast<int>(i)));
    }
    double widest = 1;
    const QFontMetricsF metrics(textFont(27 * u, QFont::Bold));
    for (const QString& word : m_columnWords)
        widest = std::max(widest, metrics.horizontalAdvance(word));
    const double columnPixels = std::clamp(27 * u * (m_cells.pitchX - 8) / widest, 12.0, 27 * u);
    const Index columnStep = labelStep(m_cells.pitchX, widest * columnPixels / (27 * u));
    for (Index i = 0; i < m_cells.columns; i += columnStep) {
        const QRectF cell = m_cells.cellRect(0, i);
        const QRectF room(cell.left(), cell.top() - 56 * u, cell.width() * columnStep, 50 * u);
        const bool marked = asked(columns, i);
        if (marked)
            painter.fillRect(room, theme_.accentTint);
        painter.setFont(textFont(columnPixels, marked ? QFont::Bold : QFont::Normal));
        painter.setPen(theme_.text);
        painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine,
                         m_columnWords.value(static_cast<int>(i)));
    }
    if (isQueryKeyStage(m_scene.selection.stage)) {
        painter.setFont(textFont(27 * u));
        painter.setPen(theme_.secondary);
        const QRectF corner(marginLeft * u, 6 * u, m_cells.origin.x() - (marginLeft + 14) * u,
                            40 * u);
        painter.drawText(corner, Qt::AlignRight | Qt::AlignVCenter, tr("key") + QStringLiteral(" →"));
        painter.drawText(corner.translated(0, 40 * u), Qt::AlignRight | Qt::AlignVCenter,
                         tr("query") + QStringLiteral(" ↓"));
    }
}

void LessonSlide::paintRings(QPainter& painter) const {
    const double u = unit();
    for (const PointedAt& at : m_scene.pointed) {
        if (at.letter.isEmpty() || !at.row || !at.column || *at.row >= m_cells.rows ||
            *at.column >= m_cells.columns || (at.panel && *at.panel != m_scene.selection.panel))
            continue;
        const QRectF cell = m_cells.cellRect(*at.row, *at.column);
        painter.setOpacity(at.faded ? 0.25 : 1);
        const double line = std::max(2.0, std::round(4 * u));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Qt::white, line, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(cell.adjusted(1.2 * line, 1.2 * line, -1.2 * line, -1.2 * line));
        painter.setPen(QPen(Qt::black, line, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(cell.adjusted(0, 0, 0, 0));
        const double side = std::min(30 * u, 0.45 * cell.height());
        const QRectF badge(cell.left() - line / 2, cell.top() - line / 2, side, side);
        painter.fillRect(badge, Qt::black);
        painter.setPen(Qt::white);
        painter.setFont(textFont(side * 0.75, QFont::Bold));
        painter.drawText(badge, Qt::AlignCenter, at.letter);
        painter.setOpacity(1);
    }
}

void LessonSlide::paintSweep(QPainter& painter) const {
    const auto place = rightPlace();
    if (!place || !place->query || *place->query >= m_cells.rows ||
        m_stage->name != TensorName::AttentionWeights)
        return;
    const double u = unit();
    const Theme& theme_ = theme(m_scene.display.theme);
    const bool moves = m_sweep.state() == QVariantAnimation::Running;
    const double along = moves ? m_sweep.currentValue().toDouble() : 1;
    const QRectF first = m_cells.cellRect(*place->query, 0);
    const QRectF last = m_cells.cellRect(*place->query, m_cells.columns - 1);
    QRectF row = first.united(last);
    row.setWidth(row.width() * along);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_.accent, std::max(2.0, 4 * u)));
    painter.drawRect(row.adjusted(-2 * u, -2 * u, 2 * u, 2 * u));
    if (along < 1)
        return;
    const MatrixPanel& shown = *panel();
    double sum = 0;
    for (Index key = 0; key < m_cells.columns; ++key)
        sum += shown.matrix(*place->query, key);
    painter.setPen(theme_.accent);
    painter.setFont(numberFont(28 * u, QFont::DemiBold));
    painter.drawText(QRectF(last.right() + 10 * u, last.top(), 90 * u, last.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     sumText(sum, static_cast<std::size_t>(m_cells.columns)));
}

double LessonSlide::paintRich(QPainter& painter, const QRectF& room, const QString& html,
                              double pixels, int weight, const QColor& colour) const {
    QTextDocument document;
    document.setDocumentMargin(0);
    QFont font = textFont(pixels, static_cast<QFont::Weight>(weight));
    if (lessonLanguage() == LessonLanguage::Chinese) // quotation marks, too
        font.setFamilies(QStringList{QStringLiteral("Noto Sans CJK SC")} + font.families());
    document.setDefaultFont(font);
    document.setHtml(html);
    document.setTextWidth(room.width());
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, colour);
    context.clip = QRectF(0, 0, room.width(), room.height());
    painter.save();
    painter.translate(room.topLeft());
    painter.setClipRect(context.clip);
    document.documentLayout()->draw(&painter, context);
    painter.restore();
    return document.size().height();
}

void LessonSlide::paintQuestion(QPainter& painter) {
    const double u = unit();
    const Theme& theme_ = theme(m_scene.display.theme);
    const LessonState& state = *m_session.state();
    const Lesson& lesson = *m_session.lesson();
    const std::size_t current = m_session.current();
    const LessonQuestion& question = lesson.questions[current];
    const LessonLanguage language = lessonLanguage();
    const auto all = lessons();
    const auto found = std::ranges::find(all, m_session.lesson());
    const int place = found == all.end() ? -1 : static_cast<int>(found - all.begin());

    QRectF line(m_question.left(), m_question.top(), m_question.width(), 44 * u);
    const double dots = place >= 0 ? 15 * 1.6 * u * static_cast<double>(all.size()) + 16 * u : 0;
    const QString number = place >= 0 ? tr("Lesson %1").arg(place + 1) : tr("Lesson");
    painter.setFont(textFont(28 * u));
    painter.setPen(theme_.secondary);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, number);
    const double taken = QFontMetricsF(painter.font()).horizontalAdvance(number) + 24 * u;
    painter.setPen(theme_.text);
    drawMathText(painter, line.adjusted(taken, 0, -dots, 0), Qt::AlignLeft | Qt::AlignVCenter,
                 elidedMathText(markupText(state.said(lesson.title, language), m_session),
                                textFont(28 * u, QFont::DemiBold), line.width() - taken - dots),
                 textFont(28 * u, QFont::DemiBold));
    if (place >= 0)
        paintLessonDots(painter, {line.right() - dots + 26 * u, line.center().y()}, 1.6 * u, place,
                        static_cast<int>(all.size()), palette());

    double y = line.bottom() + 32 * u;
    const QString heading = mathHtml(
        markupText(state.said(question.heading, language, current), m_session));
    // As large as leaves room for what can be chosen.
    double pixels = 60 * u;
    const QString plain = withoutMarkup(
        markupText(state.said(question.heading, language, current), m_session));
    while (pixels > 36 * u &&
           QFontMetricsF(textFont(pixels, QFont::DemiBold))
                   .boundingRect(QRectF(0, 0, m_question.width(), 10000), Qt::TextWordWrap, plain)
                   .height() > 210 * u)
        pixels -= 2 * u;
    y += paintRich(painter, QRectF(m_question.left(), y, m_question.width(), 260 * u), heading,
                   pixels, QFont::DemiBold, theme_.text) +
         18 * u;
    if (!question.prompt.isEmpty())
        y += paintRich(painter, QRectF(m_question.left(), y, m_question.width(), 160 * u),
                       mathHtml(markupText(state.said(question.prompt, language, current),
                                           m_session)),
                       30 * u, QFont::Normal, theme_.secondary) +
             18 * u;
    const double foot = m_question.bottom() - 190 * u;
    const QRectF rest(m_question.left(), y, m_question.width(), std::max(60 * u, foot - y));
    m_cards.clear();
    if (question.kind == LessonQuestion::Kind::Choice)
        y += paintCards(painter, rest);
    else
        y += paintNumber(painter, rest);
    y += 18 * u;
    QRectF below(m_question.left(), y, m_question.width(), std::max(0.0, foot - y));
    if (below.height() > 30 * u) {
        if (isShown()) {
            const auto why = state.explanation(current, language);
            if (!why.empty()) {
                const QString html = mathHtml(markupText(why.front(), m_session));
                double size = 30 * u;
                QTextDocument probe;
                probe.setDocumentMargin(0);
                for (; size > least * u; size -= u) {
                    probe.setDefaultFont(textFont(size));
                    probe.setHtml(html);
                    probe.setTextWidth(below.width());
                    if (probe.size().height() <= below.height())
                        break;
                }
                paintRich(painter, below, html, size, QFont::Normal, theme_.text);
            }
        } else {
            QString html;
            for (std::size_t i = 0; i < state.hints(current); ++i)
                html += QStringLiteral("<p style=\"margin:0\">%1</p>")
                            .arg(tr("Hint %1: ").arg(i + 1) +
                                 mathHtml(markupText(
                                     state.said(question.hints[i], language, current), m_session)));
            if (html.isEmpty())
                html = question.kind == LessonQuestion::Kind::Number
                           ? tr("Say a number first, then see.")
                           : tr("Hands up first, then see.");
            paintRich(painter, below, html, (state.hints(current) > 0 ? 28 : 34) * u,
                      QFont::Normal, theme_.text);
        }
    }
    paintFoot(painter, QRectF(m_question.left(), foot + 10 * u, m_question.width(), 180 * u));
}

double LessonSlide::paintCards(QPainter& painter, const QRectF& room) {
    const double u = unit();
    const Theme& theme_ = theme(m_scene.display.theme);
    const LessonState& state = *m_session.state();
    const std::size_t current = m_session.current();
    const LessonQuestion& question = m_session.lesson()->questions[current];
    const auto count = static_cast<double>(question.options.size());
    const double gap = 18 * u;
    const double high = std::min(120 * u, (room.height() - gap * (count - 1)) / count);
    const auto& verdict = state.verdict(current);
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const QRectF card(room.left(), room.top() + static_cast<double>(i) * (high + gap),
                          room.width(), high);
        m_cards.push_back(card);
        const bool right = isShown() && verdict->options[i];
        painter.setOpacity(isShown() && !right ? 0.25 : 1);
        painter.fillRect(card, right ? theme_.accentTint : theme_.window);
        if (right)
            painter.fillRect(QRectF(card.left(), card.top(), 6 * u, card.height()), theme_.accent);
        const double side = std::min(64 * u, high - 16 * u);
        const QRectF badge(card.left() + 28 * u, card.center().y() - side / 2, side, side);
        painter.fillRect(badge, Qt::black);
        painter.setPen(Qt::white);
        painter.setFont(textFont(side * 0.7, QFont::Bold));
        painter.drawText(badge, Qt::AlignCenter, QChar(u'A' + static_cast<int>(i)));
        const LessonLanguage language = lessonLanguage();
        const QString text =
            plainText(state.said(question.options[i].text, language, current), m_session);
        const QString note =
            plainText(state.said(question.options[i].note, language, current), m_session);
        const bool isNumber = !text.isEmpty() && (text[0].isDigit() || text[0] == u'√');
        painter.setFont(textFont(28 * u));
        const double noteWidth =
            note.isEmpty() ? 0 : QFontMetricsF(painter.font()).horizontalAdvance(note) + 12 * u;
        painter.setPen(theme_.secondary);
        painter.drawText(card.adjusted(0, 0, -32 * u, 0), Qt::AlignRight | Qt::AlignVCenter, note);
        QRectF words = card;
        words.setLeft(badge.right() + 36 * u);
        words.setRight(card.right() - 32 * u - noteWidth);
        painter.setPen(theme_.text);
        QFont font = isNumber ? numberFont(64 * u, QFont::Bold) : textFont(38 * u, QFont::DemiBold);
        font = fittedFont(font, text, words.width(), 30 * u);
        painter.setFont(font);
        const int wrap = isNumber ? 0 : static_cast<int>(Qt::TextWordWrap);
        painter.drawText(words, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | wrap, text);
        painter.setOpacity(1);
    }
    return count * high + (count - 1) * gap;
}

double LessonSlide::paintNumber(QPainter& painter, const QRectF& room) const {
    const double u = unit();
    const Theme& theme_ = theme(m_scene.display.theme);
    const LessonState& state = *m_session.state();
    const std::size_t current = m_session.current();
    const LessonQuestion& question = m_session.lesson()->questions[current];
    const double high = std::min(120 * u, room.height());
    if (question.kind == LessonQuestion::Kind::Pair) {
        const auto place = rightPlace();
        QString text = QStringLiteral("?");
        if (place)
            text = place->key && place->query
                       ? tr("row %1, column %2")
                             .arg(m_session.word(false, *place->query),
                                  m_session.word(true, *place->key))
                   : place->query ? tr("row %1").arg(m_session.word(false, *place->query))
                                  : tr("column %1").arg(m_session.word(true, *place->key));
        painter.setPen(theme_.text);
        painter.setFont(fittedFont(textFont(56 * u, QFont::DemiBold), text, room.width(), 30 * u));
        painter.fillRect(QRectF(room.topLeft(), QSizeF(room.width(), high)), theme_.window);
        painter.drawText(QRectF(room.left(), room.top(), room.width(), high), Qt::AlignCenter,
                         text);
        return high;
    }
    const QRectF card(room.left(), room.top(), room.width(), high);
    painter.fillRect(card, theme_.window);
    const auto now = question.now ? state.number(*question.now, current) : std::nullopt;
    const int decimals = question.decimals == 0 ? 0 : question.decimals + 1;
    QRectF words = card.adjusted(32 * u, 0, -32 * u, 0);
    painter.setFont(numberFont(64 * u));
    painter.setPen(theme_.secondary);
    if (now) {
        const QString before = lessonNumber(now, decimals) + QStringLiteral(" → ");
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, before);
        words.setLeft(words.left() + QFontMetricsF(painter.font()).horizontalAdvance(before));
    }
    painter.setFont(numberFont(64 * u, QFont::Bold));
    painter.setPen(isShown() ? theme_.accent : theme_.text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     isShown() ? lessonNumber(state.verdict(current)->answer,
                                              decimals + (decimals > 0 ? 1 : 0))
                               : QStringLiteral("?"));
    return high;
}

void LessonSlide::paintFoot(QPainter& painter, const QRectF& room) const {
    const double u = unit();
    const Theme& theme_ = theme(m_scene.display.theme);
    painter.fillRect(QRectF(room.left(), room.top(), room.width(), std::max(1.0, u)),
                     theme_.hairline);
    double x = room.left();
    // Those that do something now.
    const bool last = m_session.current() + 1 >= m_session.lesson()->questions.size();
    std::vector<std::pair<QString, QString>> keys;
    if (!isShown())
        keys = {{tr("Space"), tr("show")}, {QStringLiteral("H"), tr("hint")}};
    else if (!last)
        keys = {{tr("Space"), tr("go on")}, {QStringLiteral("N"), tr("next question")}};
    else
        keys = {{QStringLiteral("Esc"), tr("leave")}};
    for (const auto& [key, what] : keys) {
        painter.setFont(textFont(24 * u));
        const QFontMetricsF metrics(painter.font());
        const QRectF cap(x, room.top() + 30 * u,
                         std::max(46 * u, metrics.horizontalAdvance(key) + 28 * u), 46 * u);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme_.controlBorder, std::max(1.0, 1.5 * u)));
        painter.setBrush(theme_.window);
        painter.drawRoundedRect(cap, 3 * u, 3 * u);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme_.text);
        painter.drawText(cap, Qt::AlignCenter, key);
        painter.setPen(theme_.secondary);
        const QRectF words(cap.right() + 14 * u, cap.top(), 260 * u, cap.height());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, what);
        x = words.left() + metrics.horizontalAdvance(what) + 40 * u;
    }
    const MatrixPanel& shown = *panel();
    const QRectF line(room.left(), room.bottom() - 62 * u, room.width(), 48 * u);
    double left = line.left();
    if (shown.kind == MatrixPanel::Kind::Head) {
        const QColor colour = headColour(shown.head, m_scene.display.theme);
        painter.fillRect(QRectF(left, line.top(), 48 * u, 48 * u), colour);
        painter.setPen(textColourOn(colour.rgb()));
        painter.setFont(textFont(28 * u, QFont::Bold));
        painter.drawText(QRectF(left, line.top(), 48 * u, 48 * u), Qt::AlignCenter,
                         QString::number(shown.head + 1));
        left += 64 * u;
    }
    // The bar of colours with its two ends.
    const CellColours look = colours();
    const QString low = rangeText(look.range.low);
    const QString high = rangeText(look.range.high);
    painter.setFont(numberFont(24 * u));
    const QFontMetricsF digits(painter.font());
    const double bar = 220 * u;
    const double lowWidth = digits.horizontalAdvance(low) + 10 * u;
    const double highWidth = digits.horizontalAdvance(high) + 10 * u;
    const QRectF colourBar(line.right() - highWidth - bar, line.center().y() - 11 * u, bar, 22 * u);
    painter.setPen(theme_.text);
    painter.drawText(QRectF(colourBar.left() - lowWidth, line.top(), lowWidth, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, low);
    painter.drawText(QRectF(colourBar.right() + 10 * u, line.top(), highWidth, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, high);
    double at = colourBar.left();
    for (const QRgb colour : colourRamp(look.map, std::max(2, static_cast<int>(bar)))) {
        painter.fillRect(QRectF(at, colourBar.top(), 1.5, colourBar.height()), QColor(colour));
        at += 1;
    }
    painter.setFont(textFont(28 * u));
    const QString stage = stageName(m_scene.selection.stage);
    const QString name = shown.kind == MatrixPanel::Kind::Head
                             ? tr("head %1, %2").arg(shown.head + 1).arg(stage)
                             : stage;
    painter.setPen(theme_.text);
    drawElidedText(painter,
                   QRectF(left, line.top(), colourBar.left() - lowWidth - left - 10 * u,
                          line.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, name);
}

void LessonSlide::advance() {
    const LessonState* state = m_session.state();
    if (!state || m_session.isWaiting())
        return;
    if (state->verdict(m_session.current()))
        m_session.next();
    else
        m_session.revealToClass();
}

bool LessonSlide::handleKey(int key) {
    if (!m_session.state())
        return false;
    switch (key) {
    case Qt::Key_Space: advance(); return true;
    case Qt::Key_H: m_session.hint(m_session.current()); return true;
    case Qt::Key_N: m_session.next(); return true;
    default: return false;
    }
}

void LessonSlide::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void LessonSlide::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        lessonChanged();
    QWidget::changeEvent(event);
}

} // namespace headscope
