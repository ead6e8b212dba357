// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/json_guard.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace headscope {

namespace {

using nlohmann::json;

constexpr std::size_t maximumDepth = 16;
constexpr std::size_t maximumValues = std::size_t{1} << 27;
constexpr std::size_t maximumQuoted = 80;

/// Builds the tree while it judges. Callbacks have the names that nlohmann's SAX
/// interface asks for.
class GuardedBuilder {
public:
    explicit GuardedBuilder(std::string_view text)
        : m_text(text) {}

    const std::optional<Error>& error() const { return m_error; }

    json takeTree() { return std::move(m_root); }

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(json::number_integer_t value) { return add(value); }
    bool number_unsigned(json::number_unsigned_t value) { return add(value); }
    bool number_float(json::number_float_t value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(json::binary_t&) { return false; } // not in text
    bool start_array(std::size_t) { return descend(json::array()); }
    bool end_array() { return ascend(); }
    bool start_object(std::size_t) { return descend(json::object()); }
    bool end_object() { return ascend(); }

    bool key(std::string& name) {
        json& object = *m_open.back();
        if (object.contains(name)) {
            m_error =
                makeError(HEADSCOPE_MESSAGE("Message", "the member “%1” is there twice; it must "
                                                       "be there once"),
                          name.substr(0, maximumQuoted));
            return false;
        }
        m_member = &object[name];
        return true;
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
        else if (m_isWhole)
            m_error = makeError(HEADSCOPE_MESSAGE("Message", "line %1, column %2 begins a second "
                                                             "value, as JSON Lines has them: one "
                                                             "alone is needed, such as a list of "
                                                             "all"),
                                line, column);
        else
            m_error = makeError(HEADSCOPE_MESSAGE("Message", "line %1, column %2 is not JSON"),
                                line, column);
        return false;
    }

private:
    template <class Value> bool add(Value&& value) {
        place(std::forward<Value>(value));
        if (++m_values <= maximumValues)
            return true;
        m_error = makeError(HEADSCOPE_MESSAGE("Message", "the file has more than %1 values"),
                            maximumValues);
        return false;
    }
    template <class Value> json* place(Value&& value) {
        if (m_open.empty()) {
            m_root = json(std::forward<Value>(value));
            return &m_root;
        }
        json& parent = *m_open.back();
        if (parent.is_array())
            return &parent.emplace_back(std::forward<Value>(value));
        *m_member = json(std::forward<Value>(value));
        return m_member;
    }
    bool descend(json container) {
        if (m_open.size() < maximumDepth) {
            m_open.push_back(place(std::move(container)));
            return true;
        }
        m_error = makeError(
            HEADSCOPE_MESSAGE("Message", "arrays and objects are nested more than %1 deep"),
            maximumDepth);
        return false;
    }
    bool ascend() {
        m_open.pop_back();
        m_isWhole = m_open.empty();
        return true;
    }

    std::string_view m_text;
    json m_root;
    std::vector<json*> m_open; ///< arrays and objects; only the last one grows, so pointers hold
    json* m_member = nullptr;  ///< of the innermost object, waits for its value
    std::size_t m_values = 0;
    bool m_isWhole = false; ///< the array or object that all the rest is in has ended
    std::optional<Error> m_error;
};

} // namespace

Result<nlohmann::json> parseUntrustedJson(std::string_view text) {
    GuardedBuilder builder(text);
    if (!json::sax_parse(text.begin(), text.end(), &builder))
        return builder.error().value_or(
            Error{HEADSCOPE_MESSAGE("Message", "this is not JSON"), {}});
    return builder.takeTree();
}

} // namespace headscope
