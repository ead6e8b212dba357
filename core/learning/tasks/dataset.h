// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/tasks/task.h"
#include "run/labels.h"
#include "support/index.h"
#include "support/result.h"

#include <unordered_map>
#include <vector>

namespace headscope {

/// Words and their numbers, in the order in which they came.
class Vocabulary {
public:
    /// The number of a word, a new one where it is new.
    int add(const std::string& word);
    std::optional<int> find(const std::string& word) const;
    /// The same, or where there is none the first word that differs in the case of its letters and
    /// in marks around it alone: "The" is "the", "ticket," is "ticket".
    std::optional<int> findMeant(const std::string& word) const;
    const TokenList& words() const { return m_words; }
    const std::string& operator[](int id) const { return m_words[static_cast<std::size_t>(id)]; }
    Index size() const { return static_cast<Index>(m_words.size()); }

private:
    TokenList m_words;
    std::unordered_map<std::string, int> m_ids;
    std::unordered_map<std::string, int> m_lowerIds; ///< by their small letters
};

/// Where a head that does a certain job would look from one token: what agreement is measured
/// against, never what is taught.
struct Reference {
    int relation = 0;      ///< in Dataset::relations
    int query = 0;         ///< row
    std::vector<int> keys; ///< columns; not empty
};

/// A relation between tokens.
struct Relation {
    std::string name;   ///< English, key of its translation (context "Relation"): "source word"
    bool cross = false; ///< measured in cross-attention, else in self-attention
    bool isMain = true; ///< what the task is about; others are parts of it, or beside it
};

/// One sentence, or pair of them, as numbers.
struct Sample {
    std::vector<int> tokens;  ///< of the queries: of a translation <Begin> and the target
    std::vector<int> source;  ///< what is translated
    std::vector<int> targets; ///< [tokens · groups], the right classes; −1: not asked
    /// [tokens · groups], cards only: whose card is to be named, −1 nobody's. Cards and targets
    /// are drawn anew each time.
    std::vector<int> holders;
    std::vector<Reference> references;
};

/// What is learnt from: deterministic from the task, its text and its seed.
struct Dataset {
    TaskKind task = TaskKind::Translate;
    Vocabulary words;       ///< of the queries
    Vocabulary sourceWords; ///< of a translation
    TokenList classes;      ///< what the model chooses between, by the number of the target
    Index groups = 1;       ///< answers for each token
    Index cards = 0;        ///< how many different ones; 0: the task has none
    bool causal = false;
    std::vector<Relation> relations;
    std::vector<Sample> train;
    std::vector<Sample> heldOut; ///< the watched sentence first, where the task holds it out
    /// Own text that repeats itself: what is held out stands in what is learnt, too.
    bool learnsHeldOut = false;
    Sample watched;
    TokenList watchedTokens; ///< as the axes call them
    TokenList watchedSource;
    Index longest = 0; ///< most tokens of a sample
    Index longestSource = 0;

    bool isTranslation() const { return sourceWords.size() > 0; }
};

/// What decides which data there are.
struct DatasetRequest {
    TaskKind task = TaskKind::Translate;
    std::string text;    ///< empty: the task's own
    std::string watched; ///< a line as in the text; empty: the task's own, or the first held out
    Language language = Language::Chinese; ///< of the task's own text
    std::uint64_t seed = 7;  ///< of the text that a task makes, and of what is held out
    float heldOut = 0.2F;    ///< share
    bool byCharacter = true; ///< own text: letters, else words
    Index context = 32;      ///< own text: tokens that the model sees at once
};

/// Reads the text, numbers the words, holds some of it out: nothing that is held out is also
/// learnt from, but where a text repeats itself (learnsHeldOut). An Error says which line is wrong,
/// that there is nothing, or too little.
Result<Dataset> makeDataset(const DatasetRequest& request);

inline constexpr const char* beginWord = "<Begin>";
inline constexpr const char* endWord = "<End>";

} // namespace headscope
