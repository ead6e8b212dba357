// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/role.h"

#include <functional>
#include <memory>
#include <vector>

namespace headscope {

/// All parameters of a model, float32. A value: copies share everything until one of
/// them changes, and to compare those that share takes no look at a number.
class Parameters {
public:
    struct Entry {
        Scope scope;
        Role role;
        Tensor tensor;
        bool operator==(const Entry&) const = default;
    };

    /// nullptr where the block has none. Plain attention is the scope that needs no name.
    const Tensor* find(Role role, const Scope& scope = {}) const;
    /// One that is there.
    const Tensor& at(Role role, const Scope& scope = {}) const;

    void set(Role role, const Scope& scope, Tensor tensor);
    void set(Role role, Tensor tensor) { set(role, Scope(), std::move(tensor)); }
    void erase(Role role, const Scope& scope = {});

    /// In the order of scope and role.
    std::span<const Entry> entries() const;
    /// Offers every tensor to be replaced.
    void transform(const std::function<void(Tensor&)>& change);

    /// Gives each projection of that bias, in every block, zeros to add where it adds none yet,
    /// or takes what it adds away.
    void setBias(Role bias, bool on);

    friend bool operator==(const Parameters& a, const Parameters& b) {
        return a.m_entries == b.m_entries || std::ranges::equal(a.entries(), b.entries());
    }

private:
    std::vector<Entry>& own();

    std::shared_ptr<std::vector<Entry>> m_entries; ///< sorted; written only while nobody shares it
};

} // namespace headscope
