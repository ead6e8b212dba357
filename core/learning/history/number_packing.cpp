// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/number_packing.h"

#include "formats/base64.h"
#include "learning/history/deflate.h"

#include <bit>
#include <cmath>

namespace headscope {

namespace {

/// The lowest byte of every number, then the next one of each, whatever the processor's order.
template <class Bits> std::string planesOf(const std::vector<Bits>& numbers) {
    std::string bytes;
    bytes.reserve(numbers.size() * sizeof(Bits));
    for (std::size_t byte = 0; byte < sizeof(Bits); ++byte) {
        for (const Bits number : numbers)
            bytes += static_cast<char>(number >> 8 * byte & 0xFFU);
    }
    return bytes;
}

template <class Bits> std::vector<Bits> fromPlanes(const std::string& bytes) {
    const std::size_t count = bytes.size() / sizeof(Bits);
    std::vector<Bits> numbers(count, 0);
    for (std::size_t byte = 0; byte < sizeof(Bits); ++byte) {
        for (std::size_t i = 0; i < count; ++i)
            numbers[i] |= static_cast<Bits>(static_cast<unsigned char>(bytes[byte * count + i]))
                          << 8 * byte;
    }
    return numbers;
}

template <class Number, class Bits>
std::string packedAs(std::span<const Number> values, std::span<const Number> before) {
    std::vector<Bits> bits(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        bits[i] = std::bit_cast<Bits>(values[i]) ^
                  (before.empty() ? Bits{0} : std::bit_cast<Bits>(before[i]));
    return base64(deflated(planesOf(bits)));
}

template <class Number, class Bits>
std::optional<std::vector<Number>> unpackedAs(std::string_view text, std::size_t count,
                                              std::span<const Number> before) {
    const std::optional<std::string> bytes = fromBase64(text);
    const auto planes = bytes ? inflated(*bytes, count * sizeof(Bits)) : std::nullopt;
    if (!planes)
        return std::nullopt;
    const std::vector<Bits> bits = fromPlanes<Bits>(*planes);
    std::vector<Number> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = std::bit_cast<Number>(
            bits[i] ^ (before.empty() ? Bits{0} : std::bit_cast<Bits>(before[i])));
        if (!std::isfinite(values[i]))
            return std::nullopt;
    }
    return values;
}

} // namespace

std::string packed(std::span<const float> values, std::span<const float> before) {
    return packedAs<float, std::uint32_t>(values, before);
}

std::string packed(std::span<const double> values) {
    return packedAs<double, std::uint64_t>(values, {});
}

std::optional<std::vector<float>> unpackedFloats(std::string_view text, std::size_t count,
                                                 std::span<const float> before) {
    return unpackedAs<float, std::uint32_t>(text, count, before);
}

std::optional<std::vector<double>> unpackedDoubles(std::string_view text, std::size_t count) {
    return unpackedAs<double, std::uint64_t>(text, count, {});
}

} // namespace headscope
