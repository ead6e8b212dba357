// SPDX-License-Identifier: GPL-3.0-or-later
#include "type/wrapped_text.h"

#include "type/math_text.h"

#include <QFontMetricsF>

#include <vector>

namespace headscope {

namespace {

bool isIdeographic(QChar c) {
    return c.unicode() >= 0x2E80 && c.unicode() < 0xD800;
}

/// Characters that may not begin a line.
bool closes(QChar c) {
    static const QString closing = QStringLiteral("，。、；：！？）」』”’%,.;:!?)");
    return closing.contains(c);
}

struct Unit {
    QString text;
    bool spaceBefore = false;
};

std::vector<Unit> unitsOf(const QString& markup) {
    std::vector<Unit> units;
    bool space = false;
    bool glue = false; // the next character belongs to the unit before it
    int depth = 0;     // inside "_{…}" nothing breaks
    for (const QChar c : markup) {
        if (c == u' ' && depth == 0) {
            space = true;
            glue = false;
            continue;
        }
        const bool joins = glue && !space && (depth > 0 || closes(c) || !isIdeographic(c)) &&
                           (depth > 0 || closes(c) || !isIdeographic(units.back().text.back()));
        if (joins)
            units.back().text += c;
        else
            units.push_back({QString(c), space});
        if (c == u'{')
            ++depth;
        else if (c == u'}' && depth > 0)
            --depth;
        space = false;
        glue = true;
    }
    return units;
}

/// The longest beginning of a word that fits, at least one character.
qsizetype fittingLength(const QString& word, const QFont& font, double width) {
    qsizetype length = word.size();
    while (length > 1 && mathTextWidth(word.left(length), font) > width)
        --length;
    return length;
}

} // namespace

QStringList wrapMarkup(const QString& markup, const QFont& font, double width) {
    if (mathTextWidth(markup, font) <= width)
        return {markup};
    QStringList lines;
    QString line;
    for (const Unit& unit : unitsOf(markup)) {
        const QString longer =
            line.isEmpty()
                ? unit.text
                : line + (unit.spaceBefore ? QStringLiteral(" ") : QString()) + unit.text;
        if (mathTextWidth(longer, font) <= width) {
            line = longer;
            continue;
        }
        if (!line.isEmpty())
            lines += line;
        QString word = unit.text;
        while (mathTextWidth(word, font) > width && word.size() > 1) {
            const qsizetype length = fittingLength(word, font, width);
            lines += word.left(length);
            word = word.mid(length);
        }
        line = word;
    }
    if (!line.isEmpty() || lines.isEmpty())
        lines += line;
    return lines;
}

QString elided(const QString& text, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(text) <= width)
        return text;
    return metrics.elidedText(text, Qt::ElideMiddle, width);
}

} // namespace headscope
