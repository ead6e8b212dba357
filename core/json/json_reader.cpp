// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

namespace {

using nlohmann::json;

/// Whether it is a list of so many words at most, none of them empty.
bool areWords(const json& list, const Words& rule) {
    const auto isWord = [&](const json& word) {
        return word.is_string() && !word.get_ref<const std::string&>().empty() &&
               word.get_ref<const std::string&>().size() <= rule.mostBytes;
    };
    return list.is_array() && static_cast<Index>(list.size()) <= rule.most &&
           std::all_of(list.begin(), list.end(), isWord);
}

/// Writes the numbers of nested arrays of exactly this shape behind each other.
class TensorFiller {
public:
    TensorFiller(std::string name, const Shape& shape, bool mayBeInfinite, float* data)
        : m_name(std::move(name))
        , m_shape(shape)
        , m_mayBeInfinite(mayBeInfinite)
        , m_data(data) {}

    std::optional<Error> fill(const json& value, std::size_t level, const std::string& where) {
        if (!value.is_array() || static_cast<Index>(value.size()) != m_shape[level])
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "“%1%2” must be an array of %3 entries, as "
                                               "its first sibling is"),
                             m_name, where, m_shape[level]);
        const bool row = level + 1 == m_shape.size();
        for (std::size_t i = 0; i < value.size(); ++i) {
            m_last = i;
            // Paths of single numbers are only written where one is wrong.
            auto error = row ? put(value[i], where)
                             : fill(value[i], level + 1, where + "[" + std::to_string(i) + "]");
            if (error)
                return error;
        }
        return std::nullopt;
    }

private:
    std::optional<Error> put(const json& value, const std::string& where) {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        if (m_mayBeInfinite && value.is_string() && value.get_ref<const std::string&>() == "-inf") {
            *m_data++ = -infinity;
            return std::nullopt;
        }
        const std::string place = where + "[" + std::to_string(m_last) + "]";
        if (!value.is_number())
            return makeError(HEADSCOPE_MESSAGE("Message", "“%1%2” must be a number, but is %3"),
                             m_name, place, value.type_name());
        const auto number = static_cast<float>(value.get<double>());
        if (!std::isfinite(number))
            return makeError(
                HEADSCOPE_MESSAGE("Message", "“%1%2” is too large; at most 3.4e38 is possible"),
                m_name, place);
        *m_data++ = number;
        return std::nullopt;
    }

    std::string m_name;
    Shape m_shape;
    bool m_mayBeInfinite;
    float* m_data;
    std::size_t m_last = 0;
};

/// The shape along the first entries; the filler checks all the others.
Shape firstShape(const json& value) {
    Shape shape;
    const json* level = &value;
    while (level->is_array() && shape.size() < Shape::maxRank) {
        shape.push_back(static_cast<Index>(level->size()));
        if (level->empty())
            break;
        level = &level->front();
    }
    return shape;
}

} // namespace

JsonReader::JsonReader(const json& object, std::string path, std::optional<Error>& error)
    : m_object(object)
    , m_path(std::move(path))
    , m_error(error) {}

void JsonReader::fail(Error error) {
    if (!m_error)
        m_error = std::move(error);
}

void JsonReader::sayInstead(std::string_view name, std::string_view what) {
    if (what.empty())
        return;
    m_error.reset();
    mustBe(false, name, what);
}

const json* JsonReader::find(std::string_view name) {
    const std::string& member = *m_asked.emplace(name).first;
    if (m_error)
        return nullptr;
    if (const auto found = m_object.find(member); found != m_object.end())
        return &*found;
    fail(makeError(HEADSCOPE_MESSAGE("Message", "the member “%1” is missing"), place(name)));
    return nullptr;
}

void JsonReader::wrongKind(Name name, const json& value, const char* pattern) {
    // A number is of the right kind and still wrong: which one it is says more.
    fail(makeError(pattern, place(name),
                   value.is_number() ? value.dump() : std::string(value.type_name())));
}

void JsonReader::mustBe(bool holds, std::string_view name, std::string_view what) {
    if (!holds)
        fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), place(name),
                       std::string(what)));
}

void JsonReader::read(Name name, const json& value, std::string& member, const Text& rule) {
    if (value.is_string() && value.get_ref<const std::string&>().size() <= rule.mostBytes)
        member = value.get<std::string>();
    else if (rule.mostBytes == Text().mostBytes)
        mustBe(false, name, "a text");
    else
        wrongKind(name, value,
                  HEADSCOPE_MESSAGE("Message", "“%1” must be a short text, but is %2"));
}

void JsonReader::read(Name name, const json& value, bool& member) {
    if (value.is_boolean())
        member = value.get<bool>();
    else
        wrongKind(name, value,
                  HEADSCOPE_MESSAGE("Message", "“%1” must be true or false, but is %2"));
}

