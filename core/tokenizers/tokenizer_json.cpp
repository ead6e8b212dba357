// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/tokenizer_json.h"

#include "json/json_guard.h"
#include "tokenizers/tokenizer_fields.h"
#include "tokenizers/tokenizer_parts.h"

#include <nlohmann/json.hpp>

namespace headscope {

using nlohmann::json;

namespace {

constexpr std::size_t mostAddedTokens = 1'000'000;

Result<TokenVocabulary> readVocabulary(const json& object) {
    TokenVocabulary vocabulary;
    for (const auto& [spelling, id] : object.items()) {
        if (!id.is_number_integer())
            return makeError(HEADSCOPE_MESSAGE("Message", "the token “%1” of the vocabulary has no "
                                                          "whole number as its id, but %2"),
                             spelling, id.type_name());
        // A number beyond 2^63 is no id either.
        const std::int64_t number =
            id.is_number_unsigned() && id.get<std::uint64_t>() > mostTokenIds
                ? std::int64_t{mostTokenIds}
                : id.get<std::int64_t>();
        if (const Status added = vocabulary.add(spelling, number); !added)
            return added.error();
    }
    return vocabulary;
}

/// "a b" in older files, ["a", "b"] in newer ones.
Result<std::vector<BpeModel::Merge>> readMerges(const json& list) {
    std::vector<BpeModel::Merge> merges;
    merges.reserve(list.size());
    for (const json& each : list) {
        if (each.is_array() && each.size() == 2 && each[0].is_string() && each[1].is_string()) {
            merges.emplace_back(each[0].get<std::string>(), each[1].get<std::string>());
            continue;
        }
        const std::string text = each.is_string() ? each.get<std::string>() : std::string();
        if (text.starts_with("#version"))
            continue;
        Result<BpeModel::Merge> merge = readMerge(text, merges.size() + 1);
        if (!merge)
            return merge.error();
        merges.push_back(std::move(*merge));
    }
    return merges;
}

using ModelResult = Result<std::unique_ptr<TokenModel>>;

/// The id of a token that has to be in the vocabulary; nothing for an empty name.
std::optional<TokenId> unknownToken(TokenizerFields& fields, const TokenVocabulary& vocabulary,
                                    const char* otherwise) {
    const std::string name = fields.text("unk_token", otherwise);
    if (name.empty())
        return std::nullopt;
    const auto id = vocabulary.idOf(name);
    if (!id)
        fields.fail(missingUnknownToken(name));
    return id;
}

ModelResult readUnigram(TokenizerFields& fields, std::optional<Error>& error) {
    const json& list = fields.list("vocab");
    TokenVocabulary vocabulary;
    std::vector<double> scores;
    scores.reserve(list.size());
    for (const json& entry : list) {
        if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() ||
            !entry[1].is_number())
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "the token number %1 of the vocabulary is "
                                               "no pair of a text and a number"),
                             scores.size() + 1);
        if (const Status added = vocabulary.add(entry[0].get<std::string>(),
                                                static_cast<std::int64_t>(scores.size()));
            !added)
            return added.error();
        scores.push_back(entry[1].get<double>());
    }
    std::optional<TokenId> unknown;
    if (fields.has("unk_id"))
        unknown = static_cast<TokenId>(
            fields.number("unk_id", 0, std::max<std::int64_t>(1, vocabulary.size()) - 1));
    const bool bytes = fields.flag("byte_fallback", false);
    if (error)
        return *error;
    return ModelResult(
        std::make_unique<UnigramModel>(std::move(vocabulary), std::move(scores), unknown, bytes));
}

/// Older files do not say which model theirs is.
std::string modelTypeOf(const json& value, TokenizerFields& fields) {
    const std::string type = fields.text("type");
    if (!type.empty() || !value.is_object())
        return type;
    return value.contains("merges")                     ? "BPE"
           : value.contains("unk_id")                   ? "Unigram"
           : value.contains("max_input_chars_per_word") ? "WordPiece"
                                                        : "WordLevel";
}

