// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/json_reader.h"

#include "experiment/fitting.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

namespace {

using nlohmann::json;

/// Whether it is a list of so many words at most, none of them empty.
bool areWords(const json& list, Index maximumWords, std::size_t maximumBytes) {
    const auto isWord = [&](const json& word) {
        return word.is_string() && !word.get_ref<const std::string&>().empty() &&
               word.get_ref<const std::string&>().size() <= maximumBytes;
    };
    return list.is_array() && static_cast<Index>(list.size()) <= maximumWords &&
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

const json* JsonReader::find(const char* name) {
    m_asked.insert(name);
    const auto found = m_object.find(name);
    if (found != m_object.end())
        return &*found;
    fail(makeError(HEADSCOPE_MESSAGE("Message", "the member “%1” is missing"), m_path + name));
    return nullptr;
}

void JsonReader::wrongKind(const char* name, const char* pattern) {
    // A number is of the right kind and still wrong: which one it is says more.
    const json& value = m_object[name];
    fail(makeError(pattern, m_path + name,
                   value.is_number() ? value.dump() : std::string(value.type_name())));
}

std::string JsonReader::text(const char* name, std::size_t maximumBytes) {
    const json* value = find(name);
    if (value && value->is_string() && value->get_ref<const std::string&>().size() <= maximumBytes)
        return value->get<std::string>();
    if (value)
        wrongKind(name, HEADSCOPE_MESSAGE("Message", "“%1” must be a short text, but is %2"));
    return {};
}

bool JsonReader::boolean(const char* name) {
    const json* value = find(name);
    if (value && value->is_boolean())
        return value->get<bool>();
    if (value)
        wrongKind(name, HEADSCOPE_MESSAGE("Message", "“%1” must be true or false, but is %2"));
    return false;
}

std::uint64_t JsonReader::seed(const char* name) {
    const json* value = find(name);
    if (value && value->is_number_unsigned())
        return value->get<std::uint64_t>();
    if (value)
        wrongKind(name, HEADSCOPE_MESSAGE(
                            "Message", "“%1” must be a whole number from 0 to 2⁶⁴ − 1, but is %2"));
    return 0;
}

std::optional<Index> JsonReader::size(const char* name, Index maximum, bool mayBeNull,
                                      Index minimum) {
    const json* value = find(name);
    if (!value || (mayBeNull && value->is_null()))
        return std::nullopt;
    if (value->is_number_unsigned() &&
        value->get<std::uint64_t>() >= static_cast<std::uint64_t>(minimum) &&
        value->get<std::uint64_t>() <= static_cast<std::uint64_t>(maximum))
        return static_cast<Index>(value->get<std::uint64_t>());
    fail(makeError(minimum == 0
                       ? HEADSCOPE_MESSAGE("Message", "“%1” must be a whole number from 0 to %2")
                       : HEADSCOPE_MESSAGE("Message", "“%1” must be a whole number from 1 to %2"),
                   m_path + name, maximum));
    return std::nullopt;
}

std::optional<float> JsonReader::number(const char* name, bool mayBeNull) {
    const json* value = find(name);
    if (!value || (mayBeNull && value->is_null()))
        return std::nullopt;
    if (!value->is_number()) {
        wrongKind(name, HEADSCOPE_MESSAGE("Message", "“%1” must be a number, but is %2"));
        return std::nullopt;
    }
    const auto result = static_cast<float>(value->get<double>());
    if (std::isfinite(result))
        return result;
    fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” is too large; at most 3.4e38 is possible"),
                   m_path + name));
    return std::nullopt;
}

