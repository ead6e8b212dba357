// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "json/json_fields.h"
#include "support/choice_names.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// Writes the members of one JSON object as json_fields.h has them, in the order in which they
/// come: a line for each, and for each row of numbers. Numbers are the shortest that read back bit
/// for bit.
class JsonWriter {
public:
    static constexpr bool reads = false;
    /// Whose shortest text stands for a number: 0.1, or 0.10000000149011612 for the same float.
    enum class Digits : std::uint8_t { OfFloat, OfDouble };

    explicit JsonWriter(Digits digits = Digits::OfFloat)
        : m_digits(digits) {}

    template <class T, class... Rule>
    void needed(std::string_view name, const T& member, const Rule&... rule) {
        next(name);
        put(member, rule...);
    }
    template <class T, class... Rule>
    void orNull(std::string_view name, const std::optional<T>& member, const Rule&... rule) {
        if (member)
            return needed(name, *member, rule...);
        next(name);
        m_out += "null";
    }
    template <class T, class... Rule>
    void ifAny(std::string_view name, const std::optional<T>& member, const Rule&... rule) {
        if (member)
            needed(name, *member, rule...);
    }
    template <class T, class... Rule>
    void unlessDefault(std::string_view name, const T& member, const Rule&... rule) {
        when(!(member == T{}), name, member, rule...);
    }
    template <class T, class... Rule>
    void when(bool holds, std::string_view name, const T& member, const Rule&... rule) {
        if (holds)
            needed(name, member, rule...);
    }
    template <class Fields> void objects(std::string_view name, Index count, const Fields& fields) {
        next(name);
        putList(count, false, [&](Index i) { fields(*this, i); });
    }
    void mustBe(bool /*holds*/, std::string_view /*name*/, std::string_view /*what*/) {}
    /// Nobody wrote it before.
    static constexpr bool has(std::string_view /*name*/) { return false; }

    std::string text() const { return m_out + "\n}"; }

private:
    void next(std::string_view name);
    void putPlain(const nlohmann::json& value);
    void putNumber(float value);
    void putTensor(const Tensor& tensor, const std::string& indent);
    void putObject(const std::function<void()>& putMembers);
    void putList(Index count, bool isCompact, const std::function<void(Index)>& putMembers);

    template <class T, class... Rule> void put(const T& value, const Rule&... /*rule*/) {
        if constexpr (std::floating_point<T>)
            putNumber(static_cast<float>(value));
        else if constexpr (std::is_enum_v<T>)
            putPlain(choiceName(value));
        else if constexpr (std::same_as<T, Tensor>)
            putTensor(value, m_indent);
        else
            putPlain(value);
    }
    void put(const std::string& json, AnyJson /*rule*/) { m_out += json; }
    template <class T, class Fields>
    requires std::invocable<const Fields&, JsonWriter&, const T&>
    void put(const T& value, const Fields& fields) {
        putObject([&] { fields(*this, value); });
    }
    template <class T, class Fields>
    void put(const std::vector<T>& values, const List<Fields>& list) {
        putList(std::ssize(values), list.isCompact,
                [&](Index i) { list.fields(*this, values[static_cast<std::size_t>(i)]); });
    }
    template <class T, class Out, class In, class Rule>
    void put(const T& value, const As<Out, In, Rule>& as) {
        put(std::invoke(as.out, value), as.form);
    }

    Digits m_digits;
    std::string m_out = "{";
    std::string m_indent = "  "; ///< of the members that are written now
    bool m_isFirst = true;       ///< of its object
};

/// A struct as one object.
template <class T, class Fields> std::string jsonText(const T& value, const Fields& fields) {
    JsonWriter writer;
    fields(writer, value);
    return writer.text();
}

} // namespace headscope
