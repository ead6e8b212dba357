// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/tokenizer_folder.h"

#include "disk/file_io.h"
#include "formats/git_lfs.h"
#include "json/json_guard.h"
#include "tokenizers/sentence_piece.h"
#include "tokenizers/tokenizer_fields.h"
#include "tokenizers/tokenizer_json.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>

namespace headscope {

using nlohmann::json;

namespace {

/// The largest that exist have 35 MB.
constexpr std::uintmax_t mostFileBytes = std::uintmax_t{1} << 26;

/// The files of a folder that say how its model cuts texts.
class TokenizerFiles {
public:
    explicit TokenizerFiles(std::string folder)
        : m_folder(std::move(folder)) {}

    std::string pathOf(const std::string& name) const { return m_folder + '/' + name; }
    bool has(const std::string& name) const {
        std::error_code error;
        return std::filesystem::exists(std::filesystem::status(pathOf(name), error));
    }
    Result<std::string> read(const std::string& name) const {
        const std::string path = pathOf(name);
        std::error_code error;
        const auto size = std::filesystem::file_size(path, error);
        if (!error && size > mostFileBytes)
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 has %2 bytes; no tokenizer is that "
                                                          "large"),
                             path, size);
        Result<std::string> content = readFile(path);
        if (!content)
            return content;
        if (const auto pointer = gitLfsPointerError(MemorySource(*content, path)))
            return *pointer;
        return content;
    }
    Result<json> readJson(const std::string& name) const {
        const Result<std::string> text = read(name);
        if (!text)
            return text.error();
        Result<json> parsed = parseUntrustedJson(*text);
        return parsed ? parsed : inFile(pathOf(name), parsed.error());
    }
    /// An empty object where the file is missing.
    Result<json> readObjectIfAny(const std::string& name) const {
        if (!has(name))
            return json::object();
        Result<json> parsed = readJson(name);
        if (parsed && !parsed->is_object())
            return inFile(
                pathOf(name),
                makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be an object, but is %2"), name,
                          parsed->type_name()));
        return parsed;
    }

private:
    std::string m_folder;
};

/// What tokenizer_config.json and its neighbours say of a tokenizer whose files are older than
/// tokenizer.json.
struct TokenizerConfig {
    json config = json::object();  ///< tokenizer_config.json
    json special = json::object(); ///< special_tokens_map.json
    json added = json::object();   ///< added_tokens.json: content -> id
    std::string modelType;         ///< of config.json
    std::string kind;              ///< "Llama" of "LlamaTokenizerFast"

    static Result<TokenizerConfig> read(const TokenizerFiles& files) {
        TokenizerConfig all;
        Result<json> config = files.readObjectIfAny("tokenizer_config.json");
        if (!config)
            return config.error();
        all.config = std::move(*config);
        Result<json> special = files.readObjectIfAny("special_tokens_map.json");
        if (!special)
            return special.error();
        all.special = std::move(*special);
        Result<json> added = files.readObjectIfAny("added_tokens.json");
        if (!added)
            return added.error();
        all.added = std::move(*added);
        // What else config.json says is for who reads the weights.
        if (const Result<json> model = files.readObjectIfAny("config.json"))
            all.modelType = textIn(*model, "model_type");
        all.kind = textIn(all.config, "tokenizer_class");
        for (const std::string_view ending : {"Fast", "Tokenizer"}) {
            if (all.kind.ends_with(ending))
                all.kind.resize(all.kind.size() - ending.size());
        }
        return all;
    }

