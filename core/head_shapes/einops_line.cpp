// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/einops_line.h"

namespace headscope {

namespace {

/// Which elementary axes an axis counts: "b", "s", "h", "d", or several.
std::string_view lettersOf(Axis axis) {
    switch (axis) {
    case Axis::Batch: return "b";
    case Axis::Heads: return "h";
    case Axis::KeyDim:
    case Axis::ValueDim: return "d";
    case Axis::BatchHeads: return "bh";
    case Axis::ModelDim:
    case Axis::HeadsKeyDim:
    case Axis::HeadsValueDim: return "hd";
    default: return "s";
    }
}

std::string allLetters(const Axes& axes) {
    std::string letters;
    for (const Axis axis : axes)
        letters += lettersOf(axis);
    return letters;
}

std::string spaced(std::string_view letters) {
    std::string text;
    for (const char letter : letters)
        text += (text.empty() ? "" : " ") + std::string(1, letter);
    return text;
}

std::string grouped(std::string_view letters) {
    return letters.size() == 1 ? std::string(letters) : "(" + spaced(letters) + ")";
}

/// "b s (h d)"
std::string patternOf(const Axes& axes) {
    std::string text;
    for (const Axis axis : axes)
        text += (text.empty() ? "" : " ") + grouped(lettersOf(axis));
    return text;
}

class Rearrange {
public:
    Rearrange(const Journey& journey, std::string operand)
        : m_sizes(journey.sizes())
        , m_current(journey[journey.firstStep()].tensor.axes())
        , m_source(patternOf(m_current))
        , m_line{{std::move(operand), std::nullopt, false}} {
        if (journey.path() != LayoutPath::SideBySide)
            m_cut = m_source.find('(') == std::string::npos ? "" : "h";
    }

    void apply(const LayoutStep& step) {
        const Axes& next = step.tensor.axes();
        m_copied = step.operation == LayoutOperation::Contiguous && step.copies();
        const bool reshapes =
            step.operation == LayoutOperation::View || step.operation == LayoutOperation::Reshape;
        if (reshapes && allLetters(next) != allLetters(m_current))
            flatten(next);
        m_current = next;
    }

    std::vector<CodePart> finish() {
        const std::string target = patternOf(m_current);
        if (m_source != target)
            wrap(target);
        if (m_copied)
            m_line.push_back({".contiguous()", std::nullopt, false});
        for (CodePart& part : m_line)
            part.current = true;
        return std::move(m_line);
    }

private:
    /// The new shape cuts across the old axes: einops has to forget them first.
    void flatten(const Axes& next) {
        wrap(grouped(allLetters(m_current)));
        const std::string letters = allLetters(next);
        m_source = grouped(letters);
        m_cut = letters.substr(0, letters.size() - 1);
    }

    void wrap(const std::string& target) {
        m_line.insert(m_line.begin(), {"rearrange(", std::nullopt, false});
        m_line.push_back({", '" + m_source + " -> " + target + "'", std::nullopt, false});
        for (const char letter : m_cut) {
            m_line.push_back({std::string(", ") + letter + "=", std::nullopt, false});
            m_line.push_back(size(letter));
        }
        m_line.push_back({")", std::nullopt, false});
    }

    CodePart size(char letter) const {
        switch (letter) {
        case 'b': return {std::to_string(m_sizes.batch), AxisFamily::Batch, false};
        case 's': return {std::to_string(m_sizes.sequence), AxisFamily::Sequence, false};
        case 'h': return {std::to_string(m_sizes.heads), AxisFamily::Heads, false};
        default: return {std::to_string(m_sizes.headDim), AxisFamily::Features, false};
        }
    }

    LayoutSizes m_sizes;
    Axes m_current;
    std::string m_source;
    std::string m_cut; ///< the letters whose sizes the pattern cannot know
    bool m_copied = false;
    std::vector<CodePart> m_line;
};

} // namespace

std::vector<CodePart> einopsLine(const Journey& journey, std::size_t step, std::string operand) {
    Rearrange line(journey, std::move(operand));
    for (std::size_t i = journey.firstStep() + 1; i <= step; ++i)
        line.apply(journey[i]);
    return line.finish();
}

} // namespace headscope
