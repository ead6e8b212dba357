// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/tasks/generators.h"

#include <array>
#include <span>

namespace headscope {

namespace {

using Words = std::span<const char* const>;

/// What a word does in its sentence.
enum class Part : std::uint8_t {
    Time,
    Asker, ///< who asks, and whose the object is
    Ask,
    Name, ///< who helps
    Help,
    Whom, ///< who is helped
    Verb,
    To, ///< before the city where the object leads to
    At, ///< before the city where it happens
    City,
    Object,
    Other, ///< nobody asks for it
    Count,
};

/// In the order in which a line names them.
enum class Asked : std::uint8_t { Object, Place, Doer, Coreferent };
constexpr std::array<const char*, 4> askedNames = {"object", "place", "doer", "coreferent"};

/// Who asks for whom, wherever both stand in a sentence.
struct AskedPair {
    Asked relation;
    Part from;
    Part to;
    bool dense = false; ///< only where a word asks for several things at once
};
constexpr std::array<AskedPair, 12> askedPairs = {{
    {Asked::Object, Part::Ask, Part::Name},
    {Asked::Object, Part::Help, Part::Whom},
    {Asked::Object, Part::Verb, Part::Object},
    {Asked::Object, Part::To, Part::Object, true},
    {Asked::Place, Part::To, Part::City},
    {Asked::Place, Part::At, Part::City},
    {Asked::Place, Part::Verb, Part::City, true},
    {Asked::Place, Part::Object, Part::City, true},
    {Asked::Doer, Part::Verb, Part::Name, true},
    {Asked::Doer, Part::Help, Part::Name, true},
    {Asked::Coreferent, Part::Asker, Part::Whom},
    {Asked::Coreferent, Part::Whom, Part::Asker},
}};

/// A place of a sentence: a word of its own, or nullptr for the one that is drawn for the part.
struct Slot {
    Part part;
    const char* word = nullptr;
};

/// One kind of sentence.
struct Template {
    std::span<const Slot> slots;
    bool aboutAsker =
        true; ///< there is one who asks; otherwise the helped one is drawn in his place
};

struct Grammar {
    Words pronouns;
    Words helped; ///< the pronouns as objects
    Words names, verbs, objects, cities, times;
    std::array<Template, 3> templates; ///< request, elsewhere, topic
};

constexpr std::array pronounsZh = {"我", "你", "他", "她"};
constexpr std::array namesZh = {"李雷", "韩梅梅", "小明", "王芳"};
constexpr std::array verbsZh = {"订了", "买了", "找到了", "弄丢了"};
constexpr std::array objectsZh = {"机票", "车票", "行李", "地图", "礼物"};
constexpr std::array citiesZh = {"北京", "上海", "广州", "成都"};
constexpr std::array timesZh = {"今天", "昨天", "后来"};
// 我 请 李雷 帮 我 订了 去 北京 的 机票
constexpr std::array<Slot, 11> requestZh = {{{Part::Time},
                                             {Part::Asker},
                                             {Part::Ask, "请"},
                                             {Part::Name},
                                             {Part::Help, "帮"},
                                             {Part::Whom},
                                             {Part::Verb},
                                             {Part::To, "去"},
                                             {Part::City},
                                             {Part::Other, "的"},
                                             {Part::Object}}};
// 李雷 在 上海 帮 我 买了 礼物
constexpr std::array<Slot, 8> elsewhereZh = {{{Part::Time},
                                              {Part::Name},
                                              {Part::At, "在"},
                                              {Part::City},
                                              {Part::Help, "帮"},
                                              {Part::Whom},
                                              {Part::Verb},
                                              {Part::Object}}};
// 我 去 成都 的 地图 李雷 帮 我 找到了
constexpr std::array<Slot, 10> topicZh = {{{Part::Time},
                                           {Part::Asker},
                                           {Part::To, "去"},
                                           {Part::City},
                                           {Part::Other, "的"},
                                           {Part::Object},
                                           {Part::Name},
                                           {Part::Help, "帮"},
                                           {Part::Whom},
                                           {Part::Verb}}};

constexpr std::array pronounsEn = {"I", "you", "he", "she"};
constexpr std::array helpedEn = {"me", "you", "him", "her"};
constexpr std::array namesEn = {"Tom", "Anna", "Ben", "Lily"};
constexpr std::array verbsEn = {"book", "buy", "find", "lose"};
constexpr std::array objectsEn = {"ticket", "map", "bag", "gift", "flight"};
constexpr std::array citiesEn = {"Paris", "Rome", "Cairo", "Lima"};
constexpr std::array timesEn = {"today", "yesterday", "later"};
// I had Tom help me book the ticket to Paris. With "asked Tom to help" the two "to" would be the
// same row of numbers, and one of them would look wrong.
constexpr std::array<Slot, 11> requestEn = {{{Part::Time},
                                             {Part::Asker},
                                             {Part::Ask, "had"},
                                             {Part::Name},
                                             {Part::Help, "help"},
                                             {Part::Whom},
                                             {Part::Verb},
                                             {Part::Other, "the"},
                                             {Part::Object},
                                             {Part::To, "to"},
                                             {Part::City}}};
// in Rome Tom helped me buy the gift
constexpr std::array<Slot, 9> elsewhereEn = {{{Part::Time},
                                              {Part::At, "in"},
                                              {Part::City},
                                              {Part::Name},
                                              {Part::Help, "helped"},
                                              {Part::Whom},
                                              {Part::Verb},
                                              {Part::Other, "the"},
                                              {Part::Object}}};
// the map to Lima I wanted Tom helped me find
constexpr std::array<Slot, 11> topicEn = {{{Part::Time},
                                           {Part::Other, "the"},
                                           {Part::Object},
                                           {Part::To, "to"},
                                           {Part::City},
                                           {Part::Asker},
                                           {Part::Other, "wanted"},
                                           {Part::Name},
                                           {Part::Help, "helped"},
                                           {Part::Whom},
                                           {Part::Verb}}};

constexpr Grammar chinese = {
    .pronouns = pronounsZh,
    .helped = pronounsZh,
    .names = namesZh,
    .verbs = verbsZh,
    .objects = objectsZh,
    .cities = citiesZh,
    .times = timesZh,
    .templates = {Template{requestZh}, Template{elsewhereZh, false}, Template{topicZh}},
};
constexpr Grammar english = {
    .pronouns = pronounsEn,
    .helped = helpedEn,
    .names = namesEn,
    .verbs = verbsEn,
    .objects = objectsEn,
    .cities = citiesEn,
    .times = timesEn,
    .templates = {Template{requestEn}, Template{elsewhereEn, false}, Template{topicEn}},
};

const Grammar& grammarOf(Language language) {
    return language == Language::English ? english : chinese;
}

/// The places in the lists of a grammar that a sentence is filled with.
struct Choice {
    bool hasTime = false;
    std::size_t time = 0;
    std::size_t asker = 0, helped = 0, name = 0, verb = 0, city = 0, object = 0;
};

Choice choose(const Grammar& grammar, Draw& draw) {
    const auto pick = [&draw](Words words) {
        return static_cast<std::size_t>(draw.below(std::ssize(words)));
    };
    Choice c;
    c.hasTime = draw.chance(0.5);
    if (c.hasTime)
        c.time = pick(grammar.times);
    c.asker = pick(grammar.pronouns);
    c.name = pick(grammar.names);
    const bool same = draw.chance(0.6);
    c.helped = c.asker;
    while (!same && c.helped == c.asker)
        c.helped = pick(grammar.pronouns);
    c.verb = pick(grammar.verbs);
    c.city = pick(grammar.cities);
    c.object = pick(grammar.objects);
    return c;
}

/// The drawn word of a part; nullptr: it is left out.
const char* drawnWord(const Grammar& grammar, const Choice& c, const Template& kind, Part part) {
    switch (part) {
    case Part::Time: return c.hasTime ? grammar.times[c.time] : nullptr;
    case Part::Asker: return grammar.pronouns[c.asker];
    case Part::Name: return grammar.names[c.name];
    case Part::Whom: return grammar.helped[kind.aboutAsker ? c.helped : c.asker];
    case Part::Verb: return grammar.verbs[c.verb];
    case Part::City: return grammar.cities[c.city];
    case Part::Object: return grammar.objects[c.object];
    default: return nullptr;
    }
}

/// Words and relations, in the format of DataKind::Relations, without the end of the line.
std::string lineOf(const Grammar& grammar, const Choice& choice, const Template& kind, bool dense) {
    std::string line;
    std::array<int, static_cast<std::size_t>(Part::Count)> places;
    places.fill(-1);
    int count = 0;
    for (const auto& [part, own] : kind.slots) {
        const char* const word = own ? own : drawnWord(grammar, choice, kind, part);
        if (!word)
            continue;
        line.append(count ? " " : "").append(word);
        places[static_cast<std::size_t>(part)] = count++;
    }
    std::array<std::string, askedNames.size()> relations;
    for (const AskedPair& pair : askedPairs) {
        const int from = places[static_cast<std::size_t>(pair.from)];
        const int to = places[static_cast<std::size_t>(pair.to)];
        const bool holds = pair.relation != Asked::Coreferent || choice.asker == choice.helped;
        if (from >= 0 && to >= 0 && holds && (dense || !pair.dense))
            relations[static_cast<std::size_t>(pair.relation)] +=
                ' ' + std::to_string(from) + '>' + std::to_string(to);
    }
    for (std::size_t i = 0; i < relations.size(); ++i) {
        if (!relations[i].empty())
            line.append("\t").append(askedNames[i]).append(relations[i]);
    }
    return line;
}

} // namespace

std::string ticketFamily(Language language, Index sentences, bool dense, std::uint64_t seed) {
    const Grammar& grammar = grammarOf(language);
    const auto& [request, elsewhere, topic] = grammar.templates;
    std::string text;
    Draw draw(seed, "ticket family");
    for (Index i = 0; i < sentences; ++i) {
        const double kind = draw.unit();
        const Choice choice = choose(grammar, draw);
        text += lineOf(grammar, choice,
                       kind < 0.5    ? request
                       : kind < 0.75 ? elsewhere
                                     : topic,
                       dense) +
                '\n';
    }
    return text;
}

std::string ticketLine(Language language, bool dense) {
    const Grammar& grammar = grammarOf(language);
    return lineOf(grammar, {}, grammar.templates.front(), dense);
}

} // namespace headscope
