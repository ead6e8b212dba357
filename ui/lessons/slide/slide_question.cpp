// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/slide/slide_question.h"

#include "lessons/lesson_dots.h"
#include "lessons/lesson_words.h"
#include "lessons/slide/slide_matrix.h"
#include "painters/head_badge.h"
#include "painters/rings.h"
#include "scene/value_range.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"

#include <QAbstractTextDocumentLayout>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include <algorithm>

namespace headscope {

namespace {

/// Nothing is smaller on a screen of 1920 × 1080.
constexpr double leastPixels = 20;
constexpr double cardHeight = 120;
constexpr double leastCard = 68;
constexpr double cardGap = 18;
constexpr double paragraphGap = 10;
constexpr double digitGap = 7; ///< of "1 048 576"

bool isNumber(const QString& text) {
    return !text.isEmpty() && (text[0].isDigit() || text[0] == u'√');
}

/// As rich text is written: in Chinese quotation marks are those of its letters, too, whose lines
/// are higher.
QFont richFont(QFont font) {
    if (currentLanguage() == Language::Chinese)
        font.setFamilies(QStringList{QStringLiteral("Noto Sans CJK SC")} + font.families());
    return font;
}

double richHeight(const QString& html, double width, const QFont& font) {
    QTextDocument document;
    document.setDocumentMargin(0);
    document.setDefaultFont(richFont(font));
    document.setHtml(html);
    document.setTextWidth(width);
    return document.size().height();
}

/// As large as lets the text have no more than that height.
QFont fittedHeight(const QString& html, double width, double height, double most, double least,
                   double step, QFont::Weight weight) {
    for (double pixels = most;; pixels -= step) {
        const QFont font = textFont(pixels, weight);
        if (pixels - step < least || richHeight(html, width, font) <= height)
            return font;
    }
}

} // namespace

SlideQuestion::SlideQuestion(const LessonSession& session, ThemeKind kind, double unit)
    : m_session(session)
    , m_state(*session.state())
    , m_current(session.current())
    , m_question(m_state.lesson().questions[m_current])
    , m_shown(session.showsAnswer())
    , m_theme(theme(kind))
    , m_unit(unit) {}

QString SlideQuestion::explanation() const {
    QString all;
    for (const SaidText& why : m_state.explanation(m_current, currentLanguage()))
        all += QStringLiteral("<p style=\"margin:0 0 %1px 0\">%2</p>")
                   .arg(paragraphGap * m_unit)
                   .arg(unbroken(mathHtml(markupText(why, m_session)), digitGap * m_unit));
    return all;
}

double SlideQuestion::gapOfCards() const {
    return m_shown ? cardGap / 3 : cardGap;
}

double SlideQuestion::leastCards() const {
    const auto count =
        m_question.kind == LessonQuestion::Kind::Choice ? m_question.options.size() : 1;
    return (gapOfCards() + leastCard) * static_cast<double>(count) * m_unit - gapOfCards() * m_unit;
}

QString SlideQuestion::html(const LessonText& text) const {
    return unbroken(mathHtml(words(text)), digitGap * m_unit);
}

QString SlideQuestion::words(const LessonText& text) const {
    return markupText(m_state.said(text, currentLanguage(), m_current), m_session);
}

void SlideQuestion::paint(QPainter& painter, const QRectF& room, const SlideMatrix& matrix) const {
    const double u = m_unit;
    const QRectF title(room.left(), room.top(), room.width(), 44 * u);
    paintTitle(painter, title);
    // An explanation gets the air that nobody needs any more.
    const double air = (m_shown ? 8 : 18) * u;
    double y = title.bottom() + (m_shown ? 12 : 32) * u;
    const auto from = [&](double bottom) {
        return QRectF(room.left(), y, room.width(), std::max(0.0, bottom - y));
    };
    const double foot = room.bottom() - 190 * u;
    // Whose words these are, where they are not those that stood there before.
    if (const QString ground = m_session.ground(); !ground.isEmpty() && m_current == 0 && !m_shown)
        y += paintRich(painter, from(y + 120 * u), ground.toHtmlEscaped(), textFont(26 * u),
                       m_theme.secondary) +
             air;
    y += paintHeading(painter, from(y + 260 * u)) + air;
    if (!m_question.prompt.isEmpty() && !m_shown) // why it is so takes its room
        y += paintPrompt(painter, from(y + 200 * u)) + air;
    // What is said below them needs some room; an explanation may be smaller where it is long.
    const Below below = said();
    const double needed =
        richHeight(below.html, room.width(), textFont((m_shown ? 0.8 : 1) * below.pixels));
    const QRectF rest = from(std::max(foot - air - needed, y + leastCards()));
    switch (m_question.kind) {
    case LessonQuestion::Kind::Choice: y += paintCards(painter, rest); break;
    case LessonQuestion::Kind::Number: y += paintNumber(painter, rest); break;
    case LessonQuestion::Kind::Pair: y += paintPlace(painter, rest); break;
    }
    y += air;
    if (const QRectF left = from(foot); left.height() > 30 * u)
        paintRich(painter, left, below.html,
                  fittedHeight(below.html, left.width(), left.height(), below.pixels,
                               leastPixels * u, u, QFont::Normal),
                  m_theme.text);
    const QRectF last(room.left(), foot + 10 * u, room.width(), 180 * u);
    painter.fillRect(QRectF(last.left(), last.top(), last.width(), std::max(1.0, u)),
                     m_theme.hairline);
    paintKeys(painter, QRectF(last.left(), last.top() + 30 * u, last.width(), 46 * u));
    if (!matrix.isEmpty())
        paintLegend(painter, QRectF(last.left(), last.bottom() - 62 * u, last.width(), 48 * u),
                    matrix);
}

double SlideQuestion::paintRich(QPainter& painter, const QRectF& room, const QString& html,
                                const QFont& wanted, const QColor& colour) const {
    QTextDocument document;
    document.setDocumentMargin(0);
    const QFont font = richFont(wanted);
    const bool isChinese = currentLanguage() == Language::Chinese;
    document.setDefaultFont(font);
    document.setHtml(html);
    document.setTextWidth(room.width());
    // A Chinese quotation mark fills the right half of its square: the empty half hangs out.
    const double hanging =
        isChinese && document.firstBlock().text().startsWith(u'“') ? 0.5 * font.pixelSize() : 0;
    if (hanging > 0) {
        QTextBlockFormat format;
        format.setTextIndent(-hanging);
        QTextCursor(document.firstBlock()).mergeBlockFormat(format);
    }
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, colour);
    context.clip = QRectF(-hanging, 0, room.width() + hanging, room.height());
    painter.save();
    painter.translate(room.topLeft());
    painter.setClipRect(context.clip);
    document.documentLayout()->draw(&painter, context);
    painter.restore();
    return document.size().height();
}

