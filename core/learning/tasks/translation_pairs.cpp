// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/tasks/generators.h"

#include <array>

namespace headscope {

namespace {

struct GrammarSubject {
    const char* source;
    const char* target;
    bool third; ///< the verb has an s
};
struct GrammarVerb {
    const char* source;
    const char* plain;
    const char* third;
};
struct GrammarNoun {
    const char* source;
    const char* one;
    const char* several;
    const char* counter; ///< 只, 个, 本
    const char* article;
};
struct GrammarPlace {
    const char* source; ///< nullptr: none
    const char* target;
    const char* alignment; ///< of the words behind the noun, the first one is 4
};

constexpr std::array<GrammarSubject, 4> subjects = {
    {{"我", "I", false}, {"你", "you", false}, {"他", "he", true}, {"她", "she", true}}};
constexpr std::array<GrammarVerb, 3> verbs = {
    {{"有", "have", "has"}, {"看见", "see", "sees"}, {"喜欢", "like", "likes"}}};
constexpr std::array<GrammarNoun, 5> nouns = {{{"猫", "cat", "cats", "只", "a"},
                                               {"狗", "dog", "dogs", "只", "a"},
                                               {"鸟", "bird", "birds", "只", "a"},
                                               {"苹果", "apple", "apples", "个", "an"},
                                               {"书", "book", "books", "本", "a"}}};
// "in" and "the" belong to 在 or to the noun behind it.
constexpr std::array<GrammarPlace, 3> grammarPlaces = {
    {{nullptr, "", ""},
     {"在 家里", "at home", " 1-4 2-4 2-5"},
     {"在 公园", "in the park", " 1-4 2-4 1-5 2-5 2-6"}}};

std::string link(int source, int target) {
    return std::to_string(source) + '-' + std::to_string(target);
}

std::string pairOf(const GrammarSubject& subject, const GrammarVerb& verb, bool several,
                   const GrammarNoun& noun, const GrammarPlace& place) {
    const int shift = place.source ? 2 : 0; // the place stands before the verb
    std::string source = subject.source;
    if (place.source)
        source.append(" ").append(place.source);
    source.append(" ").append(verb.source).append(several ? " 两" : " 一");
    source.append(noun.counter).append(" ").append(noun.source);

    std::string target = subject.target;
    target.append(" ").append(subject.third ? verb.third : verb.plain);
    target.append(" ").append(several ? "two" : noun.article);
    target.append(" ").append(several ? noun.several : noun.one);
    if (place.source)
        target.append(" ").append(place.target);

    const std::string words = "0-0 " + link(1 + shift, 1) + ' ' + link(2 + shift, 2) + ' ' +
                              link(3 + shift, 3) + place.alignment;
    // has: the subject; a or an: the noun; cat or cats: the quantity.
    std::string forms = "0-1 ";
    if (!several)
        forms += link(3 + shift, 2) + ' ';
    forms += link(2 + shift, 3);
    return source + '\t' + target + '\t' + words + '\t' + forms + '\n';
}

} // namespace

std::string translationPairs() {
    std::string text;
    for (const GrammarSubject& subject : subjects)
        for (const GrammarVerb& verb : verbs)
            for (const bool several : {false, true})
                for (const GrammarNoun& noun : nouns)
                    for (const GrammarPlace& place : grammarPlaces)
                        text += pairOf(subject, verb, several, noun, place);
    return text;
}

} // namespace headscope
