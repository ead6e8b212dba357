// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_words.h"

#include "examples/examples.h"
#include "lessons/lesson_room.h"
#include "scene/panels/matrix_panel.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/language.h"
#include "words/numbers/digit_groups.h"
#include "words/numbers/number_format.h"
#include "words/quoted_word.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <cmath>

namespace headscope {

namespace {

/// Of a number with at most four digits all stand together.
QString grouped(const QString& digits) {
    return digits.size() > 4 ? inGroups(digits) : digits;
}

QString pieceText(const SaidPiece& piece, const LessonState& state) {
    switch (piece.kind) {
    case TextPiece::Kind::Words: return QString::fromStdString(piece.words);
    case TextPiece::Kind::Number: return lessonNumber(piece.value, piece.decimals);
    case TextPiece::Kind::Query:
    case TextPiece::Kind::Key:
        // No line ends between a word and its number: "我 (1)".
        return piece.value ? axisWord(state, piece.kind == TextPiece::Kind::Key,
                                      static_cast<Index>(*piece.value))
                                 .replace(u' ', QChar::Nbsp)
                           : QStringLiteral("–");
    case TextPiece::Kind::Token:
        return piece.value ? tokenWord(state, static_cast<Index>(*piece.value))
                           : QStringLiteral("–");
    default: return {};
    }
}

} // namespace

QString lessonTitle(const Lesson& lesson, bool brief) {
    // It speaks of no run: the pieces are words alone.
    QString words;
    for (const TextPiece& piece : (brief ? lesson.shortTitle : lesson.title).in(currentLanguage()))
        words += QString::fromStdString(piece.words);
    // Menus and buttons have no subscripts but those that are letters.
    return withoutMarkup(words.replace(QStringLiteral("d_{k}"), QStringLiteral("dₖ")));
}

QString exampleTitle(const Example& example) {
    return QCoreApplication::translate("Example", example.title);
}

QString axisWord(const LessonState& state, bool isKey, Index place) {
    const LessonMoment& start = state.start();
    const AxisTokens tokens = start.run->tokens(state.scope());
    const auto* lists = isKey ? tokens.keys : tokens.queries;
    const auto sequence = static_cast<std::size_t>(start.sequence);
    const bool named = lists && sequence < lists->size() && !(*lists)[sequence].empty();
    const Index count = named ? static_cast<Index>((*lists)[sequence].size()) : place + 1;
    const QStringList labels =
        axisLabels(tokens, isKey ? Axis::Key : Axis::Query, start.sequence, count);
    if (place < 0 || place >= labels.size())
        return QString::number(place + 1);
    const QStringList glosses = glossesOf(*start.run, state.scope(),
                                          isKey ? Axis::Key : Axis::Query, count, start.sequence);
    return quotedWord(labels[static_cast<int>(place)], place, glosses.value(place));
}

QString tokenWord(const LessonState& state, Index id) {
    const TokenList& all = state.start().run->labels().vocabulary;
    if (id < 0 || id >= std::ssize(all))
        return {};
    return u'“' + visibleWord(all[static_cast<std::size_t>(id)]).trimmed() + u'”';
}

NumberWords numberWords(const LessonState& state, std::size_t question, bool shown) {
    const LessonQuestion& asked = state.lesson().questions[question];
    const bool whole = asked.decimals == 0;
    NumberWords words;
    if (const auto now = asked.now ? state.number(*asked.now, question) : std::nullopt)
        words.before = lessonNumber(now, whole ? 0 : asked.decimals + 1) + QStringLiteral(" → ");
    const auto& verdict = state.verdict(question);
    words.answer = verdict && shown ? lessonNumber(verdict->answer, whole ? 0 : asked.decimals + 1)
                                    : QStringLiteral("?");
    return words;
}

QString sentenceGap() {
    return currentLanguage() == Language::Chinese ? QString() : QStringLiteral(" ");
}

QChar optionLetter(std::size_t option) {
    return QChar(static_cast<char16_t>(u'A' + option));
}

QString lessonNumber(std::optional<double> value, int decimals) {
    if (!value)
        return QStringLiteral("–");
    if (std::isnan(*value))
        return QStringLiteral("NaN");
    if (decimals < 0) {
        const bool whole = *value == std::round(*value) && std::abs(*value) < 1e15;
        return whole ? grouped(fixedText(*value, 0)) : numberText(*value);
    }
    const QString text = fixedText(*value, decimals);
    // Never a 0.000 of what is not 0.
    const double least = std::pow(10.0, -decimals);
    if (*value != 0 && std::abs(*value) < 0.5 * least)
        return *value > 0 ? QStringLiteral("<") + fixedText(least, decimals)
                          : QStringLiteral(">") + fixedText(-least, decimals);
    return decimals == 0 ? grouped(text) : text;
}

namespace {

/// Numbers in groups: no line of rich text ends within one, and no font makes the gap wide.
QString unbroken(QString html) {
    static const QRegularExpression group(QStringLiteral("(\\d)\u202F"));
    return html.replace(group, QStringLiteral("<span style=\"letter-spacing:3px\">\\1</span>"));
}

} // namespace

QString richText(const SaidText& text, const LessonState& state) {
    QString html;
    const QString family = numberFont(lessonType).family().toHtmlEscaped();
    for (const SaidPiece& piece : text) {
        switch (piece.kind) {
        case TextPiece::Kind::MarkBegin:
            html += QStringLiteral("<a href=\"mark:%1\">")
                        .arg(QString::fromStdString(piece.words).toHtmlEscaped());
            break;
        case TextPiece::Kind::MarkEnd: html += QStringLiteral("</a>"); break;
        case TextPiece::Kind::Number:
            html += QStringLiteral("<span style=\"font-family:'%1'\">%2</span>")
                        .arg(family, unbroken(pieceText(piece, state).toHtmlEscaped()));
            break;
        case TextPiece::Kind::Words: html += mathHtml(pieceText(piece, state)); break;
        default: html += pieceText(piece, state).toHtmlEscaped(); break;
        }
    }
    return html;
}

QString markupText(const SaidText& text, const LessonState& state) {
    QString all;
    for (const SaidPiece& piece : text)
        all += pieceText(piece, state);
    return all;
}

QString plainText(const SaidText& text, const LessonState& state) {
    return withoutMarkup(markupText(text, state));
}

} // namespace headscope
