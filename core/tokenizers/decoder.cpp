// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/decoder.h"

#include "characters/characters.h"
#include "support/utf8.h"
#include "tokenizers/tokenizer_fields.h"

#include <nlohmann/json.hpp>

namespace headscope {

using nlohmann::json;

namespace {

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    if (from.empty())
        return;
    std::string result;
    std::size_t at = 0;
    for (std::size_t found = text.find(from); found != text.npos; found = text.find(from, at)) {
        result.append(text, at, found - at);
        result += to;
        at = found + from.size();
    }
    result.append(text, at);
    text = std::move(result);
}

/// The bytes that a spelling of byte-level BPE stands for; itself where it is none.
std::string bytesOfSpelling(const std::string& spelling) {
    std::string bytes;
    for (std::size_t at = 0; at < spelling.size();) {
        const Character character = firstCharacter(std::string_view(spelling).substr(at));
        const auto byte = character.bytes > 0 ? characters::byteOf(character.code) : std::nullopt;
        if (!byte)
            return spelling;
        bytes += static_cast<char>(*byte);
        at += character.bytes;
    }
    return bytes;
}

/// As the library of the tokenizer tidies English up.
void cleanUp(std::string& token) {
    constexpr std::pair<std::string_view, std::string_view> rules[] = {
        {" .", "."},   {" ?", "?"},     {" !", "!"},    {" ,", ","},
        {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},  {" do not", " don't"},
        {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
    for (const auto& [from, to] : rules)
        replaceAll(token, from, to);
}

std::string stripped(const std::string& token, const std::string& content, std::size_t start,
                     std::size_t stop) {
    if (content.empty())
        return token;
    std::string_view rest = token;
    for (; start > 0 && rest.starts_with(content); --start)
        rest.remove_prefix(content.size());
    for (; stop > 0 && rest.ends_with(content); --stop)
        rest.remove_suffix(content.size());
    return std::string(rest);
}

/// "<0xE2>", "<0x82>", "<0xAC>" as the character that they are, those side by side as one text;
/// each of them as U+FFFD where they are none together.
std::vector<std::string> withBytes(const std::vector<std::string>& tokens) {
    std::vector<std::string> result;
    std::string bytes;
    const auto finish = [&] {
        if (firstWrongByte(bytes)) {
            for (std::size_t i = 0; i < bytes.size(); ++i)
                result.emplace_back("\uFFFD");
        } else if (!bytes.empty()) {
            result.push_back(bytes);
        }
        bytes.clear();
    };
    for (const std::string& token : tokens) {
        if (const auto byte = characters::writtenByte(token)) {
            bytes += static_cast<char>(*byte);
            continue;
        }
        finish();
        result.push_back(token);
    }
    finish();
    return result;
}

} // namespace

void Decoder::apply(const Step& step, std::vector<std::string>& tokens) {
    const auto fuse = [&tokens] {
        std::string all;
        for (const std::string& token : tokens)
            all += token;
        tokens = {std::move(all)};
    };
    switch (step.kind) {
    case Step::Kind::Bytes:
        for (std::string& token : tokens)
            token = bytesOfSpelling(token);
        fuse();
        tokens.front() = characters::readable(tokens.front());
        break;
    case Step::Kind::WordPiece:
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (i > 0 && !step.text.empty() && tokens[i].starts_with(step.text))
                tokens[i].erase(0, step.text.size());
            else if (i > 0)
                tokens[i].insert(0, " ");
            if (step.cleanup)
                cleanUp(tokens[i]);
        }
        break;
    case Step::Kind::Metaspace:
        for (std::size_t i = 0; i < tokens.size(); ++i)
            replaceAll(tokens[i], step.text, i == 0 && step.dropFirst ? "" : " ");
        break;
    case Step::Kind::Replace:
        for (std::string& token : tokens) {
            // An expression that explodes leaves the token as it is.
            const auto matches = step.pattern.matches(token);
            if (!matches)
                continue;
            std::string result;
            std::size_t at = 0;
            for (const Pattern::Match& match : *matches) {
                result.append(token, at, match.begin - at);
                result += step.text;
                at = match.end;
            }
            result.append(token, at);
            token = std::move(result);
        }
        break;
    case Step::Kind::ByteFallback: tokens = withBytes(tokens); break;
    case Step::Kind::Fuse: fuse(); break;
    case Step::Kind::Strip:
        for (std::string& token : tokens)
            token = stripped(token, step.text, step.start, step.stop);
        break;
    case Step::Kind::Suffix:
        for (std::size_t i = 0; i < tokens.size(); ++i)
            replaceAll(tokens[i], step.text, i + 1 < tokens.size() ? " " : "");
        break;
    }
}

std::string Decoder::decode(std::vector<std::string> spellings) const {
    if (m_isNone) {
        std::string text;
        for (std::size_t i = 0; i < spellings.size(); ++i)
            text += (i > 0 ? " " : "") + spellings[i];
        return text;
    }
    for (const Step& step : m_steps)
        apply(step, spellings);
    std::string text;
    for (const std::string& part : spellings)
        text += part;
    return text;
}

std::string Decoder::pieceText(const std::string& spelling) const {
    std::string text = spelling;
    for (const Step& step : m_steps) {
        std::vector<std::string> alone = {text};
        switch (step.kind) {
        case Step::Kind::WordPiece:
            if (!step.text.empty() && text.starts_with(step.text))
                text.erase(0, step.text.size());
            break;
        case Step::Kind::Metaspace: replaceAll(text, step.text, " "); break;
        case Step::Kind::Suffix: replaceAll(text, step.text, ""); break;
        // What is taken off the ends belongs to the whole text.
        case Step::Kind::Fuse:
        case Step::Kind::Strip: break;
        case Step::Kind::Bytes: text = bytesOfSpelling(text); break;
        case Step::Kind::ByteFallback:
            if (const auto byte = characters::writtenByte(text))
                text.assign(1, static_cast<char>(*byte));
            break;
        case Step::Kind::Replace:
            apply(step, alone);
            text = alone.front();
            break;
        }
    }
    return text;
}

void Decoder::readStep(const json& value, const std::string& path, std::size_t& count,
                       std::vector<Step>& steps, std::optional<Error>& error) {
    TokenizerFields fields(value, path, error);
    const std::string type = fields.text("type");
    if (++count > mostTokenizerSteps)
        fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” has more than %2 steps"),
                              "decoder", mostTokenizerSteps));
    if (error)
        return;
    if (type == "Sequence") {
        for (const json* part : fields.objects("decoders", mostTokenizerSteps))
            readStep(*part, path + "decoders.", count, steps, error);
        return;
    }
    Step step{Step::Kind::Fuse};
    if (type == "ByteLevel") {
        step.kind = Step::Kind::Bytes;
    } else if (type == "WordPiece") {
        step.kind = Step::Kind::WordPiece;
        step.text = fields.text("prefix", "##");
        step.cleanup = fields.flag("cleanup", true);
    } else if (type == "Metaspace") {
        step.kind = Step::Kind::Metaspace;
        step.text = fields.text("replacement", "\u2581");
        step.dropFirst =
            fields.text("prepend_scheme",
                        fields.flag("add_prefix_space", true) ? "always" : "never") != "never";
    } else if (type == "Replace") {
        step.kind = Step::Kind::Replace;
        step.pattern = fields.pattern("pattern");
        step.text = fields.text("content");
    } else if (type == "ByteFallback") {
        step.kind = Step::Kind::ByteFallback;
    } else if (type == "Strip") {
        step.kind = Step::Kind::Strip;
        step.text = fields.text("content");
        step.start = static_cast<std::size_t>(fields.number("start", 0, mostFieldBytes));
        step.stop = static_cast<std::size_t>(fields.number("stop", 0, mostFieldBytes));
    } else if (type == "BPEDecoder") {
        step.kind = Step::Kind::Suffix;
        step.text = fields.text("suffix", "</w>");
    } else if (type != "Fuse") {
        fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "the tokenizer has the decoder “%1”, "
                                                           "which is not known here"),
                              type));
    }
    steps.push_back(std::move(step));
}

Result<Decoder> Decoder::read(const json& value) {
    Decoder decoder;
    if (value.is_null())
        return decoder;
    decoder.m_isNone = false;
    std::optional<Error> error;
    std::size_t count = 0;
    readStep(value, "decoder.", count, decoder.m_steps, error);
    if (error)
        return *error;
    return decoder;
}

} // namespace headscope
