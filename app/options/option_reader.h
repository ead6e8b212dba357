// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/choice_names.h"
#include "support/bounds.h"
#include "support/number_text.h"

#include <QCommandLineParser>
#include <QSize>
#include <QSizeF>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

namespace headscope {

struct RangeChoice;

/// "a, b or c"; other words before the last one.
QString anyOf(QStringList names, const QString& before = QStringLiteral(" or "));

/// The Error of an option that is given what it does not take: "--size takes …, not "…"".
Error wrongOption(const char* option, const std::string& possible, const QString& given);

/// A number as C writes it, whatever the locale; nothing where the text is not one, or has more.
template <class Number> std::optional<Number> numberFrom(const QString& text) {
    const std::string given = text.toStdString();
    const char* const end = given.data() + given.size();
    Number number{};
    const auto parsed = std::from_chars(given.data(), end, number);
    if (parsed.ec != std::errc{} || parsed.ptr != end)
        return std::nullopt;
    return number;
}

template <class Number> std::string numberWord(Number number) {
    if constexpr (std::is_integral_v<Number>)
        return std::to_string(number);
    else
        return shortestText(number);
}
/// "1 to 50"
template <class Number> QString boundsWords(const Bounds<Number>& bounds) {
    return QString::fromStdString(numberWord(bounds.low) + " to " + numberWord(bounds.high));
}

/// What a number that is out of bounds is told: "a number from 1 to 50", "a whole number from 1
/// on".
template <class Number> std::string boundsText(const Bounds<Number>& bounds) {
    // Nobody types more: what is too large is said of what it is too large for.
    return static_cast<double>(bounds.high) >= std::numeric_limits<int>::max()
               ? "a whole number from " + numberWord(bounds.low) + " on"
               : "a number from " + boundsWords(bounds).toStdString();
}

/// A name of a file as the command line has it: '-' where that has '_'.
inline std::string optionWord(std::string_view name) {
    std::string word(name);
    std::ranges::replace(word, '_', '-');
    return word;
}
/// "relu, gelu-tanh or silu"
template <class Words> std::string listed(const Words& words) {
    std::string all;
    const std::size_t count = std::size(words);
    for (std::size_t i = 0; i < count; ++i)
        all += (i == 0 ? "" : i + 1 < count ? ", " : " or ") + optionWord(words[i].first);
    return all;
}
template <class Choice> QString choiceWords() {
    return QString::fromStdString(listed(ChoiceNames<Choice>::all));
}
/// "light or dark (default: light)"
template <class Choice> QString choiceWords(Choice preset) {
    return QStringLiteral("%1 (default: %2)")
        .arg(choiceWords<Choice>(), QString::fromStdString(optionWord(choiceName(preset))));
}

/// Reads options into what holds their presets; an option that is not given, or that the parser
/// does not know, leaves it alone. The first that is wrong stays as status().
class OptionReader {
public:
    explicit OptionReader(const QCommandLineParser& parser)
        : m_parser(parser) {}

    const Status& status() const { return m_status; }
    /// A sentence of the caller's own; the first one stays.
    void fail(const Error& error);
    /// "--option takes POSSIBLE, not …".
    void refuse(const char* option, const std::string& possible);

    bool isSet(const char* option) const {
        return m_parser.optionNames().contains(QLatin1String(option));
    }
    QString text(const char* option) const {
        return isSet(option) ? m_parser.value(QLatin1String(option)) : QString();
    }

    /// Of one that may be given several times.
    QStringList texts(const char* option) const {
        return isSet(option) ? m_parser.values(QLatin1String(option)) : QStringList();
    }

    /// One of the names of a choice, with '-' where files have '_'. `value` is a choice, or an
    /// optional of one.
    template <class Choice> void choice(const char* option, Choice& value) {
        readChoice<Choice>(option, value);
    }
    template <class Choice> void choice(const char* option, std::optional<Choice>& value) {
        readChoice<Choice>(option, value);
    }
    /// One of a few words.
    template <class Words, class Target>
    void word(const char* option, const Words& words, Target& value) {
        if (!isGiven(option))
            return;
        const std::string given = text(option).toStdString();
        for (const auto& [name, meant] : words) {
            if (optionWord(name) == given) {
                value = meant;
                return;
            }
        }
        refuse(option, listed(words));
    }

    /// A number as C writes it, whatever the locale; finite, and from `low` to `high`.
    template <class Number, class Target>
    void number(const char* option, Number low, Number high, const std::string& possible,
                Target& value) {
        if (!isGiven(option))
            return;
        const std::optional<Number> read = numberFrom<Number>(text(option));
        if (read && *read >= low && *read <= high)
            value = *read;
        else
            refuse(option, possible);
    }
    /// The same, told by its bounds.
    template <class Number, class Target>
    void number(const char* option, const Bounds<Number>& bounds, Target& value) {
        number(option, bounds.low, bounds.high, boundsText(bounds), value);
    }
    template <class Number, class Target>
    void number(const char* option, Number low, Number high, Target& value) {
        number(option, Bounds<Number>{low, high}, value);
    }
    /// Any seed; all of its digits count.
    template <class Target> void seed(const char* option, Target& value) {
        number(option, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max(), value);
    }
    /// A mode by its name, or "LOW:HIGH".
    void range(const char* option, RangeChoice& range);
    /// "WxH", each side between those of the smallest and the largest.
    void size(const char* option, QSize smallest, QSize largest, const char* example, QSize& value);
    /// The same of a page, in pixels of 1/96 inch, or in millimetres where "mm" stands behind;
    /// these are kept as they are, too.
    void pageSize(const char* option, QSize smallest, QSize largest, const char* example,
                  QSize& pixels, QSizeF* millimetres = nullptr);

private:
    template <class Choice, class Target> void readChoice(const char* option, Target& value) {
        word(option, ChoiceNames<Choice>::all, value);
    }
    /// Whether the option is given, and nothing was wrong before.
    bool isGiven(const char* option) const;

    const QCommandLineParser& m_parser;
    Status m_status = Done{};
};

/// Those of a command with more behind them, but `without` some; what both have, such as --out,
/// once.
QList<QCommandLineOption> withOptions(QList<QCommandLineOption> own,
                                      const QList<QCommandLineOption>& more,
                                      const QStringList& without = {});

} // namespace headscope