    static std::string textIn(const json& object, const char* name) {
        const auto found = object.find(name);
        return found != object.end() && found->is_string() &&
                       found->get_ref<const std::string&>().size() <= mostFieldBytes
                   ? found->get<std::string>()
                   : std::string();
    }
    bool flag(const char* name, bool otherwise) const {
        const auto found = config.find(name);
        return found != config.end() && found->is_boolean() ? found->get<bool>() : otherwise;
    }
    /// A special token such as "mask_token": a text or an object with its content.
    std::string token(const char* name, const char* otherwise) const {
        for (const json* from : {&config, &special}) {
            const auto found = from->find(name);
            if (found == from->end())
                continue;
            if (found->is_string())
                return textIn(*from, name);
            if (found->is_object() && found->contains("content"))
                return textIn(*found, "content");
        }
        return otherwise;
    }
    bool isOf(std::initializer_list<std::string_view> kinds) const {
        return std::ranges::find(kinds, kind) != kinds.end();
    }
    bool isRoberta() const {
        return kind.empty() ? modelType == "roberta"
                            : isOf({"Roberta", "Bart", "Longformer", "LED"});
    }
    bool isQwen() const {
        return kind.empty() ? modelType.starts_with("qwen") : isOf({"Qwen2", "Qwen3"});
    }
};

/// Gathers "added_tokens" as tokenizer.json has them.
class AddedList {
public:
    AddedList(const TokenVocabulary& vocabulary, const TokenizerConfig& config)
        : m_vocabulary(vocabulary) {
        const auto decoder = config.config.find("added_tokens_decoder");
        if (decoder != config.config.end() && decoder->is_object()) {
            for (const auto& [id, entry] : decoder->items()) {
                json token = entry.is_object() ? entry : json::object();
                token["id"] = numberOf(id);
                push(std::move(token));
            }
        }
        for (const auto& [content, id] : config.added.items())
            push({{"content", content}, {"id", id}, {"special", false}, {"normalized", false}});
    }
    /// One that means something to the model; nothing where the vocabulary has it not.
    void special(const std::string& content, bool stripLeft = false) {
        if (const auto id = m_vocabulary.idOf(content); id && !content.empty())
            push({{"content", content},
                  {"id", *id},
                  {"special", true},
                  {"normalized", false},
                  {"lstrip", stripLeft}});
    }
    std::optional<TokenId> idOf(const std::string& content) const {
        for (const json& token : m_tokens) {
            if (!token.contains("content") || !token.contains("id"))
                continue;
            const json& id = token["id"];
            if (token["content"] == content && id.is_number_integer() && id >= 0 &&
                id < mostTokenIds)
                return id.get<TokenId>();
        }
        return m_vocabulary.idOf(content);
    }
    const json& tokens() const { return m_tokens; }

private:
    static json numberOf(const std::string& digits) {
        const bool isNumber = !digits.empty() && digits.size() < 10 &&
                              digits.find_first_not_of("0123456789") == std::string::npos;
        return isNumber ? json(static_cast<std::uint64_t>(std::stoul(digits))) : json(digits);
    }
    void push(json token) {
        if (m_contents.insert(TokenizerConfig::textIn(token, "content")).second)
            m_tokens.push_back(std::move(token));
    }

    const TokenVocabulary& m_vocabulary;
    json m_tokens = json::array();
    std::set<std::string> m_contents;
};

json around(std::optional<TokenId> before, std::optional<TokenId> behind) {
    json single = json::array();
    json special = json::object();
    const auto add = [&](const char* name, std::optional<TokenId> id) {
        if (!id)
            return;
        single.push_back({{"SpecialToken", {{"id", name}, {"type_id", 0}}}});
        special[name] = {{"id", name}, {"ids", {static_cast<std::uint32_t>(*id)}}};
    };
    add("before", before);
    single.push_back({{"Sequence", {{"id", "A"}, {"type_id", 0}}}});
    add("behind", behind);
    return {{"type", "TemplateProcessing"}, {"single", single}, {"special_tokens", special}};
}

Result<TokenVocabulary> vocabularyIn(const TokenizerFiles& files, const std::string& name) {
    const Result<json> object = files.readObjectIfAny(name);
    if (!object)
        return object.error();
    TokenVocabulary vocabulary;
    for (const auto& [spelling, id] : object->items()) {
        const bool good = id.is_number_unsigned() && id.get<std::uint64_t>() < 1ULL << 31U;
        const Status added = vocabulary.add(spelling, good ? id.get<std::int64_t>() : -1);
        if (!added)
            return inFile(files.pathOf(name), added.error());
    }
    return vocabulary;
}

