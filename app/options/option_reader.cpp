// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/option_reader.h"

#include "figure/figure_preset.h"
#include "options/option_words.h"
#include "words/numbers/range_words.h"

#include <QRegularExpression>

namespace headscope {

using namespace Qt::StringLiterals;

QString anyOf(QStringList names, const QString& before) {
    if (names.size() < 2)
        return names.value(0);
    const QString last = names.takeLast();
    return names.join(u", "_s) + before + last;
}

Error wrongOption(const char* option, const std::string& possible, const QString& given) {
    return makeError(HEADSCOPE_MESSAGE("Message", "--%1 takes %2, not \"%3\""), option, possible,
                     given.toStdString());
}

void OptionReader::fail(const Error& error) {
    if (m_status)
        m_status = error;
}

void OptionReader::refuse(const char* option, const std::string& possible) {
    fail(wrongOption(option, possible, text(option)));
}

bool OptionReader::isGiven(const char* option) const {
    return m_status && isSet(option);
}

void OptionReader::size(const char* option, QSize smallest, QSize largest, const char* example,
                        QSize& value) {
    if (!isGiven(option))
        return;
    static const QRegularExpression pattern(u"^([0-9]{1,6})x([0-9]{1,6})$"_s);
    const auto match = pattern.match(text(option));
    const QSize read(match.captured(1).toInt(), match.captured(2).toInt());
    const auto words = [](QSize size) {
        return std::to_string(size.width()) + 'x' + std::to_string(size.height());
    };
    if (match.hasMatch() && read == read.expandedTo(smallest).boundedTo(largest))
        value = read;
    else
        refuse(option, words(smallest) + " to " + words(largest) + ", such as " + example);
}

void OptionReader::pageSize(const char* option, QSize smallest, QSize largest, const char* example,
                            QSize& pixels, QSizeF* millimetres) {
    static const QRegularExpression pattern(
        u"^([0-9]{1,4}(?:\\.[0-9]{1,3})?)x([0-9]{1,4}(?:\\.[0-9]{1,3})?)mm$"_s);
    const auto match = isGiven(option) ? pattern.match(text(option)) : QRegularExpressionMatch();
    if (!match.hasMatch())
        return size(option, smallest, largest, example, pixels);
    const QSizeF typed(match.captured(1).toDouble(), match.captured(2).toDouble());
    const QSize read = (typed * pixelsPerMillimetre).toSize();
    if (read != read.expandedTo(smallest).boundedTo(largest)) {
        const auto words = [](QSize side) {
            return std::to_string(std::lround(side.width() / pixelsPerMillimetre)) + 'x' +
                   std::to_string(std::lround(side.height() / pixelsPerMillimetre)) + "mm";
        };
        return refuse(option, words(smallest) + " to " + words(largest));
    }
    pixels = read;
    if (millimetres)
        *millimetres = typed;
}

void OptionReader::range(const char* option, RangeChoice& range) {
    if (!isGiven(option))
        return;
    if (!text(option).contains(u':'))
        return word(option, ChoiceNames<RangeMode>::all, range.mode);
    range.typed = typedRangeFrom(text(option));
    if (!range.typed)
        refuse(option, "fixed, all, head, row, or LOW:HIGH such as 0:0.25");
}

QList<QCommandLineOption> withOptions(QList<QCommandLineOption> own,
                                      const QList<QCommandLineOption>& more,
                                      const QStringList& without) {
    QStringList known = without;
    for (const QCommandLineOption& option : own)
        known << option.names();
    for (const QCommandLineOption& option : more) {
        if (!known.contains(option.names().constFirst()))
            own << option;
    }
    return own;
}

} // namespace headscope
