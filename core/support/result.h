// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Marks a sentence that people may read, so that lupdate finds it; core itself
/// stays free of Qt. Use the context "Message" in core, always as a literal.
#define HEADSCOPE_MESSAGE(context, text) text

namespace headscope {

/// One sentence that says what was wrong, where, and what would be right.
/// The English pattern is also the key of its translation; %1, %2 … stand for
/// the arguments, which are never translated (numbers, names, paths).
struct Error {
    std::string pattern;
    std::vector<std::string> arguments;
    std::string file = {}; ///< that the sentence is about, where it names none

    /// The sentence in English, with the arguments put in, behind the name of the file.
    std::string text() const;

    bool operator==(const Error&) const = default;
};

namespace detail {
// Names come from people and files: none reaches a message as it is (visibleText).
std::string toArgument(std::string_view text);
inline std::string toArgument(const std::string& text) {
    return toArgument(std::string_view(text));
}
inline std::string toArgument(const char* text) {
    return text;
}
std::string toArgument(double value);
std::string toArgument(float value); ///< as many digits as a float has
template <std::integral T> std::string toArgument(T value) {
    return std::to_string(value);
}
} // namespace detail

template <class... Arguments> Error makeError(const char* pattern, Arguments&&... arguments) {
    return Error{pattern, {detail::toArgument(std::forward<Arguments>(arguments))...}};
}

/// The same error, found in the file of that path.
Error inFile(const std::string& path, Error error);

/// A value or the Error that prevented it.
template <class T> class [[nodiscard]] Result {
public:
    Result(T value)
        : m_content(std::in_place_index<0>, std::move(value)) {}
    Result(Error error)
        : m_content(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_content.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & {
        assert(ok());
        return *std::get_if<0>(&m_content);
    }
    const T& value() const& {
        assert(ok());
        return *std::get_if<0>(&m_content);
    }
    T&& value() && {
        assert(ok());
        return std::move(*std::get_if<0>(&m_content));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const {
        assert(!ok());
        return *std::get_if<1>(&m_content);
    }

private:
    std::variant<T, Error> m_content;
};

/// Success without a value: `return Done{};`
struct Done {};
using Status = Result<Done>;

} // namespace headscope