std::vector<std::vector<std::string>> JsonReader::wordLists(const char* name, Index maximumWords,
                                                            std::size_t maximumBytes) {
    const json* value = find(name);
    if (!value)
        return {};
    const auto isList = [&](const json& list) {
        return !list.empty() && areWords(list, maximumWords, maximumBytes);
    };
    if (!value->is_array() || value->empty() ||
        !std::all_of(value->begin(), value->end(), isList)) {
        fail(makeError(HEADSCOPE_MESSAGE("Message",
                                         "“%1” must have one list of words for each "
                                         "sequence, with 1 to %2 words of at most %3 bytes"),
                       m_path + name, maximumWords, maximumBytes));
        return {};
    }
    return value->get<std::vector<std::vector<std::string>>>();
}

std::vector<std::string> JsonReader::words(const char* name, Index maximumWords,
                                           std::size_t maximumBytes) {
    const json* value = find(name);
    if (!value)
        return {};
    if (areWords(*value, maximumWords, maximumBytes))
        return value->get<std::vector<std::string>>();
    fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be a list of at most %2 words of at "
                                                "most %3 bytes"),
                   m_path + name, maximumWords, maximumBytes));
    return {};
}

std::string JsonReader::anything(const char* name) {
    const json* value = find(name);
    return value ? value->dump() : std::string();
}

std::vector<const json*> JsonReader::objects(const char* name, Index count) {
    return objectsBetween(name, count, count,
                          HEADSCOPE_MESSAGE("Message", "“%1” must be a list of %2 objects"));
}

std::vector<const json*> JsonReader::objectsUpTo(const char* name, Index most) {
    return objectsBetween(
        name, 0, most, HEADSCOPE_MESSAGE("Message", "“%1” must be a list of %2 objects at most"));
}

std::vector<const json*> JsonReader::objectsBetween(const char* name, Index fewest, Index most,
                                                    const char* pattern) {
    const json* value = find(name);
    if (!value)
        return {};
    const auto isObject = [](const json& each) { return each.is_object(); };
    const auto count = value->is_array() ? static_cast<Index>(value->size()) : -1;
    if (count < fewest || count > most || !std::ranges::all_of(*value, isObject)) {
        fail(makeError(pattern, m_path + name, most));
        return {};
    }
    std::vector<const json*> objects;
    for (const json& each : *value)
        objects.push_back(&each);
    return objects;
}

Tensor JsonReader::tensor(const char* name, std::initializer_list<Axes> axes, bool mayBeInfinite) {
    const json* value = find(name);
    if (!value)
        return {};
    const Shape shape = firstShape(*value);
    const auto fits = [&shape](const Axes& candidate) { return candidate.size() == shape.size(); };
    const auto found = std::find_if(axes.begin(), axes.end(), fits);
    Index count = 0;
    if (found == axes.end() || !checkedElementCount(shape, count) || count < 1) {
        fail(makeError(HEADSCOPE_MESSAGE("Message",
                                         "“%1” must be numbers in arrays nested %2 deep, none "
                                         "of them empty"),
                       m_path + name, axes.begin()->size()));
        return {};
    }
    if (count > ExperimentLimits::elements) {
        fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” has %2 numbers; at most %3 are possible"),
                       m_path + name, count, ExperimentLimits::elements));
        return {};
    }
    // A short array that claims many rows costs nothing: memory comes in pieces as
    // the operating system sees them written.
    Tensor result = Tensor::uninitialized(shape, *found);
    TensorFiller filler(m_path + name, shape, mayBeInfinite, result.mutableData());
    if (auto error = filler.fill(*value, 0, "")) {
        fail(*error);
        return {};
    }
    return result;
}

std::optional<Tensor> JsonReader::tensorIfAny(const char* name, std::initializer_list<Axes> axes,
                                              bool mayBeInfinite) {
    if (!has(name))
        return std::nullopt;
    return tensor(name, axes, mayBeInfinite);
}

const json& JsonReader::object(const char* name) {
    static const json nothing = json::object();
    const json* value = find(name);
    if (value && value->is_object())
        return *value;
    if (value)
        wrongKind(name, HEADSCOPE_MESSAGE("Message", "“%1” must be an object, but is %2"));
    return nothing;
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
