// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/tokenizer_fields.h"

namespace headscope {

using nlohmann::json;

TokenizerFields::TokenizerFields(const json& object, std::string path, std::optional<Error>& error)
    : m_object(object)
    , m_path(std::move(path))
    , m_error(error) {
    if (!object.is_object()) {
        std::string name = m_path;
        while (!name.empty() && name.back() == '.')
            name.pop_back();
        fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be an object, but is %2"), name,
                       object.type_name()));
    }
}

const json* TokenizerFields::find(const char* name) const {
    if (!m_object.is_object())
        return nullptr;
    const auto found = m_object.find(name);
    return found == m_object.end() || found->is_null() ? nullptr : &*found;
}

std::string TokenizerFields::text(const char* name, const char* otherwise) {
    const json* value = find(name);
    if (!value)
        return otherwise;
    if (value->is_string() && value->get_ref<const std::string&>().size() <= mostFieldBytes)
        return value->get<std::string>();
    wrongKind(name, HEADSCOPE_MESSAGE("Message", "“%1” must be a short text, but is %2"));
    return otherwise;
}

bool TokenizerFields::flag(const char* name, bool otherwise) {
    const json* value = find(name);
    if (!value)
        return otherwise;
    if (value->is_boolean())
        return value->get<bool>();
    wrongKind(name, HEADSCOPE_MESSAGE("Message", "“%1” must be true or false, but is %2"));
    return otherwise;
}

std::int64_t TokenizerFields::number(const char* name, std::int64_t otherwise, std::int64_t most) {
    const json* value = find(name);
    if (!value)
        return otherwise;
    if (value->is_number_integer() && *value >= 0 && *value <= most)
        return value->get<std::int64_t>();
    fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be a whole number from 0 to %2"),
                   pathOf(name), most));
    return otherwise;
}

const json& TokenizerFields::list(const char* name) {
    static const json nothing = json::array();
    const json* value = find(name);
    if (!value)
        return nothing;
    if (value->is_array())
        return *value;
    wrongKind(name, HEADSCOPE_MESSAGE("Message", "“%1” must be a list, but is %2"));
    return nothing;
}

std::vector<const json*> TokenizerFields::objects(const char* name, std::size_t most) {
    std::vector<const json*> found;
    const json& all = list(name);
    if (all.size() > most)
        fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be a list of %2 objects at most"),
                       pathOf(name), most));
    for (const json& each : all) {
        if (found.size() == most)
            break;
        found.push_back(&each);
    }
    return found;
}

const json& TokenizerFields::object(const char* name) {
    static const json nothing = json::object();
    const json* value = find(name);
    if (!value)
        return nothing;
    if (value->is_object())
        return *value;
    wrongKind(name, HEADSCOPE_MESSAGE("Message", "“%1” must be an object, but is %2"));
    return nothing;
}

Pattern TokenizerFields::pattern(const char* name) {
    const json& either = object(name);
    TokenizerFields fields(either, pathOf(name) + '.', m_error);
    if (fields.has("String"))
        return Pattern::ofText(fields.text("String"));
    if (!fields.has("Regex")) {
        fail(makeError(HEADSCOPE_MESSAGE("Message", "the member “%1” is missing"),
                       pathOf(name) + ".Regex"));
        return {};
    }
    Result<Pattern> pattern = Pattern::ofExpression(fields.text("Regex"));
    if (pattern)
        return std::move(*pattern);
    fail(pattern.error());
    return {};
}

void TokenizerFields::fail(Error error) {
    if (!m_error)
        m_error = std::move(error);
}

void TokenizerFields::wrongKind(const char* name, const char* pattern) {
    fail(makeError(pattern, pathOf(name), find(name)->type_name()));
}

} // namespace headscope