/// The lines of a file, without what ends them.
std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return lines;
}

/// GPT-2, RoBERTa, Qwen2: vocab.json and merges.txt.
Result<Tokenizer> readByteLevel(const TokenizerFiles& files, const TokenizerConfig& config) {
    Result<TokenVocabulary> vocabulary = vocabularyIn(files, "vocab.json");
    if (!vocabulary)
        return vocabulary.error();
    const Result<std::string> text = files.read("merges.txt");
    if (!text)
        return text.error();
    std::vector<BpeModel::Merge> merges;
    for (const std::string& line : linesOf(*text)) {
        if (line.empty() || line.starts_with("#version"))
            continue;
        Result<BpeModel::Merge> merge = readMerge(line, merges.size() + 1);
        if (!merge)
            return inFile(files.pathOf("merges.txt"), merge.error());
        merges.push_back(std::move(*merge));
    }
    AddedList added(*vocabulary, config);
    const bool roberta = config.isRoberta();
    const char* end = config.isQwen() || !roberta ? "<|endoftext|>" : "</s>";
    const std::string begin = config.token("bos_token", roberta ? "<s>" : end);
    if (roberta) {
        for (const auto& [name, otherwise] :
             {std::pair("bos_token", "<s>"), std::pair("eos_token", "</s>"),
              std::pair("unk_token", "<unk>"), std::pair("sep_token", "</s>"),
              std::pair("cls_token", "<s>"), std::pair("pad_token", "<pad>")})
            added.special(config.token(name, otherwise));
        added.special(config.token("mask_token", "<mask>"), true);
    } else {
        for (const char* name : {"bos_token", "eos_token", "unk_token", "pad_token"})
            added.special(config.token(name, end));
    }
    json pieces = {{"type", "ByteLevel"},
                   {"add_prefix_space", config.flag("add_prefix_space", false)}};
    json value = {{"decoder", {{"type", "ByteLevel"}}}};
    if (config.isQwen()) {
        constexpr const char* pattern =
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| "
            "?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
        pieces["use_regex"] = false;
        pieces = {
            {"type", "Sequence"},
            {"pretokenizers",
             {{{"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", "Isolated"}},
              pieces}}};
        value["normalizer"] = {{"type", "NFC"}};
    }
    value["pre_tokenizer"] = pieces;
    if (roberta)
        value["post_processor"] = around(added.idOf(config.token("cls_token", "<s>")),
                                         added.idOf(config.token("sep_token", "</s>")));
    else if (config.flag("add_bos_token", false))
        value["post_processor"] = around(added.idOf(begin), std::nullopt);
    value["added_tokens"] = added.tokens();
    Result<std::unique_ptr<TokenModel>> model =
        BpeModel::make(std::move(*vocabulary), merges, BpeModel::Options{});
    if (!model)
        return inFile(files.pathOf("merges.txt"), model.error());
    return readTokenizer(value, std::move(*model));
}

