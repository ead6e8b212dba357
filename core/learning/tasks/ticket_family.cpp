// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/tasks/generators.h"

#include <array>

namespace headscope {

namespace {

using Words = std::vector<std::string>;

const Words pronouns = {"我", "你", "他", "她"};
const Words names = {"李雷", "韩梅梅", "小明", "王芳"};
const Words pastVerbs = {"订了", "买了", "找到了", "弄丢了"};
const Words objects = {"机票", "车票", "行李", "地图", "礼物"};
const Words cities = {"北京", "上海", "广州", "成都"};
const Words times = {"今天", "昨天", "后来"};

/// In the order in which a line names them.
enum class Asked : std::uint8_t { Object, Place, Doer, Coreferent };
constexpr std::array<const char*, 4> askedNames = {"object", "place", "doer", "coreferent"};

/// A sentence that is being put together, with who asks for whom.
class TicketSentence {
public:
    int add(const std::string& word) {
        m_text += m_count ? " " + word : word;
        return m_count++;
    }
    void relate(Asked relation, int from, int to) {
        std::string& list = m_relations[static_cast<std::size_t>(relation)];
        list += ' ' + std::to_string(from) + '>' + std::to_string(to);
    }
    std::string line() const {
        std::string line = m_text;
        for (std::size_t i = 0; i < m_relations.size(); ++i) {
            if (!m_relations[i].empty())
                line.append("\t").append(askedNames[i]).append(m_relations[i]);
        }
        return line + '\n';
    }

private:
    std::string m_text;
    int m_count = 0;
    std::array<std::string, askedNames.size()> m_relations;
};

/// What a sentence is filled with.
struct TicketWords {
    std::string time, pronoun, name, other, verb, city, object;
    bool same = false; ///< the second pronoun is the first one again
};

/// 我 请 李雷 帮 我 订了 去 北京 的 机票
void request(TicketSentence& s, const TicketWords& c, bool dense) {
    const int asker = s.add(c.pronoun);
    const int ask = s.add("请");
    const int name = s.add(c.name);
    const int help = s.add("帮");
    const int whom = s.add(c.other);
    const int verb = s.add(c.verb);
    const int to = s.add("去");
    const int city = s.add(c.city);
    s.add("的");
    const int object = s.add(c.object);
    s.relate(Asked::Object, ask, name);
    s.relate(Asked::Object, help, whom);
    s.relate(Asked::Object, verb, object);
    s.relate(Asked::Place, to, city);
    if (c.same) {
        s.relate(Asked::Coreferent, asker, whom);
        s.relate(Asked::Coreferent, whom, asker);
    }
    if (!dense)
        return;
    s.relate(Asked::Place, verb, city);
    s.relate(Asked::Place, object, city);
    s.relate(Asked::Object, to, object);
    s.relate(Asked::Doer, verb, name);
    s.relate(Asked::Doer, help, name);
}

/// 李雷 在 上海 帮 我 买了 礼物
void elsewhere(TicketSentence& s, const TicketWords& c, bool dense) {
    const int name = s.add(c.name);
    const int at = s.add("在");
    const int city = s.add(c.city);
    const int help = s.add("帮");
    const int whom = s.add(c.pronoun);
    const int verb = s.add(c.verb);
    const int object = s.add(c.object);
    s.relate(Asked::Object, help, whom);
    s.relate(Asked::Object, verb, object);
    s.relate(Asked::Place, at, city);
    if (!dense)
        return;
    s.relate(Asked::Place, verb, city);
    s.relate(Asked::Place, object, city);
    s.relate(Asked::Doer, verb, name);
    s.relate(Asked::Doer, help, name);
}

/// 我 去 成都 的 地图 李雷 帮 我 找到了
void topic(TicketSentence& s, const TicketWords& c, bool dense) {
    const int owner = s.add(c.pronoun);
    const int to = s.add("去");
    const int city = s.add(c.city);
    s.add("的");
    const int object = s.add(c.object);
    const int name = s.add(c.name);
    const int help = s.add("帮");
    const int whom = s.add(c.other);
    const int verb = s.add(c.verb);
    s.relate(Asked::Object, help, whom);
    s.relate(Asked::Object, verb, object);
    s.relate(Asked::Place, to, city);
    if (c.same) {
        s.relate(Asked::Coreferent, owner, whom);
        s.relate(Asked::Coreferent, whom, owner);
    }
    if (!dense)
        return;
    s.relate(Asked::Place, verb, city);
    s.relate(Asked::Place, object, city);
    s.relate(Asked::Object, to, object);
    s.relate(Asked::Doer, verb, name);
    s.relate(Asked::Doer, help, name);
}

TicketWords choose(Draw& draw) {
    TicketWords c;
    if (draw.chance(0.5))
        c.time = draw.oneOf(times);
    c.pronoun = draw.oneOf(pronouns);
    c.name = draw.oneOf(names);
    c.same = draw.chance(0.6);
    c.other = c.pronoun;
    while (!c.same && c.other == c.pronoun)
        c.other = draw.oneOf(pronouns);
    c.verb = draw.oneOf(pastVerbs);
    c.city = draw.oneOf(cities);
    c.object = draw.oneOf(objects);
    return c;
}

} // namespace

std::string ticketFamily(Index sentences, bool dense, std::uint64_t seed) {
    std::string text;
    Draw draw(seed, "ticket family");
    for (Index i = 0; i < sentences; ++i) {
        const double kind = draw.unit();
        const TicketWords choice = choose(draw);
        TicketSentence sentence;
        if (!choice.time.empty())
            sentence.add(choice.time);
        (kind < 0.5 ? request : kind < 0.75 ? elsewhere : topic)(sentence, choice, dense);
        text += sentence.line();
    }
    return text;
}

std::string ticketLine(bool dense) {
    TicketSentence sentence;
    request(sentence, {"", "我", "李雷", "我", "订了", "北京", "机票", true}, dense);
    std::string line = sentence.line();
    line.pop_back();
    return line;
}

} // namespace headscope
