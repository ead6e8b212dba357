// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/token_list.h"

#include "disk/byte_source.h"
#include "disk/file_io.h"
#include "formats/git_lfs.h"
#include "formats/npy/npy_words.h"
#include "json/json_guard.h"
#include "support/utf8.h"

#include <nlohmann/json.hpp>

#include <new>

namespace headscope {

namespace {

using WordList = std::vector<std::string>;

constexpr std::uint64_t mostTokenBytes = std::uint64_t{64} << 20;

Error emptyWord(std::size_t place, const std::string& name) {
    return makeError(HEADSCOPE_MESSAGE("Message", "word %1 of %2 is empty: every place needs one"),
                     place, name);
}

Result<WordList> wordsOfLines(std::string_view text, const std::string& name) {
    WordList words;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        words.emplace_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    while (!words.empty() && words.back().empty())
        words.pop_back();
    // One line of several words is a sentence; a word of its own is rarely one with spaces.
    constexpr std::string_view gaps = " \t";
    if (words.size() == 1 && words.front().find_first_of(gaps) != std::string::npos) {
        const std::string sentence = std::move(words.front());
        words.clear();
        std::size_t begin = 0;
        while ((begin = sentence.find_first_not_of(gaps, begin)) != std::string::npos) {
            const std::size_t end = std::min(sentence.find_first_of(gaps, begin), sentence.size());
            words.push_back(sentence.substr(begin, end - begin));
            begin = end;
        }
        if (words.empty()) // nothing but spaces: that is a word
            words.push_back(sentence);
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].empty())
            return emptyWord(i + 1, name);
    }
    return words;
}

Error wrongJson(const std::string& name) {
    return makeError(
        HEADSCOPE_MESSAGE("Message", "%1 is no list of words: [\"a\", \"b\"] is needed, a list of "
                                     "such lists, or {\"query\": [..], \"key\": [..]}"),
        name);
}

/// A list of words; of ids, which are shown as numbers.
Result<WordList> wordsOfJson(const nlohmann::json& list, const std::string& name) {
    WordList words;
    if (!list.is_array())
        return wrongJson(name);
    for (const nlohmann::json& word : list) {
        if (word.is_string())
            words.push_back(word.get<std::string>());
        else if (word.is_number_integer())
            words.push_back(word.dump());
        else
            return wrongJson(name);
        if (words.back().empty()) // a piece that decodes to nothing
            words.back() = " ";
    }
    return words;
}

Result<TokenFile::Lists> listsOfJson(const nlohmann::json& value, const std::string& name) {
    TokenFile::Lists lists;
    const bool several = value.is_array() && !value.empty() && value.front().is_array();
    const auto add = [&](const nlohmann::json& list) -> Status {
        Result<WordList> words = wordsOfJson(list, name);
        if (!words)
            return words.error();
        lists.push_back(std::move(*words));
        return Done{};
    };
    if (!several) {
        if (const Status added = add(value); !added)
            return added.error();
        return lists;
    }
    for (const nlohmann::json& list : value) {
        if (const Status added = add(list); !added)
            return added.error();
    }
    return lists;
}

Result<TokenFile> tokensOfJson(std::string_view text, const std::string& name) {
    const Result<nlohmann::json> read = parseUntrustedJson(text);
    if (!read)
        return inFile(name, read.error());
    const auto member = [&](std::initializer_list<const char*> names) -> const nlohmann::json* {
        for (const char* possible : names) {
            if (read->is_object() && read->contains(possible))
                return &read->at(possible);
        }
        return nullptr;
    };
    TokenFile file;
    const nlohmann::json* const tokens =
        read->is_array() ? &*read
                         : member({"query", "tokens", "words", "input_tokens", "token_strings"});
    if (!tokens)
        return wrongJson(name);
    Result<TokenFile::Lists> lists = listsOfJson(*tokens, name);
    if (!lists)
        return lists.error();
    file.lists = std::move(*lists);
    if (const nlohmann::json* const keys = member({"key"})) {
        Result<TokenFile::Lists> keyLists = listsOfJson(*keys, name);
        if (!keyLists)
            return keyLists.error();
        file.keyLists = std::move(*keyLists);
    }
    return file;
}

Error noWords(const std::string& name) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 names no words"), name);
}

bool hasWords(const TokenFile::Lists& lists) {
    return !lists.empty() && std::ranges::none_of(lists, &WordList::empty);
}

} // namespace

Result<TokenFile> tokenFileFrom(std::string_view given, const std::string& name) {
    TokenFile file;
    if (auto words = wordsOfNpy(given)) {
        file.lists = std::move(*words);
        return hasWords(file.lists) ? Result<TokenFile>(std::move(file)) : noWords(name);
    }
    const std::string content = withoutMark(std::string(given));
    if (const std::optional<std::size_t> wrong = firstWrongByte(content))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is no text in UTF-8: byte %2 is wrong; "
                                                      "save it as UTF-8"),
                         name, *wrong + 1);
    if (name.ends_with(".json")) {
        Result<TokenFile> read = tokensOfJson(content, name);
        if (!read)
            return read;
        file = std::move(*read);
    } else {
        Result<WordList> words = wordsOfLines(content, name);
        if (!words)
            return words.error();
        file.lists.push_back(std::move(*words));
    }
    if (!hasWords(file.lists) || (file.keyLists && !hasWords(*file.keyLists)))
        return noWords(name);
    return file;
}

Result<TokenFile> readTokenFile(const std::string& path) {
    const Result<std::unique_ptr<ByteSource>> source = openFile(path);
    if (!source)
        return source.error();
    if (auto pointer = gitLfsPointerError(**source))
        return *pointer;
    if ((*source)->size() > mostTokenBytes)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has %2 bytes; a list of words may have "
                                                      "at most %3"),
                         path, (*source)->size(), mostTokenBytes);
    try {
        std::string content((*source)->size(), '\0');
        if (const Status read = (*source)->readAt(0, content); !read)
            return read.error();
        return tokenFileFrom(content, path);
    } catch (const std::bad_alloc&) {
        return noMemoryToRead(path);
    }
}

} // namespace headscope
