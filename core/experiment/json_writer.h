// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"
#include "trace/tensor_name.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// Writes the members of one JSON object, in the order in which they are added:
/// a line for each row of numbers. Numbers are the shortest that read back bit for bit.
class JsonWriter {
public:
    /// `indent` is that of the members.
    explicit JsonWriter(std::string indent)
        : m_indent(std::move(indent)) {}

    void add(const char* name, const nlohmann::json& value);
    /// Text that is JSON.
    void addJson(const char* name, const std::string& json);
    void addNumber(const char* name, float value);
    void addNumberOrNull(const char* name, std::optional<float> value);
    void addSizeOrNull(const char* name, std::optional<Index> size);
    void addTensor(TensorName name, const Tensor& tensor);
    void addIfAny(TensorName name, const std::optional<Tensor>& tensor);
    void addObject(const char* name, const JsonWriter& object);
    void addObjects(const char* name, const std::vector<JsonWriter>& objects);
    bool isEmpty() const { return m_out.empty(); }
    std::string text() const;
    /// That of the members of an object that becomes a member, and of one in a list.
    std::string inner(int levels = 1) const {
        return m_indent + std::string(2 * static_cast<std::size_t>(levels), ' ');
    }

private:
    void next(const char* name);

    std::string m_indent;
    std::string m_out;
};

} // namespace headscope