ModelResult readModel(const json& value) {
    std::optional<Error> error;
    TokenizerFields fields(value, "model.", error);
    const std::string type = modelTypeOf(value, fields);
    if (error)
        return *error;
    if (type == "Unigram")
        return readUnigram(fields, error);
    if (type != "BPE" && type != "WordPiece" && type != "WordLevel")
        return makeError(HEADSCOPE_MESSAGE("Message", "the tokenizer has the model “%1”; BPE, "
                                                      "WordPiece, WordLevel and Unigram are known "
                                                      "here"),
                         type);
    Result<TokenVocabulary> read = readVocabulary(fields.object("vocab"));
    if (!read)
        return read.error();
    TokenVocabulary vocabulary = std::move(*read);
    if (vocabulary.count() == 0)
        fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "the vocabulary of the tokenizer is "
                                                           "empty")));
    if (type == "BPE") {
        BpeModel::Options options;
        options.unknown = unknownToken(fields, vocabulary, "");
        options.fuseUnknown = fields.flag("fuse_unk", false);
        options.byteFallback = fields.flag("byte_fallback", false);
        options.ignoreMerges = fields.flag("ignore_merges", false);
        options.continuingPrefix = fields.text("continuing_subword_prefix");
        options.endOfWord = fields.text("end_of_word_suffix");
        if (fields.has("dropout") && value["dropout"] != 0)
            fields.fail(
                makeError(HEADSCOPE_MESSAGE("Message", "the tokenizer draws which merges it "
                                                       "leaves out (dropout): the same text "
                                                       "would have other tokens each time")));
        const Result<std::vector<BpeModel::Merge>> merges = readMerges(fields.list("merges"));
        if (error)
            return *error;
        return merges ? BpeModel::make(std::move(vocabulary), *merges, std::move(options))
                      : ModelResult(merges.error());
    }
    const auto unknown = unknownToken(fields, vocabulary, type == "WordPiece" ? "[UNK]" : "<unk>");
    const std::string prefix = fields.text("continuing_subword_prefix", "##");
    const auto most =
        static_cast<std::size_t>(fields.number("max_input_chars_per_word", 100, 1 << 20));
    if (error)
        return *error;
    if (type == "WordLevel")
        return ModelResult(std::make_unique<WordLevelModel>(std::move(vocabulary), unknown));
    if (!unknown)
        return missingUnknownToken("");
    return ModelResult(
        std::make_unique<WordPieceModel>(std::move(vocabulary), *unknown, prefix, most));
}

std::vector<AddedToken> readAdded(TokenizerFields& all, const TokenVocabulary& vocabulary,
                                  std::optional<Error>& error) {
    std::vector<AddedToken> tokens;
    for (const json* each : all.objects("added_tokens", mostAddedTokens)) {
        TokenizerFields fields(*each, "added_tokens.", error);
        AddedToken token;
        token.content = fields.text("content");
        // What the vocabulary has already keeps its id, as in the library.
        token.id = vocabulary.idOf(token.content)
                       .value_or(static_cast<TokenId>(fields.number("id", 0, mostTokenIds - 1)));
        token.singleWord = fields.flag("single_word", false);
        token.stripLeft = fields.flag("lstrip", false);
        token.stripRight = fields.flag("rstrip", false);
        token.special = fields.flag("special", false);
        token.normalized = fields.flag("normalized", !token.special);
        if (!token.content.empty())
            tokens.push_back(std::move(token));
    }
    return tokens;
}

/// What post-processors put around a text.
struct Around {
    std::vector<TokenId> before;
    std::vector<TokenId> behind;
};

/// ["</s>", 2]
TokenId namedToken(TokenizerFields& fields, const char* name) {
    const json& pair = fields.list(name);
    if (pair.size() == 2 && pair[1].is_number_unsigned() &&
        pair[1].get<std::uint64_t>() < std::uint64_t{mostTokenIds})
        return pair[1].get<TokenId>();
    fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be a token and its id"),
                          fields.pathOf(name)));
    return 0;
}

Around readTemplate(TokenizerFields& fields, std::optional<Error>& error) {
    Around around;
    std::size_t texts = 0;
    const json& known = fields.object("special_tokens");
    for (const json* item : fields.objects("single", 64)) {
        TokenizerFields either(*item, "post_processor.single.", error);
        if (either.has("Sequence")) {
            ++texts;
            continue;
        }
        TokenizerFields token(either.object("SpecialToken"), "post_processor.single.", error);
        const std::string name = token.text("id");
        const auto entry = known.find(name);
        const json* ids = entry == known.end() || !entry->is_object() || !entry->contains("ids")
                              ? nullptr
                              : &(*entry)["ids"];
        if (!ids || !ids->is_array() || ids->size() > 64) {
            fields.fail(
                makeError(HEADSCOPE_MESSAGE("Message", "the post-processor puts in “%1” and "
                                                       "does not say which token that is"),
                          name));
            break;
        }
        for (const json& id : *ids) {
            if (!id.is_number_unsigned() ||
                id.get<std::uint64_t>() >= std::uint64_t{mostTokenIds}) {
                fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be a whole number "
                                                                   "from 0 to %2"),
                                      "post_processor.special_tokens.ids", mostTokenIds - 1));
                break;
            }
            (texts == 0 ? around.before : around.behind).push_back(id.get<TokenId>());
        }
    }
    if (texts != 1)
        fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "the post-processor must have the text "
                                                           "once, and has it %1 times"),
                              texts));
    return around;
}