/// BERT: vocab.txt.
Result<Tokenizer> readWordPieces(const TokenizerFiles& files, const TokenizerConfig& config) {
    const Result<std::string> text = files.read("vocab.txt");
    if (!text)
        return text.error();
    TokenVocabulary vocabulary;
    std::int64_t id = 0;
    for (std::string& line : linesOf(*text)) {
        if (const Status status = vocabulary.add(std::move(line), id++); !status)
            return inFile(files.pathOf("vocab.txt"), status.error());
    }
    const std::string unknown = config.token("unk_token", "[UNK]");
    const auto unknownId = vocabulary.idOf(unknown);
    if (!unknownId)
        return inFile(files.pathOf("vocab.txt"), missingUnknownToken(unknown));
    AddedList added(vocabulary, config);
    for (const auto& [name, otherwise] :
         {std::pair("unk_token", "[UNK]"), std::pair("sep_token", "[SEP]"),
          std::pair("pad_token", "[PAD]"), std::pair("cls_token", "[CLS]"),
          std::pair("mask_token", "[MASK]")})
        added.special(config.token(name, otherwise));
    json normalizer = {{"type", "BertNormalizer"},
                       {"clean_text", true},
                       {"handle_chinese_chars", config.flag("tokenize_chinese_chars", true)},
                       {"lowercase", config.flag("do_lower_case", true)}};
    if (const auto accents = config.config.find("strip_accents");
        accents != config.config.end() && accents->is_boolean())
        normalizer["strip_accents"] = *accents;
    const json value = {{"normalizer", normalizer},
                        {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
                        {"post_processor", around(added.idOf(config.token("cls_token", "[CLS]")),
                                                  added.idOf(config.token("sep_token", "[SEP]")))},
                        {"decoder", {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}}},
                        {"added_tokens", added.tokens()}};
    return readTokenizer(
        value, std::make_unique<WordPieceModel>(std::move(vocabulary), *unknownId, "##", 100));
}

json sentencePieceDecoder(bool startsWithSpace) {
    json steps = {{{"type", "Replace"}, {"pattern", {{"String", "\u2581"}}}, {"content", " "}},
                  {{"type", "ByteFallback"}},
                  {{"type", "Fuse"}}};
    if (startsWithSpace)
        steps.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
    return {{"type", "Sequence"}, {"decoders", steps}};
}

/// Llama, Mistral, T5 and others whose ids are those of a model of SentencePiece.
Result<Tokenizer> readSpm(const TokenizerFiles& files, const std::string& name,
                          const TokenizerConfig& config) {
    if (config.isOf({"XLMRoberta", "Camembert", "MBart", "MBart50", "Barthez", "XLNet", "Albert",
                     "Pegasus", "BigBird", "NllbB", "Nllb", "M2M100", "DebertaV2", "Reformer"}))
        return inFile(files.pathOf(name),
                      makeError(HEADSCOPE_MESSAGE(
                                    "Message", "a tokenizer of the class “%1” gives other ids "
                                               "than its SentencePiece model; its tokenizer.json "
                                               "is needed beside it"),
                                config.kind));
    const Result<std::string> bytes = files.read(name);
    if (!bytes)
        return bytes.error();
    const bool t5 = config.kind.empty() ? config.modelType == "t5" : config.isOf({"T5"});
    // Llama's older way puts a space before every part between special tokens, the newer one before
    // the first alone.
    const bool legacy = config.flag("legacy", true) || t5;
    const bool prefix = config.flag("add_prefix_space", true);
    Result<SentencePieceFile> file = readSentencePiece(*bytes, legacy);
    if (!file)
        return inFile(files.pathOf(name), file.error());
    const TokenVocabulary& vocabulary = file->model->vocabulary();
    AddedList added(vocabulary, config);
    for (const TokenId id : file->controls)
        added.special(*vocabulary.spelling(id));
    for (const char* each : {"bos_token", "eos_token", "unk_token", "pad_token"})
        added.special(config.token(each, ""));
    const auto tokenOr = [&](const char* each, std::optional<TokenId> otherwise) {
        const std::string content = config.token(each, "");
        return content.empty() ? otherwise : added.idOf(content);
    };
    const bool begins = config.flag("add_bos_token", !t5);
    const bool ends = config.flag("add_eos_token", t5);
    json value = {
        {"added_tokens", added.tokens()},
        {"decoder", sentencePieceDecoder(legacy ? file->startsWithSpace : prefix)},
        {"post_processor", around(begins ? tokenOr("bos_token", file->begin) : std::nullopt,
                                  ends ? tokenOr("eos_token", file->end) : std::nullopt)}};
    if (!legacy && prefix)
        value["pre_tokenizer"] = {{"type", "Metaspace"},
                                  {"replacement", "\u2581"},
                                  {"prepend_scheme", "first"},
                                  {"split", false}};
    return readTokenizer(value, std::move(file->model));
}

