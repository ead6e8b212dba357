// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// The files that tests/reference/make_reference.py writes; the format is described there.
class ReferenceFile {
public:
    struct Entry {
        headscope::Shape shape;
        std::vector<double> values; ///< in C order
        bool single = false;        ///< float32 in the file
    };

    explicit ReferenceFile(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        if (!file)
            throw std::runtime_error("cannot read " + path);
        std::vector<std::string> order;
        for (std::string line; std::getline(file, line) && !line.empty();) {
            std::istringstream words(line);
            std::string name;
            std::string type;
            words >> name >> type;
            Entry entry;
            entry.single = type == "f4";
            for (headscope::Index size = 0; words >> size;)
                entry.shape.push_back(size);
            order.push_back(name);
            m_entries[name] = entry;
        }
        for (const std::string& name : order) {
            Entry& entry = m_entries[name];
            headscope::Index count = 0;
            headscope::checkedElementCount(entry.shape, count);
            if (entry.single)
                read<float>(file, entry, count);
            else
                read<double>(file, entry, count);
        }
        if (!file || file.peek() != std::ifstream::traits_type::eof())
            throw std::runtime_error(path + " has another length than its header says");
    }

    bool has(const std::string& name) const { return m_entries.contains(name); }
    const Entry& operator[](const std::string& name) const { return m_entries.at(name); }
    double number(const std::string& name) const { return m_entries.at(name).values.at(0); }
    const std::map<std::string, Entry>& entries() const { return m_entries; }

    /// As a tensor; the names of its axes do not matter to the engine.
    headscope::Tensor tensor(const std::string& name) const {
        const Entry& entry = m_entries.at(name);
        const std::vector<float> values(entry.values.begin(), entry.values.end());
        return headscope::Tensor::fromValues(
            entry.shape, headscope::Axes(entry.shape.size(), headscope::Axis::Feature), values);
    }

private:
    template <class Number>
    static void read(std::ifstream& file, Entry& entry, headscope::Index count) {
        std::vector<Number> numbers(static_cast<std::size_t>(count));
        file.read(reinterpret_cast<char*>(numbers.data()),
                  static_cast<std::streamsize>(numbers.size() * sizeof(Number)));
        entry.values.assign(numbers.begin(), numbers.end());
    }

    std::map<std::string, Entry> m_entries;
};
