// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/array_file.h"

#include "json/json_guard.h"
#include "support/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace headscope {

namespace {

using nlohmann::json;

/// Python's numbers that JSON has not: NaN becomes null, an infinity what no float holds.
std::string withoutSpecials(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    bool inWord = false;
    for (std::size_t i = 0; i < text.size();) {
        const char letter = text[i];
        if (inWord && letter == '\\' && i + 1 < text.size()) {
            result.append(text.substr(i, 2));
            i += 2;
            continue;
        }
        if (letter == '"')
            inWord = !inWord;
        const std::string_view rest = text.substr(i);
        if (!inWord && rest.starts_with("NaN")) {
            result += "null";
            i += 3;
        } else if (!inWord && rest.starts_with("Infinity")) {
            result += "1e300";
            i += 8;
        } else {
            result += letter;
            ++i;
        }
    }
    return result;
}

Error ragged(const std::string& name, const std::string& where, std::size_t wanted) {
    return makeError(HEADSCOPE_MESSAGE("Message", "“%1%2” must be an array of %3 entries, as its "
                                                  "first sibling is"),
                     name, where, wanted);
}

/// The sizes of nested lists along their first entries.
std::optional<Shape> nestedShape(const json& list) {
    Shape shape;
    const json* at = &list;
    while (at->is_array()) {
        if (at->empty() || shape.size() == 5)
            return std::nullopt;
        shape.push_back(static_cast<Index>(at->size()));
        at = &at->front();
    }
    if (shape.size() < 2 || !(at->is_number() || at->is_null() || at->is_boolean()))
        return std::nullopt;
    return shape;
}

std::optional<Error> fillNested(const json& value, const Shape& shape, std::size_t level,
                                const std::string& name, const std::string& where, float*& to) {
    if (!value.is_array() || static_cast<Index>(value.size()) != shape[level])
        return ragged(name, where, static_cast<std::size_t>(shape[level]));
    for (std::size_t i = 0; i < value.size(); ++i) {
        const json& entry = value[i];
        const auto place = [&] { return where + "[" + std::to_string(i) + "]"; };
        if (level + 1 < shape.size()) {
            if (auto error = fillNested(entry, shape, level + 1, name, place(), to))
                return error;
            continue;
        }
        if (entry.is_null()) {
            *to++ = std::numeric_limits<float>::quiet_NaN();
        } else if (entry.is_boolean()) {
            *to++ = entry.get<bool>() ? 1.0F : 0.0F;
        } else if (entry.is_number()) {
            const double number = entry.get<double>();
            constexpr double largest = std::numeric_limits<float>::max();
            *to++ = std::abs(number) > largest
                        ? std::copysign(std::numeric_limits<float>::infinity(),
                                        static_cast<float>(std::copysign(1.0, number)))
                        : static_cast<float>(number);
        } else {
            return makeError(HEADSCOPE_MESSAGE("Message", "“%1%2” is no number"), name, place());
        }
    }
    return std::nullopt;
}

/// Says what stands where nested lists should have their first number.
Error noNumber(const std::string& name, const json& value) {
    constexpr std::size_t longest = 40;
    std::string where;
    const json* at = &value;
    while (at->is_array() && !at->empty()) {
        at = &at->front();
        where += "[0]";
    }
    if (!at->is_string())
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1%2” is no number"), name, where);
    return makeError(HEADSCOPE_MESSAGE("Message", "“%1%2” is the text \"%3\", and no number"), name,
                     where, at->get<std::string>().substr(0, longest));
}

/// Whether all entries have the shape of the first; else a list is of layers of their own.
bool isUniform(const json& list) {
    const std::optional<Shape> first = nestedShape(list.front());
    return first && std::ranges::all_of(
                        list, [&](const json& entry) { return nestedShape(entry) == first; });
}

class NumbersReader {
public:
    /// A list of layers may differ in size.
    Status addNumbers(const std::string& name, const json& value) {
        const auto shape = nestedShape(value);
        if (!shape || shape->size() < 4 || isUniform(value))
            return addArray(name, value);
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (Status added = addArray(name + "." + std::to_string(i), value[i]); !added)
                return added;
        }
        return Done{};
    }

    static bool isNumbers(const json& value) {
        return value.is_array() && nestedShape(value).has_value();
    }

    ArrayFile file;

    Status addArray(const std::string& name, const json& value) {
        const auto shape = nestedShape(value);
        if (!shape)
            return noNumber(name, value);
        if (file.arrays.size() == mostArrays)
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 has %2 arrays: at most %3 are read"),
                             name, mostArrays + 1, mostArrays);
        Index count = 0;
        // The first entries may announce what the others have not.
        if (!checkedElementCount(*shape, count) || static_cast<std::size_t>(count) > m_left)
            return ragged(name, "", static_cast<std::size_t>((*shape)[0]));
        Tensor tensor = Tensor::uninitialized(*shape, Axes(shape->size(), Axis::Feature));
        float* to = tensor.mutableData();
        if (auto error = fillNested(value, *shape, 0, name, "", to))
            return *error;
        file.arrays.push_back({name, std::move(tensor)});
        return Done{};
    }

    std::size_t m_left = 0; ///< a number takes at least two letters of the text
};

