// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/json_guard.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace headscope {

namespace {

using nlohmann::json;

constexpr std::size_t maximumDepth = 16;
constexpr std::size_t maximumValues = std::size_t{1} << 27;
constexpr std::size_t maximumQuoted = 80;

/// Callbacks have the names that nlohmann's SAX interface asks for.
class Guard {
public:
    explicit Guard(std::string_view text)
        : m_text(text) {}

    const std::optional<Error>& error() const { return m_error; }

    bool null() { return count(); }
    bool boolean(bool) { return count(); }
    bool number_integer(json::number_integer_t) { return count(); }
    bool number_unsigned(json::number_unsigned_t) { return count(); }
    bool number_float(json::number_float_t, const std::string&) { return count(); }
    bool string(std::string&) { return count(); }
    bool binary(json::binary_t&) { return count(); }
    bool start_array(std::size_t) { return descend(); }
    bool end_array() { return ascend(); }
    bool start_object(std::size_t) { return descend(); }
    bool end_object() { return ascend(); }

    bool key(std::string& name) {
        if (m_names.back().insert(name).second)
            return true;
        m_error =
            makeError(HEADSCOPE_MESSAGE("Message", "the member “%1” is there twice; it must be "
                                                   "there once"),
                      name.substr(0, maximumQuoted));
        return false;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception& cause) {
        const std::size_t end = std::min(position > 0 ? position - 1 : 0, m_text.size());
        const std::string_view before = m_text.substr(0, end);
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        const std::size_t lineStart = before.rfind('\n');
        const std::size_t column = lineStart == std::string_view::npos ? end + 1 : end - lineStart;
        if (cause.id == 406) // a number beyond double
            m_error =
                makeError(HEADSCOPE_MESSAGE("Message", "line %1, column %2: this number is too "
                                                       "large; at most 3.4e38 is possible"),
                          line, column);
        else if (position > m_text.size())
            m_error =
                makeError(HEADSCOPE_MESSAGE("Message", "the JSON text ends in line %1, column %2, "
                                                       "in the middle of a value; the file seems "
                                                       "to be cut off"),
                          line, column);
        else
            m_error = makeError(HEADSCOPE_MESSAGE("Message", "line %1, column %2 is not JSON; an "
                                                             "experiment file is a JSON object"),
                                line, column);
        return false;
    }

private:
    bool count() {
        if (++m_values <= maximumValues)
            return true;
        m_error = makeError(HEADSCOPE_MESSAGE("Message", "the file has more than %1 values; no "
                                                         "experiment is that large"),
                            maximumValues);
        return false;
    }
    bool descend() {
        m_names.emplace_back();
        if (m_names.size() <= maximumDepth)
            return count();
        m_error =
            makeError(HEADSCOPE_MESSAGE("Message", "arrays and objects are nested more than %1 "
                                                   "deep; an experiment needs four levels"),
                      maximumDepth);
        return false;
    }
    bool ascend() {
        m_names.pop_back();
        return true;
    }

    std::string_view m_text;
    std::vector<std::set<std::string>> m_names; ///< of the objects that are open; empty for arrays
    std::size_t m_values = 0;
    std::optional<Error> m_error;
};

} // namespace

Result<nlohmann::json> parseUntrustedJson(std::string_view text) {
    Guard guard(text);
    if (!json::sax_parse(text.begin(), text.end(), &guard))
        return guard.error().value_or(Error{HEADSCOPE_MESSAGE("Message", "this is not JSON"), {}});
    return json::parse(text.begin(), text.end(), nullptr, false);
}

} // namespace headscope
