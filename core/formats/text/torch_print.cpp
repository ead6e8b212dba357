// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/text/torch_print.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

namespace headscope {

namespace {

// torch.set_printoptions(profile="default")
constexpr int precision = 4;
constexpr Index summarizedAbove = 1000;
constexpr Index edgeItems = 3;
constexpr std::size_t lineWidth = 80;

constexpr std::string_view prefix = "tensor(";

std::string numberText(double value, std::chars_format format, int digits) {
    if (std::isnan(value))
        return "nan"; // never "-nan", as in Python
    std::array<char, 64> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, digits);
    return {buffer.data(), end.ptr};
}

/// One look for all numbers of a tensor.
class NumberStyle {
public:
    void consider(double value) {
        if (!std::isfinite(value) || value == 0)
            return;
        m_any = true;
        m_smallest = std::min(m_smallest, std::abs(value));
        m_largest = std::max(m_largest, std::abs(value));
        m_whole = m_whole && value == std::ceil(value);
    }
    /// After all numbers were considered once: how wide this one is.
    void widen(double value) {
        if (!std::isfinite(value) || value == 0)
            return;
        m_width = std::max(m_width, written(value).size());
    }
    void decide() {
        if (!m_any)
            return;
        m_exponents =
            m_largest / m_smallest > 1000 || m_largest > 1e8 || (!m_whole && m_smallest < 1e-4);
    }
    std::size_t width() const { return m_width; }
    std::string text(double value) const {
        const std::string digits = written(value);
        return digits.size() < m_width ? std::string(m_width - digits.size(), ' ') + digits
                                       : digits;
    }

private:
    std::string written(double value) const {
        if (m_exponents)
            return numberText(value, std::chars_format::scientific, precision);
        if (!m_whole)
            return numberText(value, std::chars_format::fixed, precision);
        std::string digits = numberText(value, std::chars_format::fixed, 0);
        if (std::isfinite(value))
            digits += '.';
        return digits;
    }

    bool m_any = false;
    bool m_whole = true;
    bool m_exponents = false;
    double m_smallest = std::numeric_limits<double>::infinity();
    double m_largest = 0;
    std::size_t m_width = 1;
};

class Printer {
public:
    explicit Printer(const Tensor& tensor)
        : m_tensor(tensor)
        , m_summarized(tensor.elementCount() > summarizedAbove) {}

    std::string print() {
        forEachShown(0, m_tensor.offset(), [&](double value) { m_style.consider(value); });
        m_style.decide();
        forEachShown(0, m_tensor.offset(), [&](double value) { m_style.widen(value); });
        write(0, m_tensor.offset(), prefix.size());
        return std::move(m_text);
    }

private:
    bool cuts(std::size_t axis) const {
        return m_summarized && m_tensor.size(axis) > 2 * edgeItems;
    }
    double valueAt(Index place) const {
        return static_cast<double>(m_tensor.data()[place - m_tensor.offset()]);
    }

    template <class Use> void forEachShown(std::size_t axis, Index place, const Use& use) const {
        if (axis == m_tensor.rank()) {
            use(valueAt(place));
            return;
        }
        const Index size = m_tensor.size(axis);
        for (Index i = 0; i < size; ++i) {
            if (cuts(axis) && i == edgeItems)
                i = size - edgeItems;
            forEachShown(axis + 1, place + i * m_tensor.stride(axis), use);
        }
    }

    void write(std::size_t axis, Index place, std::size_t indent) {
        if (axis == m_tensor.rank()) {
            m_text += m_style.text(valueAt(place));
            return;
        }
        const bool innermost = axis + 1 == m_tensor.rank();
        const std::string newLine(indent + 1, ' ');
        const std::size_t perLine = std::max<std::size_t>(
            1, (lineWidth - std::min(lineWidth, indent)) / (m_style.width() + 2));
        std::size_t written = 0;
        const auto separate = [&] {
            if (written == 0)
                return;
            m_text += ',';
            if (!innermost)
                m_text += std::string(m_tensor.rank() - axis - 1, '\n') + newLine;
            else if (written % perLine == 0)
                m_text += '\n' + newLine;
            else
                m_text += ' ';
        };
        m_text += '[';
        const Index size = m_tensor.size(axis);
        for (Index i = 0; i < size; ++i) {
            if (cuts(axis) && i == edgeItems) {
                separate();
                m_text += innermost ? " ..." : "...";
                ++written;
                i = size - edgeItems;
            }
            separate();
            write(axis + 1, place + i * m_tensor.stride(axis), indent + 1);
            ++written;
        }
        m_text += ']';
    }

    const Tensor& m_tensor;
    const bool m_summarized;
    NumberStyle m_style;
    std::string m_text{prefix};
};

} // namespace

std::string torchText(const Tensor& tensor) {
    if (!tensor.isEmpty())
        return Printer(tensor).print() + ")";
    if (tensor.rank() == 1)
        return "tensor([])";
    return "tensor([], size=" + shapeText(tensor.shape()) + ")";
}

} // namespace headscope