bool isWords(const json& value) {
    return value.is_array() && !value.empty() &&
           (value.front().is_string() || (value.front().is_array() && !value.front().empty() &&
                                          value.front().front().is_string()));
}

TokenLists wordsFrom(const json& value) {
    TokenLists lists;
    const auto add = [&](const json& list) {
        lists.emplace_back();
        for (const json& word : list)
            lists.back().push_back(!word.is_string()                 ? word.dump()
                                   : word.get<std::string>().empty() ? " "
                                                                     : word.get<std::string>());
    };
    if (value.front().is_string())
        add(value);
    else
        std::ranges::for_each(value, add);
    return lists;
}

bool isListOfObjects(const json& value) {
    return value.is_array() && !value.empty() && value.front().is_object();
}

/// The words at the sides of an entry of BertViz. Those of an encoder are the keys of a
/// translation, on either side; those of a decoder its queries.
void takeSides(const json& entry, AttentionKind kind, ArrayFile& file) {
    const auto words = [&](const char* side) {
        const auto found = entry.find(side);
        return found != entry.end() && isWords(*found) ? wordsFrom(*found) : TokenLists();
    };
    if (TokenLists left = words("left_text"); !left.empty() && kind == AttentionKind::Encoder)
        file.keyTokens = std::move(left);
    else if (!left.empty())
        file.tokens = std::move(left);
    if (TokenLists right = words("right_text"); !right.empty() && kind == AttentionKind::Decoder)
        file.tokens = std::move(right);
    else if (!right.empty())
        file.keyTokens = std::move(right);
}

/// A list of layers, {"attn": numbers} each; or, as BertViz has it, of all layers of an encoder, of
/// a decoder and of what that sees of the encoder, or of all words and then of parts of them.
Status addObjects(const std::string& name, const json& list, NumbersReader& reader) {
    bool isWhole = false; // what follows is a part of it
    for (std::size_t i = 0; i < list.size(); ++i) {
        const json& entry = list[i];
        if (!entry.is_object()) {
            if (Status added = reader.addArray(name + "." + std::to_string(i), entry); !added)
                return added;
            continue;
        }
        const auto numbers = std::ranges::find_if(
            entry.items(), [](const auto& item) { return NumbersReader::isNumbers(item.value()); });
        if (numbers == entry.items().end())
            continue;
        const auto called = entry.find("name");
        const std::string part =
            called != entry.end() && called->is_string() ? called->get<std::string>() : "";
        if (isWhole) {
            reader.file.others.push_back(
                {part.empty() ? name + "." + std::to_string(i) : part, {}});
            continue;
        }
        const AttentionKind kind = kindNamed(part);
        takeSides(entry, kind, reader.file);
        isWhole = lowerCase(part) == "all";
        const bool isOfKind = kind != AttentionKind::Plain;
        const bool isOfLayers = isOfKind && nestedShape(numbers.value())->size() == 4;
        const std::string whole = name + "." + (isOfKind ? part : std::to_string(i)) +
                                  (isOfLayers ? "_LHQK" : ""); // as guessAxes() reads it
        if (Status added = reader.addArray(whole, numbers.value()); !added)
            return added;
    }
    return Done{};
}

Status addNumbersOrObjects(const std::string& name, const json& value, NumbersReader& reader) {
    return isListOfObjects(value) ? addObjects(name, value, reader)
                                  : reader.addNumbers(name, value);
}

/// What is called by its name in an object, and in the objects below: {"attn": {"all": [..]}}.
Status addMembers(const json& object, const std::string& path, int depth, NumbersReader& reader) {
    constexpr int deepest = 4;
    for (const auto& [name, value] : object.items()) {
        // {"data": [..]} is called as what has it.
        const std::string below = path.empty() ? name : name == "data" ? path : path + "." + name;
        const bool called = name.find("token") != name.npos || name.find("word") != name.npos ||
                            name.ends_with("_text");
        if ((depth == 0 || called) && isWords(value)) {
            const bool keys = name.find("key") != name.npos || name.starts_with("encoder") ||
                              name.starts_with("source") || name.starts_with("right");
            (keys ? reader.file.keyTokens.emplace() : reader.file.tokens) = wordsFrom(value);
        } else if (value.is_object() && depth < deepest) {
            if (Status added = addMembers(value, below, depth + 1, reader); !added)
                return added;
        } else if (NumbersReader::isNumbers(value) || (depth == 0 && isListOfObjects(value))) {
            if (Status added = addNumbersOrObjects(below, value, reader); !added)
                return added;
        }
    }
    return Done{};
}

bool isOfName(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_' || letter == '$';
}