void SlideQuestion::paintTitle(QPainter& painter, const QRectF& line) const {
    const double u = m_unit;
    const LessonProgress progress = m_session.progress();
    const double dots = progress.place ? lessonDotsWidth(progress, 1.6 * u) + 16 * u : 0;
    const QString number = progress.place ? tr("Lesson %1").arg(*progress.place + 1) : tr("Lesson");
    painter.setFont(textFont(28 * u));
    painter.setPen(m_theme.secondary);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, number);
    const double taken = QFontMetricsF(painter.font()).horizontalAdvance(number) + 24 * u;
    const QFont bold = textFont(28 * u, QFont::DemiBold);
    painter.setPen(m_theme.text);
    const double left = line.width() - taken - dots;
    QString title = words(m_state.lesson().title);
    if (mathTextWidth(title, bold) > left)
        title = words(m_state.lesson().shortTitle);
    drawMathText(painter, line.adjusted(taken, 0, -dots, 0), Qt::AlignLeft | Qt::AlignVCenter,
                 elidedMathText(title, bold, left), bold);
    if (progress.place)
        paintLessonDots(painter, {line.right() - dots + 16 * u, line.center().y()}, 1.6 * u,
                        progress, {m_theme.accent, m_theme.secondary, m_theme.controlBorder});
}

double SlideQuestion::paintHeading(QPainter& painter, const QRectF& room) const {
    // As large as leaves room for what can be chosen.
    const QString heading = html(m_question.heading);
    return paintRich(painter, room, heading,
                     fittedHeight(heading, room.width(), (m_shown ? 110 : 210) * m_unit,
                                  (m_shown ? 44 : 60) * m_unit, 28 * m_unit, 2 * m_unit,
                                  QFont::DemiBold),
                     m_theme.text);
}

double SlideQuestion::paintPrompt(QPainter& painter, const QRectF& room) const {
    const QString prompt = html(m_question.prompt);
    return paintRich(painter, room, prompt,
                     fittedHeight(prompt, room.width(), 170 * m_unit, 30 * m_unit, 24 * m_unit,
                                  m_unit, QFont::Normal),
                     m_theme.secondary);
}

double SlideQuestion::paintCards(QPainter& painter, const QRectF& room) const {
    const auto count = static_cast<double>(m_question.options.size());
    const double gap = gapOfCards() * m_unit;
    const double high = std::min(cardHeight * m_unit, (room.height() - gap * (count - 1)) / count);
    const auto card = [&](std::size_t i) {
        return QRectF(room.left(), room.top() + static_cast<double>(i) * (high + gap), room.width(),
                      high);
    };
    const QFont font = cardFont(card(0));
    for (std::size_t i = 0; i < m_question.options.size(); ++i)
        paintCard(painter, card(i), i, font);
    return count * high + (count - 1) * gap;
}