void readPostProcessor(const json& value, const std::string& path, std::size_t& count,
                       Around& around, std::optional<Error>& error) {
    TokenizerFields fields(value, path, error);
    const std::string type = fields.text("type");
    if (++count > mostTokenizerSteps)
        fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” has more than %2 steps"),
                              "post_processor", mostTokenizerSteps));
    if (error)
        return;
    Around more;
    if (type == "Sequence") {
        for (const json* each : fields.objects("processors", mostTokenizerSteps))
            readPostProcessor(*each, path + "processors.", count, around, error);
    } else if (type == "TemplateProcessing") {
        more = readTemplate(fields, error);
    } else if (type == "BertProcessing" || type == "RobertaProcessing") {
        more.before = {namedToken(fields, "cls")};
        more.behind = {namedToken(fields, "sep")};
    } else if (type != "ByteLevel") { // which says where pieces lie, and adds none
        fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "the tokenizer has the post-processor "
                                                           "“%1”, which is not known here"),
                              type));
    }
    around.before.insert(around.before.begin(), more.before.begin(), more.before.end());
    around.behind.insert(around.behind.end(), more.behind.begin(), more.behind.end());
}

const json& memberOf(const json& object, const char* name) {
    static const json null;
    const auto found = object.find(name);
    return found == object.end() ? null : *found;
}

} // namespace

Result<Tokenizer> readTokenizer(const json& value, std::unique_ptr<TokenModel> model,
                                std::unique_ptr<TokenVocabulary> ids) {
    std::optional<Error> error;
    auto parts = std::make_shared<TokenizerParts>();
    parts->model = std::move(model);
    parts->ids = std::move(ids);
    Result<Normalizer> normalizer = readNormalizer(memberOf(value, "normalizer"));
    if (!normalizer)
        return normalizer.error();
    parts->normalizer = std::move(*normalizer);
    Result<PreTokenizer> preTokenizer = readPreTokenizer(memberOf(value, "pre_tokenizer"));
    if (!preTokenizer)
        return preTokenizer.error();
    parts->preTokenizer = std::move(*preTokenizer);
    Result<Decoder> decoder = Decoder::read(memberOf(value, "decoder"));
    if (!decoder)
        return decoder.error();
    parts->decoder = std::move(*decoder);
    Around around;
    std::size_t count = 0;
    if (const json& processor = memberOf(value, "post_processor"); !processor.is_null())
        readPostProcessor(processor, "post_processor.", count, around, error);
    parts->before = std::move(around.before);
    parts->behind = std::move(around.behind);
    TokenizerFields fields(value, "", error);
    std::vector<AddedToken> added = readAdded(fields, parts->vocabulary(), error);
    if (parts->ids)
        parts->unknown = parts->ids->idOf(fields.text("unknown")).value_or(0);
    if (error)
        return *error;
    Result<AddedTokens> cut = AddedTokens::make(std::move(added), parts->normalizer);
    if (!cut)
        return cut.error();
    parts->added = std::move(*cut);
    return Tokenizer(std::move(parts));
}

Result<Tokenizer> readTokenizer(const json& value) {
    if (!value.is_object() || !value.contains("model"))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "this is no tokenizer: its JSON has no member "
                                           "“model”"));
    Result<std::unique_ptr<TokenModel>> model = readModel(value["model"]);
    if (!model)
        return model.error();
    return readTokenizer(value, std::move(*model));
}

Result<Tokenizer> parseTokenizer(std::string_view text) {
    const Result<json> parsed = parseUntrustedJson(text);
    return parsed ? readTokenizer(*parsed) : Result<Tokenizer>(parsed.error());
}

Result<BpeModel::Merge> readMerge(const std::string& text, std::size_t number) {
    const std::size_t space = text.find(' ');
    if (space == text.npos || text.find(' ', space + 1) != text.npos)
        return makeError(HEADSCOPE_MESSAGE("Message", "the merge number %1 of the tokenizer, "
                                                      "“%2”, is no pair of tokens; its file "
                                                      "is damaged"),
                         number, text.substr(0, 80));
    return BpeModel::Merge(text.substr(0, space), text.substr(space + 1));
}

Error missingUnknownToken(const std::string& name) {
    return makeError(HEADSCOPE_MESSAGE("Message", "the unknown token “%1” is not in the "
                                                  "vocabulary"),
                     name);
}

} // namespace headscope
