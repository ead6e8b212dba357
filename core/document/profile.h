// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>

namespace headscope {

/// A group of the window's controls that a class may be given, or not.
enum class Control : std::uint8_t {
    Examples, ///< the chooser of examples
    Tokens,
    Sizes,   ///< heads, d_model, d_k, d_v, sequences, scale, order of the axes; those of Shapes
    Masks,   ///< and the key that turns the asked pair
    Model,   ///< what stands around attention
    Weights, ///< where they come from: seed, spread, biases
    Tensors, ///< the numbers of inputs, weights and norms
    Train,
    Paint,
    Lessons, ///< the menu of the lessons
};
inline constexpr std::size_t controlCount = static_cast<std::size_t>(Control::Lessons) + 1;

/// As in files and on the command line: "tokens".
std::string_view controlName(Control control);
/// All of them, with commas between.
std::string controlNames();

/// Which controls the window offers, a teacher's choice that the experiment's file keeps. It hides
/// what would lead away; it locks nothing, for whoever looks for it finds the menu that ends it.
class Profile {
public:
    /// All controls.
    Profile() { m_offered.set(); }

    bool offers(Control control) const { return m_offered[static_cast<std::size_t>(control)]; }
    void setOffered(Control control, bool offered) {
        m_offered.set(static_cast<std::size_t>(control), offered);
    }
    bool isWhole() const { return m_offered.all(); }

    bool operator==(const Profile&) const = default;

private:
    std::bitset<controlCount> m_offered;
};

/// "tokens,masks"; "none" where none is offered, "all" where all are.
std::string profileText(const Profile& profile);
/// Reads that; an Error names the word that is no control, and those that there are.
Result<Profile> profileFrom(std::string_view text);

} // namespace headscope