SlideQuestion::CardParts SlideQuestion::cardParts(const QRectF& card, const QString& note) const {
    const double u = m_unit;
    CardParts parts;
    const double side = std::min(64 * u, card.height() - 16 * u);
    parts.badge = {card.left() + 28 * u, card.center().y() - side / 2, side, side};
    const double wide =
        note.isEmpty() ? 0
                       : std::min(QFontMetricsF(textFont(28 * u)).horizontalAdvance(note) + 12 * u,
                                  0.44 * card.width());
    parts.note = {card.right() - 32 * u - wide, card.top(), wide, card.height()};
    parts.text = {QPointF(parts.badge.right() + 36 * u, card.top()),
                  QPointF(parts.note.left() - 12 * u, card.bottom())};
    return parts;
}

QFont SlideQuestion::cardFont(const QRectF& card) const {
    const auto text = [this](const LessonOption& option) {
        return withoutMarkup(words(option.text));
    };
    // Numbers stand alone and are large, words may have two lines.
    const bool numbers = std::ranges::all_of(
        m_question.options, [&](const LessonOption& option) { return isNumber(text(option)); });
    QFont font =
        numbers ? numberFont(64 * m_unit, QFont::Bold) : textFont(38 * m_unit, QFont::DemiBold);
    for (const LessonOption& option : m_question.options)
        font = fittedFont(font, text(option),
                          cardParts(card, withoutMarkup(words(option.note))).text.width(),
                          30 * m_unit);
    return font;
}

void SlideQuestion::paintCard(QPainter& painter, const QRectF& card, std::size_t option,
                              const QFont& font) const {
    const double u = m_unit;
    const bool right = m_shown && m_state.verdict(m_current)->options[option];
    painter.save();
    painter.setOpacity(m_shown && !right ? 0.25 : 1);
    painter.fillRect(card, right ? m_theme.accentTint : m_theme.window);
    if (right)
        painter.fillRect(QRectF(card.left(), card.top(), 6 * u, card.height()), m_theme.accent);
    const LessonOption& said = m_question.options[option];
    const QString text = withoutMarkup(words(said.text));
    const QString note = withoutMarkup(words(said.note));
    const CardParts parts = cardParts(card, note);
    paintLetterBadge(painter, parts.badge, optionLetter(option));
    painter.setFont(textFont(28 * u));
    painter.setPen(m_theme.secondary);
    painter.drawText(parts.note,
                     static_cast<int>(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextWordWrap, note);
    painter.setPen(m_theme.text);
    painter.setFont(font);
    painter.drawText(parts.text,
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) |
                         (isNumber(text) ? 0 : static_cast<int>(Qt::TextWordWrap)),
                     text);
    painter.restore();
}

double SlideQuestion::paintPlace(QPainter& painter, const QRectF& room) const {
    const QRectF card(room.left(), room.top(), room.width(),
                      std::min(cardHeight * m_unit, room.height()));
    QString text = QStringLiteral("?");
    if (const auto place = m_shown ? m_state.rightPlace(m_current) : std::nullopt) {
        const QString row = place->query ? m_session.word(false, *place->query) : QString();
        const QString column = place->key ? m_session.word(true, *place->key) : QString();
        text = place->query && place->key ? tr("row %1, column %2").arg(row, column)
               : place->query             ? tr("row %1").arg(row)
                                          : tr("column %1").arg(column);
    }
    painter.fillRect(card, m_theme.window);
    painter.setPen(m_shown ? m_theme.accent : m_theme.text);
    painter.setFont(
        fittedFont(textFont(56 * m_unit, QFont::DemiBold), text, card.width(), 30 * m_unit));
    painter.drawText(card, Qt::AlignCenter, text);
    return card.height();
}

double SlideQuestion::paintNumber(QPainter& painter, const QRectF& room) const {
    const double u = m_unit;
    const QRectF card(room.left(), room.top(), room.width(),
                      std::min(cardHeight * u, room.height()));
    painter.fillRect(card, m_theme.window);
    const NumberWords said = numberWords(m_state, m_current, m_shown);
    QRectF text = card.adjusted(32 * u, 0, -32 * u, 0);
    painter.setFont(numberFont(64 * u));
    painter.setPen(m_theme.secondary);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, said.before);
    text.setLeft(text.left() + QFontMetricsF(painter.font()).horizontalAdvance(said.before));
    painter.setFont(numberFont(64 * u, QFont::Bold));
    painter.setPen(m_shown ? m_theme.accent : m_theme.text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, said.answer);
    return card.height();
}

