// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/hold_option.h"

#include "options/option_reader.h"

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// "encoder/0/self_attention/scores:2,10,6=0.5", a fourth place is the sequence.
std::optional<TypedNumber> typedNumberFrom(const QString& text) {
    const qsizetype colon = text.indexOf(u':');
    const qsizetype equals = text.lastIndexOf(u'=');
    if (colon < 0 || equals < colon)
        return std::nullopt;
    const QString path = text.left(colon);
    const qsizetype slash = path.lastIndexOf(u'/');
    const auto scope = Scope::parse(path.left(std::max<qsizetype>(slash, 0)).toStdString());
    const auto name = tensorNameFrom(path.mid(slash + 1).toStdString());
    const auto value = numberFrom<float>(text.mid(equals + 1));
    const QStringList places = text.mid(colon + 1, equals - colon - 1).split(u',');
    if (!scope || !name || !value || places.size() < 3 || places.size() > 4)
        return std::nullopt;
    std::vector<Index> counted;
    for (const QString& place : places) {
        const auto number = numberFrom<Index>(place);
        if (!number || *number < 1)
            return std::nullopt;
        counted.push_back(*number - 1);
    }
    return TypedNumber{*scope,     *name,      counted.size() > 3 ? counted[3] : 0,
                       counted[0], counted[1], counted[2],
                       *value};
}

/// What --hold wants to be told.
std::string wanted() {
    std::string stages;
    for (const TensorName name : stagesToType())
        stages += (stages.empty() ? "" : ", ") + std::string(snakeCase(name));
    return "a number of float32 such as attention_weights:2,10,6=0.5, with a stage out of " +
           stages + ", and head, query and key from 1 on";
}

} // namespace

QCommandLineOption holdOption() {
    return {u"hold"_s,
            u"a number in the place of a computed one, such as attention_weights:2,10,6=0.5 for "
            "head 2, query 10, key 6, or encoder/0/self_attention/scores:1,1,1,2=3 with the block "
            "before it and sequence 2 behind it; may be repeated"_s,
            u"STAGE:HEAD,QUERY,KEY=NUMBER"_s};
}

Result<std::vector<TypedNumber>> typedNumbers(const QCommandLineParser& parser) {
    std::vector<TypedNumber> numbers;
    for (const QString& text : parser.values(u"hold"_s)) {
        const std::optional<TypedNumber> number = typedNumberFrom(text);
        if (!number)
            return wrongOption("hold", wanted(), text);
        numbers.push_back(*number);
    }
    return numbers;
}

} // namespace headscope
