// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/vocabulary_recipe.h"

#include "experiment/edits/edit.h"
#include "learning/history/taken_model.h"

#include <algorithm>
#include <map>

namespace headscope {

namespace {

/// A line of the data: the words of one sentence, or of a pair, and what else it says.
struct Line {
    std::vector<TokenList> sentences;
    std::string rest; ///< relations, alignment: places, which hold for other words as well
};

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    for (const char letter : text) {
        if (letter == at)
            parts.emplace_back();
        else
            parts.back() += letter;
    }
    return parts;
}

std::vector<Line> linesOf(const std::string& text, std::size_t sentences) {
    std::vector<Line> lines;
    for (std::string& line : split(text, '\n')) {
        if (line.ends_with('\r'))
            line.pop_back();
        // A pair may have " = " in the place of its tab.
        if (const std::size_t sign = line.find(" = ");
            sentences > 1 && line.find('\t') == std::string::npos && sign != std::string::npos)
            line.replace(sign, 3, "\t");
        const std::vector<std::string> fields = split(line, '\t');
        if (fields.size() < sentences || parseTokens(fields[0]).empty())
            continue;
        Line& made = lines.emplace_back();
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (i < sentences)
                made.sentences.push_back(parseTokens(fields[i]));
            else
                made.rest += '\t' + fields[i];
        }
    }
    return lines;
}

std::string textOf(const Line& line) {
    std::string text;
    for (const TokenList& sentence : line.sentences)
        text += (text.empty() ? "" : "\t") + tokensText(sentence);
    return text + line.rest;
}

using Instead = std::map<std::string, std::string>; ///< a word of the data → a new one

/// How like a line is to the sentences: which of its words the new ones stand for, and how many
/// of the known words agree. Nothing where they have other lengths.
struct LikeLine {
    Instead instead;
    std::size_t agreeing = 0;
    std::size_t known = 0;
};
std::optional<LikeLine> likenessOf(const Line& line, const std::vector<TokenList>& sentences,
                                   const std::vector<const Vocabulary*>& words) {
    LikeLine like;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        if (line.sentences[i].size() != sentences[i].size())
            return std::nullopt;
        for (std::size_t k = 0; k < sentences[i].size(); ++k) {
            const std::string& wanted = sentences[i][k];
            const std::string& there = line.sentences[i][k];
            if (words[i]->find(wanted)) {
                ++like.known;
                like.agreeing += wanted == there ? 1 : 0;
            } else {
                like.instead.try_emplace(there, wanted);
            }
        }
    }
    return like;
}

std::optional<TrainingRecipe> withLikeLines(const TrainingRecipe& recipe, const Dataset& data,
                                            const std::vector<TokenList>& sentences) {
    std::vector<const Vocabulary*> words = {&data.words};
    if (sentences.size() > 1)
        words.insert(words.begin(), &data.sourceWords);
    const std::string text =
        recipe.text.empty() ? taskText(recipe.task, recipe.language, recipe.dataSeed) : recipe.text;
    std::vector<Line> lines = linesOf(text, sentences.size());
    for (const std::string& watched :
         {recipe.watched, recipe.text.empty() ? watchedText(recipe.task, recipe.language) : ""})
        std::ranges::copy(linesOf(watched, sentences.size()), std::back_inserter(lines));
    std::optional<LikeLine> best;
    TrainingRecipe next = recipe;
    for (const Line& line : lines) {
        std::optional<LikeLine> like = likenessOf(line, sentences, words);
        if (!like || (best && like->agreeing <= best->agreeing))
            continue;
        best = std::move(like);
        next.watched = textOf({sentences, line.rest});
    }
    if (!best || best->agreeing == 0 || 2 * best->agreeing < best->known)
        return std::nullopt;
    next.text.clear();
    for (const Line& line : lines) {
        Line other = line;
        for (TokenList& sentence : other.sentences) {
            for (std::string& word : sentence) {
                if (const auto found = best->instead.find(word); found != best->instead.end())
                    word = found->second;
            }
        }
        // What is asked twice is kept once: another answer takes the place of the first.
        if (other.sentences.front() != line.sentences.front())
            next.text += textOf(line) + '\n';
        next.text += textOf(other) + '\n';
    }
    return next;
}

TrainingRecipe asText(const TrainingRecipe& recipe, const std::vector<TokenList>& sentences) {
    constexpr int times = 12; // so that what is held out is no new sentence either
    TrainingRecipe next = recipeOf(TaskKind::OwnText);
    next.heads = recipe.heads;
    next.modelDim = recipe.modelDim;
    next.keyDim = recipe.keyDim;
    next.seed = recipe.seed;
    next.byCharacter = false;
    for (int i = 0; i < times; ++i) {
        for (const TokenList& sentence : sentences)
            next.text += tokensText(sentence) + '\n';
    }
    next.watched = tokensText(sentences.front());
    // Few sentences are no batch of many.
    if (const Result<Dataset> data = makeDataset(datasetRequestOf(next)))
        next.batch = std::min(next.batch, static_cast<Index>(data->train.size()));
    return next;
}

/// The sentences as the training writes their known words.
std::vector<TokenList> asKnown(std::vector<TokenList> sentences, const Vocabulary& words) {
    for (TokenList& sentence : sentences) {
        for (std::string& word : sentence) {
            if (const std::optional<int> known = words.findMeant(word))
                word = words[*known];
        }
    }
    return sentences;
}

bool knowsAll(const Vocabulary& words, const std::vector<TokenList>& sentences) {
    return std::ranges::all_of(sentences, [&](const TokenList& sentence) {
        return std::ranges::all_of(
            sentence, [&](const std::string& word) { return words.find(word).has_value(); });
    });
}

} // namespace

std::optional<TrainingRecipe> recipeForNewWords(const Experiment& experiment,
                                                const PackedTrainingPointer& training) {
    const std::shared_ptr<const TakenModel> model = modelOf(experiment, training);
    if (!model)
        return std::nullopt;
    const Dataset& data = model->learner.data();
    const TrainingRecipe& recipe = model->learner.recipe();
    const std::vector<TokenList> tokens = asKnown(experiment.tokens, data.words);
    const std::vector<TokenList> keyTokens =
        asKnown(experiment.keySideTokens(), data.isTranslation() ? data.sourceWords : data.words);
    if (knowsAll(data.words, tokens) &&
        (!data.isTranslation() || knowsAll(data.sourceWords, keyTokens)))
        return std::nullopt;
    const DataKind kind = infoOf(recipe.task).data;
    if (kind == DataKind::Text) { // more of it; in front, for what is last is held out
        TrainingRecipe next = recipe;
        std::string sentences;
        for (const TokenList& sentence : tokens)
            sentences += tokensText(sentence) + '\n';
        next.text = sentences + recipe.text;
        return next;
    }
    std::vector<TokenList> all = tokens;
    if (kind == DataKind::Pairs) {
        std::ranges::copy(keyTokens, std::back_inserter(all));
        TokenList target = tokens.front();
        if (!target.empty() && target.front() == beginWord)
            target.erase(target.begin());
        if (const auto like = withLikeLines(recipe, data, {keyTokens.front(), target}))
            return like;
    } else if (tokens.size() == 1) {
        if (const auto like = withLikeLines(recipe, data, tokens))
            return like;
    }
    return asText(recipe, all);
}

} // namespace headscope