SlideQuestion::Below SlideQuestion::said() const {
    const double u = m_unit;
    if (m_shown)
        return {explanation(), 30 * u};
    if (m_state.hints(m_current) > 0) {
        QString hints;
        for (std::size_t i = 0; i < m_state.hints(m_current); ++i)
            hints += QStringLiteral("<p style=\"margin:0\">%1</p>")
                         .arg(tr("Hint %1: ").arg(i + 1) + html(m_question.hints[i]));
        return {hints, 28 * u};
    }
    return {m_question.kind == LessonQuestion::Kind::Number ? tr("Say a number first, then see.")
                                                            : tr("Hands up first, then see."),
            34 * u};
}

void SlideQuestion::paintKeys(QPainter& painter, const QRectF& room) const {
    const double u = m_unit;
    const bool last = m_current + 1 >= m_state.lesson().questions.size();
    const bool open = m_state.isAsked(m_current);
    std::vector<std::pair<QString, QString>> keys;
    if (open)
        keys = {{tr("Space"), tr("show")}, {QStringLiteral("H"), tr("hint")}};
    else if (!last)
        keys = {{tr("Space"), tr("go on")}};
    if (!last && (!open || m_session.hidesAnswers()))
        keys.emplace_back(QStringLiteral("N"), tr("next question"));
    else if (m_state.isDone() && m_session.isAskingAgain())
        keys.emplace_back(QStringLiteral("N"), tr("the lesson"));
    else if (m_state.isDone() && !m_session.hidesAnswers() && m_session.following())
        keys.emplace_back(QStringLiteral("N"), tr("next lesson"));
    else if (last && m_state.isDone() && (m_session.leadsToOwn() || m_session.isAskingOwn()))
        keys.emplace_back(QStringLiteral("N"), tr("my sentence"));
    if (last || (open && !m_session.hidesAnswers()))
        keys.emplace_back(QStringLiteral("Esc"), tr("leave"));
    const QFont font = textFont(24 * u);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    double x = room.left();
    for (const auto& [key, what] : keys) {
        const QRectF cap(x, room.top(),
                         std::max(room.height(), metrics.horizontalAdvance(key) + 28 * u),
                         room.height());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_theme.controlBorder, std::max(1.0, 1.5 * u)));
        painter.setBrush(m_theme.window);
        painter.drawRoundedRect(cap, 3 * u, 3 * u);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(m_theme.text);
        painter.drawText(cap, Qt::AlignCenter, key);
        painter.setPen(m_theme.secondary);
        const QRectF words(cap.right() + 14 * u, cap.top(), 260 * u, cap.height());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, what);
        x = words.left() + metrics.horizontalAdvance(what) + 40 * u;
    }
}

void SlideQuestion::paintLegend(QPainter& painter, const QRectF& line,
                                const SlideMatrix& matrix) const {
    const double u = m_unit;
    const MatrixPanel& shown = matrix.panel();
    const bool isHead = shown.kind == MatrixPanel::Kind::Head;
    double left = line.left();
    if (isHead) {
        const QRectF square(left, line.top(), line.height(), line.height());
        paintHeadBadge(painter, square, shown.head, m_theme.kind, 28 * u);
        left = square.right() + 16 * u;
    }
    // The bar of colours with its two ends.
    const CellColours look = matrix.colours();
    const QString low = rangeText(look.range.low);
    const QString high = rangeText(look.range.high);
    painter.setFont(numberFont(24 * u));
    const QFontMetricsF digits(painter.font());
    const double lowWidth = digits.horizontalAdvance(low) + 10 * u;
    const double highWidth = digits.horizontalAdvance(high) + 10 * u;
    const QFont named = textFont(28 * u);
    const QString stage = stageName(matrix.stage());
    const QString name = isHead ? tr("head %1, %2").arg(shown.head + 1).arg(stage) : stage;
    // The name before the length of the bar.
    const double rest = line.right() - highWidth - lowWidth - left - 24 * u -
                        QFontMetricsF(named).horizontalAdvance(name);
    const double wide = std::clamp(rest, 90 * u, 220 * u);
    const QRectF bar(line.right() - highWidth - wide, line.center().y() - 11 * u, wide, 22 * u);
    painter.setPen(m_theme.text);
    painter.drawText(QRectF(bar.left() - lowWidth, line.top(), lowWidth, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, low);
    painter.drawText(QRectF(bar.right() + 10 * u, line.top(), highWidth, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, high);
    const std::vector<QRgb> ramp = colourRamp(look.map, std::max(2, static_cast<int>(bar.width())));
    const QImage colours(reinterpret_cast<const uchar*>(ramp.data()), static_cast<int>(ramp.size()),
                         1, QImage::Format_RGB32);
    paintEdge(painter, bar, look.map, m_theme.kind);
    painter.drawImage(bar, colours);
    painter.setFont(named);
    drawElidedText(painter,
                   QRectF(left, line.top(), bar.left() - lowWidth - left - 10 * u, line.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, name);
}

} // namespace headscope
