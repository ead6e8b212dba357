// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headscope {

/// Reads the members of one JSON object and keeps the first thing that is wrong;
/// after that every answer is a default and does not count. Numbers must be
/// finite in float32. `path` is what sentences write in front ("config.").
class JsonReader {
public:
    JsonReader(const nlohmann::json& object, std::string path, std::optional<Error>& error);

    bool has(const char* name) const { return m_object.contains(name); }
    std::string text(const char* name, std::size_t maximumBytes);
    bool boolean(const char* name);
    std::uint64_t seed(const char* name);
    /// From `minimum` to `maximum`; nothing for null where that is allowed.
    std::optional<Index> size(const char* name, Index maximum, bool mayBeNull, Index minimum = 1);
    std::optional<float> number(const char* name, bool mayBeNull);
    /// A list of lists of words, none of them empty.
    std::vector<std::vector<std::string>> wordLists(const char* name, Index maximumWords,
                                                    std::size_t maximumBytes);
    /// A list of words, none of them empty; the list itself may be.
    std::vector<std::string> words(const char* name, Index maximumWords, std::size_t maximumBytes);
    /// A list of exactly so many objects.
    std::vector<const nlohmann::json*> objects(const char* name, Index count);
    /// A list of that many at most.
    std::vector<const nlohmann::json*> objectsUpTo(const char* name, Index most);
    /// Nested arrays of numbers with as many levels as `axes` has for one of its entries.
    Tensor tensor(const char* name, std::initializer_list<Axes> axes, bool mayBeInfinite = false);
    std::optional<Tensor> tensorIfAny(const char* name, std::initializer_list<Axes> axes,
                                      bool mayBeInfinite = false);
    const nlohmann::json& object(const char* name);
    /// Whatever stands there, as JSON; somebody else judges it.
    std::string anything(const char* name);
    /// The last call: complains about a member that was never asked for.
    void refuseOthers();
    void fail(Error error);

private:
    const nlohmann::json* find(const char* name);
    std::vector<const nlohmann::json*> objectsBetween(const char* name, Index fewest, Index most,
                                                      const char* pattern);
    void wrongKind(const char* name, const char* pattern);

    const nlohmann::json& m_object;
    std::string m_path;
    std::optional<Error>& m_error;
    std::set<std::string, std::less<>> m_asked;
};

} // namespace headscope
