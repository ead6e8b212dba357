// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "json/json_fields.h"
#include "support/choice_names.h"
#include "support/result.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// Reads the members of one JSON object as json_fields.h has them, and keeps the first thing that
/// is wrong; nothing is read after that, and what was read does not count. `path` is what
/// sentences write in front ("config.").
class JsonReader {
public:
    static constexpr bool reads = true;

    JsonReader(const nlohmann::json& object, std::string path, std::optional<Error>& error);

    template <class T, class... Rule>
    void needed(std::string_view name, T& member, const Rule&... rule) {
        if (const nlohmann::json* const value = find(name))
            read(name, *value, member, rule...);
    }
    template <class T, class... Rule>
    void orNull(std::string_view name, std::optional<T>& member, const Rule&... rule) {
        if (const nlohmann::json* const value = find(name); value && !value->is_null())
            read(name, *value, member.emplace(), rule...);
    }
    template <class T, class... Rule>
    void ifAny(std::string_view name, std::optional<T>& member, const Rule&... rule) {
        if (has(name))
            needed(name, member.emplace(), rule...);
    }
    template <class T, class... Rule>
    void unlessDefault(std::string_view name, T& member, const Rule&... rule) {
        if (has(name))
            needed(name, member, rule...);
    }
    template <class T, class... Rule>
    void when(bool /*holds*/, std::string_view name, T& member, const Rule&... rule) {
        unlessDefault(name, member, rule...);
    }
    /// A list of exactly so many objects; `fields` takes each with its place, from 0.
    template <class Fields> void objects(std::string_view name, Index count, const Fields& fields) {
        const nlohmann::json* const list = find(name);
        if (!list || !isListOfObjects(name, *list, count, count))
            return;
        for (Index i = 0; i < count && !m_error; ++i) {
            JsonReader inner((*list)[static_cast<std::size_t>(i)],
                             m_path + std::string(name) + '[' + std::to_string(i) + "].", m_error);
            fields(inner, i);
            inner.refuseOthers();
        }
    }
    void mustBe(bool holds, std::string_view name, std::string_view what);

    bool has(std::string_view name) const { return m_object.contains(std::string(name)); }
    /// Members that somebody else reads, if they are there.
    void leave(const std::vector<std::string>& names);
    /// The last call: complains about a member that was never asked for.
    void refuseOthers();

private:
    const nlohmann::json* find(std::string_view name);
    void fail(Error error);
    /// What was wrong with a member that must be `what`, unless that is empty.
    void sayInstead(std::string_view name, std::string_view what);
    void wrongKind(std::string_view name, const nlohmann::json& value, const char* pattern);
    bool isListOfObjects(std::string_view name, const nlohmann::json& value, Index fewest,
                         Index most);
    std::string place(std::string_view name) const { return m_path + std::string(name); }

    using Name = std::string_view;
    using Json = nlohmann::json;
    void read(Name name, const Json& value, bool& member);
    void read(Name name, const Json& value, float& member);
    void read(Name name, const Json& value, std::uint64_t& member);
    void read(Name name, const Json& value, Index& member);
    void read(Name name, const Json& value, Index& member, const Whole& rule);
    void read(Name name, const Json& value, int& member, const Whole& rule);
    void read(Name name, const Json& value, double& member);
    void read(Name name, const Json& value, std::string& member, const Text& rule);
    void read(Name name, const Json& value, std::vector<std::string>& member, const Words& rule);
    void read(Name name, const Json& value, std::vector<std::vector<std::string>>& member,
              const Words& rule);
    void read(Name name, const Json& value, Tensor& member, const Numbers& rule);
    void read(Name /*name*/, const Json& value, std::string& member, AnyJson /*rule*/) {
        member = value.dump();
    }
    void read(Name /*name*/, const Json& value, const Json*& member, AnyJson /*rule*/) {
        member = &value;
    }
    template <class Choice>
    requires std::is_enum_v<Choice>
    void read(Name name, const Json& value, Choice& member) {
        std::string possible;
        for (const auto& [word, choice] : ChoiceNames<Choice>::all) {
            if (value == word) {
                member = choice;
                return;
            }
            possible += (possible.empty() ? "\"" : " / \"") + std::string(word) + '"';
        }
        mustBe(false, name, possible);
    }
    template <class T, class Fields>
    requires std::invocable<const Fields&, JsonReader&, T&>
    void read(Name name, const Json& value, T& member, const Fields& fields) {
        if (!value.is_object())
            return wrongKind(name, value,
                             HEADSCOPE_MESSAGE("Message", "“%1” must be an object, but is %2"));
        JsonReader inner(value, place(name) + '.', m_error);
        fields(inner, member);
        inner.refuseOthers();
    }
    template <class T, class Fields>
    void read(Name name, const Json& value, std::vector<T>& member, const List<Fields>& list) {
        if (!isListOfObjects(name, value, 0, list.most))
            return;
        for (const Json& each : value) {
            read(name, each, member.emplace_back(), list.fields);
            if (!m_error)
                continue;
            if (list.numbered)
                m_error = list.numbered(member.size(), *m_error);
            return;
        }
    }
    template <class T, class Out, class In, class Rule>
    void read(Name name, const Json& value, T& member, const As<Out, In, Rule>& as) {
        using Form = std::decay_t<std::invoke_result_t<const Out&, const T&>>;
        std::conditional_t<std::invocable<const In&, const Json*>, const Json*, Form> form{};
        read(name, value, form, as.form);
        if (m_error)
            return sayInstead(name, as.what);
        if (auto found = as.in(std::move(form)))
            member = std::move(*found);
        else if constexpr (requires { found.error(); })
            fail(found.error());
        else
            mustBe(false, name, as.what);
    }

    const nlohmann::json& m_object;
    std::string m_path;
    std::optional<Error>& m_error;
    std::set<std::string, std::less<>> m_asked;
};

} // namespace headscope
