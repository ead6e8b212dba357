// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/number_input.h"

#include <QRegularExpression>
#include <QStringList>

#include <charconv>
#include <cmath>
#include <limits>

namespace headscope {

namespace {

/// ASCII as from_chars reads it; empty where a character has no place in a number.
std::string asciiNumber(const QString& text) {
    std::string ascii;
    for (const QChar c : plainNumber(text.trimmed())) {
        if (c.unicode() == u'\u221E')
            ascii += "inf";
        else if (c.unicode() < 128)
            ascii += static_cast<char>(c.unicode());
        else
            return {};
    }
    // from_chars takes no plus.
    if (ascii.size() > 1 && ascii[0] == '+' && ascii[1] != '-' && ascii[1] != '+')
        ascii.erase(0, 1);
    return ascii;
}

QString quoted(const QString& text) {
    const QString trimmed = text.trimmed();
    return trimmed.size() > 24 ? trimmed.left(24) + u'…' : trimmed;
}

} // namespace

QString plainNumber(QString text) {
    for (QChar& c : text) {
        const char16_t code = c.unicode();
        if (const int digit = c.digitValue(); digit >= 0 && code >= 128)
            c = QChar(u'0' + digit);
        // The comma, that of Chinese input, and the decimal sign of Arabic and Persian.
        else if (code == u',' || code == u'\uFF0C' || code == u'\uFF0E' || code == u'\u3002' ||
                 code == u'\u066B')
            c = u'.';
        else if (code == u'\u2212' || code == u'\uFF0D')
            c = u'-';
    }
    return text;
}

Result<float> parseNumber(const QString& text, bool mayBeMinusInfinity) {
    const std::string ascii = asciiNumber(text);
    const std::string typed = quoted(text).toStdString();
    if (text.trimmed().isEmpty())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the cell would be empty; type a number such as 0.25"));
    float value = 0;
    const char* const end = ascii.data() + ascii.size();
    const auto [stop, code] = std::from_chars(ascii.data(), end, value);
    if (ascii.empty() || stop != end || code == std::errc::invalid_argument)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "“%1” is not a number; type one such as 0.25, "
                                           "−3 or 1e-4"),
                         typed);
    if (code == std::errc::result_out_of_range) {
        // Too small is as good as 0 of that sign; too large is not a number we hold.
        double wide = 0;
        const auto wideResult = std::from_chars(ascii.data(), end, wide);
        if (wideResult.ec == std::errc() && std::fabs(wide) < 1)
            return std::copysign(0.0F, static_cast<float>(wide));
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” is beyond what a float32 can hold; the "
                                                      "largest is 3.4e38"),
                         typed);
    }
    if (std::isnan(value))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "NaN cannot be typed: every sum that it enters "
                                           "would be NaN; type a finite number"));
    if (std::isinf(value) && !(mayBeMinusInfinity && value < 0))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "infinity cannot be typed here; type a finite "
                                           "number, or forbid the pair with a mask"));
    return value;
}

Result<NumberBlock> parseNumberBlock(const QString& text, bool mayBeMinusInfinity) {
    static const QRegularExpression lineEnd(QStringLiteral("\\r\\n|\\r|\\n"));
    static const QRegularExpression spaces(QStringLiteral("\\s*;\\s*|,\\s+|\\s+"));
    static const QRegularExpression brackets(QStringLiteral("[\\[\\](){}]"));
    NumberBlock block;
    const bool tabs = text.contains(u'\t');
    QStringList lines = text.split(lineEnd);
    while (!lines.isEmpty() && lines.last().trimmed().isEmpty())
        lines.removeLast(); // spreadsheets end every row with a line end
    for (const QString& line : lines) {
        QStringList cells;
        if (tabs) {
            cells = line.split(u'\t');
        } else {
            QString plain = line;
            cells = plain.remove(brackets).split(spaces, Qt::SkipEmptyParts);
            if (!cells.isEmpty() && cells.last() == QStringLiteral(","))
                cells.removeLast();
            else if (!cells.isEmpty() && cells.last().endsWith(u','))
                cells.last().chop(1); // the comma between two rows of brackets
        }
        std::vector<float> row;
        for (const QString& cell : cells) {
            const Result<float> value = parseNumber(cell, mayBeMinusInfinity);
            if (!value)
                return makeError(HEADSCOPE_MESSAGE("Message",
                                                   "row %1, column %2 of what was pasted is "
                                                   "“%3”, which is no number that can stand "
                                                   "here; nothing was changed"),
                                 block.size() + 1, row.size() + 1, quoted(cell).toStdString());
            row.push_back(*value);
        }
        if (!block.empty() && row.size() != block.front().size())
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "row %1 of what was pasted has %2 numbers, but "
                                               "the first has %3; all rows must be equally "
                                               "long"),
                             block.size() + 1, row.size(), block.front().size());
        block.push_back(std::move(row));
    }
    if (block.empty() || block.front().empty())
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the clipboard holds no numbers; copy a block of "
                                           "them first"));
    return block;
}

} // namespace headscope