/// Marian: pieces by source.spm or target.spm, their ids by vocab.json.
Result<Tokenizer> readMarian(const TokenizerFiles& files, const TokenizerConfig& config,
                             TokenizerSide side) {
    const bool target = side == TokenizerSide::Target;
    const std::string name = target ? "target.spm" : "source.spm";
    const Result<std::string> bytes = files.read(name);
    if (!bytes)
        return bytes.error();
    Result<SentencePieceFile> file = readSentencePiece(*bytes);
    if (!file)
        return inFile(files.pathOf(name), file.error());
    const std::string words =
        target && files.has("target_vocab.json") ? "target_vocab.json" : "vocab.json";
    Result<TokenVocabulary> vocabulary = vocabularyIn(files, words);
    if (!vocabulary)
        return vocabulary.error();
    const std::string unknown = config.token("unk_token", "<unk>");
    if (!vocabulary->idOf(unknown))
        return inFile(files.pathOf(words), missingUnknownToken(unknown));
    AddedList added(*vocabulary, config);
    for (const auto& [token, otherwise] :
         {std::pair("eos_token", "</s>"), std::pair("unk_token", "<unk>"),
          std::pair("pad_token", "<pad>")})
        added.special(config.token(token, otherwise));
    // ">>fra<<" in front says into which language.
    for (TokenId id = 0; id < vocabulary->size(); ++id) {
        const std::string* spelling = vocabulary->spelling(id);
        if (spelling && spelling->starts_with(">>") && spelling->ends_with("<<"))
            added.special(*spelling);
    }
    const json value = {
        {"added_tokens", added.tokens()},
        {"unknown", unknown},
        {"decoder", sentencePieceDecoder(file->startsWithSpace)},
        {"post_processor", around(std::nullopt, added.idOf(config.token("eos_token", "</s>")))}};
    return readTokenizer(value, std::move(file->model),
                         std::make_unique<TokenVocabulary>(std::move(*vocabulary)));
}

} // namespace

Result<Tokenizer> openTokenizer(const std::string& folder, TokenizerSide side) {
    const TokenizerFiles files(folder);
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is no folder; that of a model is needed, "
                                                      "with the files of its tokenizer"),
                         folder);
    if (files.has("tokenizer.json")) {
        const Result<json> value = files.readJson("tokenizer.json");
        if (!value)
            return value.error();
        Result<Tokenizer> read = readTokenizer(*value);
        return read ? read : inFile(files.pathOf("tokenizer.json"), read.error());
    }
    const Result<TokenizerConfig> config = TokenizerConfig::read(files);
    if (!config)
        return config.error();
    if (files.has("source.spm") && files.has("target.spm") && files.has("vocab.json"))
        return readMarian(files, *config, side);
    for (const char* name : {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model",
                             "sentencepiece.model", "source.spm"}) {
        if (files.has(name))
            return readSpm(files, name, *config);
    }
    if (files.has("vocab.json") && files.has("merges.txt")) {
        if (config->isOf({"CLIP", "OpenAIGPT", "XLM", "FSMT", "Ctrl", "CTRL"}))
            return inFile(
                files.pathOf("vocab.json"),
                makeError(HEADSCOPE_MESSAGE("Message", "a tokenizer of the class “%1” is not known "
                                                       "here without its tokenizer.json"),
                          config->kind));
        return readByteLevel(files, *config);
    }
    if (files.has("vocab.txt"))
        return readWordPieces(files, *config);
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "%1 holds no tokenizer: tokenizer.json, vocab.json "
                                       "with merges.txt, vocab.txt or tokenizer.model is "
                                       "needed"),
                     folder);
}

} // namespace headscope