void JsonReader::read(Name name, const json& value, std::uint64_t& member) {
    if (value.is_number_unsigned())
        member = value.get<std::uint64_t>();
    else
        wrongKind(name, value,
                  HEADSCOPE_MESSAGE("Message",
                                    "“%1” must be a whole number from 0 to 2⁶⁴ − 1, but is %2"));
}

void JsonReader::read(Name name, const json& value, Index& member) {
    constexpr std::uint64_t most = std::numeric_limits<Index>::max();
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= most)
        member = value.get<Index>();
    else
        mustBe(false, name, "a whole number");
}

void JsonReader::read(Name name, const json& value, Index& member, const Whole& rule) {
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() >= static_cast<std::uint64_t>(rule.least) &&
        value.get<std::uint64_t>() <= static_cast<std::uint64_t>(rule.most))
        member = value.get<Index>();
    else
        fail(makeError(
            rule.least == 0
                ? HEADSCOPE_MESSAGE("Message", "“%1” must be a whole number from 0 to %2")
                : HEADSCOPE_MESSAGE("Message", "“%1” must be a whole number from 1 to %2"),
            place(name), rule.most));
}

void JsonReader::read(Name name, const json& value, int& member, const Whole& rule) {
    Index number = member;
    read(name, value, number, rule);
    member = static_cast<int>(number);
}

void JsonReader::read(Name name, const json& value, float& member) {
    if (!value.is_number())
        return wrongKind(name, value,
                         HEADSCOPE_MESSAGE("Message", "“%1” must be a number, but is %2"));
    const auto number = static_cast<float>(value.get<double>());
    if (std::isfinite(number))
        member = number;
    else
        fail(
            makeError(HEADSCOPE_MESSAGE("Message", "“%1” is too large; at most 3.4e38 is possible"),
                      place(name)));
}

void JsonReader::read(Name name, const json& value, double& member) {
    float number = 0;
    read(name, value, number);
    member = static_cast<double>(number);
}

void JsonReader::read(Name name, const json& value, std::vector<std::vector<std::string>>& member,
                      const Words& rule) {
    const auto isList = [&](const json& list) { return !list.empty() && areWords(list, rule); };
    if (value.is_array() && !value.empty() && std::ranges::all_of(value, isList))
        member = value.get<std::vector<std::vector<std::string>>>();
    else
        fail(makeError(HEADSCOPE_MESSAGE("Message",
                                         "“%1” must have one list of words for each "
                                         "sequence, with 1 to %2 words of at most %3 bytes"),
                       place(name), rule.most, rule.mostBytes));
}

void JsonReader::read(Name name, const json& value, std::vector<std::string>& member,
                      const Words& rule) {
    if (areWords(value, rule))
        member = value.get<std::vector<std::string>>();
    else
        fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be a list of at most %2 words of at "
                                                    "most %3 bytes"),
                       place(name), rule.most, rule.mostBytes));
}

bool JsonReader::isListOfObjects(Name name, const json& value, Index fewest, Index most) {
    const auto isObject = [](const json& each) { return each.is_object(); };
    const auto count = value.is_array() ? static_cast<Index>(value.size()) : -1;
    if (count >= fewest && count <= most && std::ranges::all_of(value, isObject))
        return true;
    fail(makeError(fewest == most
                       ? HEADSCOPE_MESSAGE("Message", "“%1” must be a list of %2 objects")
                       : HEADSCOPE_MESSAGE("Message", "“%1” must be a list of %2 objects at most"),
                   place(name), most));
    return false;
}

void JsonReader::read(Name name, const json& value, Tensor& member, const Numbers& rule) {
    const Shape shape = firstShape(value);
    const auto found = std::ranges::find(rule.axes, shape.size(), &Axes::size);
    Index count = 0;
    if (found == rule.axes.end() || !checkedElementCount(shape, count) || count < 1)
        return fail(
            makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be numbers in arrays nested %2 deep, "
                                                   "none of them empty"),
                      place(name), rule.axes.front().size()));
    if (count > rule.most)
        return fail(
            makeError(HEADSCOPE_MESSAGE("Message", "“%1” has %2 numbers; at most %3 are possible"),
                      place(name), count, rule.most));
    // A short array that claims many rows costs nothing: memory comes in pieces as
    // the operating system sees them written.
    Tensor result = Tensor::uninitialized(shape, *found);
    TensorFiller filler(place(name), shape, rule.mayBeInfinite, result.mutableData());
    if (auto error = filler.fill(value, 0, ""))
        return fail(*error);
    member = std::move(result);
}

void JsonReader::leave(const std::vector<std::string>& names) {
    m_asked.insert(names.begin(), names.end());
}

void JsonReader::refuseOthers() {
    for (const auto& member : m_object.items()) {
        if (!m_asked.contains(member.key()))
            fail(makeError(
                HEADSCOPE_MESSAGE("Message", "the member “%1” is unknown; is it misspelt?"),
                m_path + member.key().substr(0, 80)));
    }
}

} // namespace headscope