/// A string of a script, from its quote on, as JSON has it; moves `text` behind it.
std::string takeScriptString(std::string_view& text) {
    const char quote = text.front();
    std::string result = "\"";
    std::size_t i = 1;
    for (; i < text.size() && text[i] != quote; ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            const char escaped = text[++i];
            if (escaped != '\'' && escaped != '`') // no escapes of JSON
                result += '\\';
            result += escaped;
        } else if (text[i] == '"') {
            result += "\\\"";
        } else {
            result += text[i];
        }
    }
    text.remove_prefix(std::min(i + 1, text.size()));
    return result + "\"";
}

/// The value of "const x = {..};" or "export default {..}" as JSON: names without quotes, strings
/// in other quotes, comments, and a comma behind the last entry are what scripts have beside it.
std::string jsonOfScript(std::string_view text) {
    const std::size_t first = text.find_first_of("=[{");
    text.remove_prefix(first == text.npos      ? text.size()
                       : text.at(first) == '=' ? first + 1
                                               : first);
    std::string result;
    while (!text.empty()) {
        const char letter = text.front();
        if (letter == '"' || letter == '\'' || letter == '`') {
            result += takeScriptString(text);
        } else if (text.starts_with("//")) {
            text.remove_prefix(std::min(text.find('\n'), text.size()));
        } else if (text.starts_with("/*")) {
            const std::size_t end = text.find("*/");
            text.remove_prefix(end == text.npos ? text.size() : end + 2);
        } else if (letter == ';') { // what follows is another statement
            break;
        } else if (isOfName(letter) && !(letter >= '0' && letter <= '9')) {
            std::size_t end = 1;
            while (end < text.size() && isOfName(text[end]))
                ++end;
            const std::string_view word = text.substr(0, end);
            const bool isValue = word == "true" || word == "false" || word == "null" ||
                                 word == "NaN" || word == "Infinity";
            if (word == "undefined")
                result += "null";
            else
                result.append(isValue ? "" : "\"").append(word).append(isValue ? "" : "\"");
            text.remove_prefix(end);
        } else if (isOfName(letter)) { // a number, with its exponent
            while (!text.empty() && (isOfName(text.front()) || text.front() == '.' ||
                                     ((text.front() == '-' || text.front() == '+') &&
                                      (result.back() == 'e' || result.back() == 'E')))) {
                result += text.front();
                text.remove_prefix(1);
            }
        } else {
            if (letter == ']' || letter == '}') {
                const std::size_t last = result.find_last_not_of(" \t\r\n");
                if (last != result.npos && result[last] == ',')
                    result.erase(last, 1);
            }
            result += letter;
            text.remove_prefix(1);
        }
    }
    return result;
}

Result<ArrayFile> arraysOfJson(std::string text);

} // namespace

Result<ArrayFile> readScriptArrays(const ByteSource& source, ArrayChoice /*choice*/) {
    std::string text(source.size(), '\0');
    if (const Status read = source.readAt(0, text); !read)
        return read.error();
    return arraysOfJson(jsonOfScript(text));
}

Result<ArrayFile> readJsonArrays(const ByteSource& source, ArrayChoice /*choice*/) {
    std::string text(source.size(), '\0');
    if (const Status read = source.readAt(0, text); !read)
        return read.error();
    return arraysOfJson(std::move(text));
}

namespace {

Result<ArrayFile> arraysOfJson(std::string text) {
    text = withoutMark(std::move(text));
    NumbersReader reader;
    reader.m_left = text.size() / 2 + 1;
    if (text.find("NaN") != text.npos || text.find("Infinity") != text.npos)
        text = withoutSpecials(text);
    const Result<json> parsed = parseUntrustedJson(text);
    if (!parsed)
        return parsed.error();
    text = {};
    if (parsed->is_object()) {
        if (const Status added = addMembers(*parsed, "", 0, reader); !added)
            return added.error();
        if (reader.file.arrays.empty()) { // for who says what is there instead
            for (const auto& [name, value] : parsed->items())
                reader.file.others.push_back({name, {}});
        }
    } else if (parsed->is_array() && !parsed->empty()) {
        if (const Status added = addNumbersOrObjects("attention", *parsed, reader); !added)
            return added.error();
    }
    // The other side alone has words only beside those of this one.
    if (reader.file.tokens.empty() && reader.file.keyTokens) {
        reader.file.tokens = std::move(*reader.file.keyTokens);
        reader.file.keyTokens.reset();
    }
    const bool translates = std::ranges::any_of(reader.file.arrays, [](const NamedArray& array) {
        return kindNamed(array.name) == AttentionKind::Cross;
    });
    if (!translates && reader.file.keyTokens && *reader.file.keyTokens == reader.file.tokens)
        reader.file.keyTokens.reset(); // it looks at itself
    return std::move(reader.file);
}

} // namespace

std::map<std::string, std::string> safetensorsMetadata(std::string_view header) {
    std::map<std::string, std::string> metadata;
    const Result<json> parsed = parseUntrustedJson(header);
    if (!parsed || !parsed->is_object() || !parsed->contains("__metadata__"))
        return metadata;
    for (const auto& [name, value] : (*parsed)["__metadata__"].items()) {
        if (value.is_string())
            metadata[name] = value.get<std::string>();
    }
    return metadata;
}

} // namespace headscope
