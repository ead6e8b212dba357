// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/npy/npy.h"

#include "formats/npy/npy_header.h"

#include <algorithm>
#include <array>

namespace headscope {

Result<NpyArray> readNpy(const std::string& path) {
    const Result<std::unique_ptr<ByteSource>> source = openFile(path);
    return source ? readNpy(**source) : source.error();
}

Result<NpyArray> readNpy(const ByteSource& source, bool hugeIsInfinite) {
    Result<NpyHeader> header = readNpyHeader(source);
    if (!header)
        return header.error();
    TensorData& data = header->data;
    data.hugeIsInfinite = hugeIsInfinite;
    // Fortran order is the C order of the reversed shape.
    if (header->fortranOrder)
        std::reverse(data.shape.begin(), data.shape.end());
    Result<Tensor> tensor = readTensorData(source, data, source.name());
    if (!tensor)
        return tensor.error();
    NpyArray array;
    array.isBool = data.type == ElementType::Bool;
    array.isInteger = isInteger(data.type);
    array.tensor = std::move(*tensor);
    if (header->fortranOrder) {
        std::array<std::size_t, Shape::maxRank> reversed{};
        const std::size_t rank = array.tensor.rank();
        for (std::size_t i = 0; i < rank; ++i)
            reversed[i] = rank - 1 - i;
        array.tensor = array.tensor.permuted(std::span(reversed).first(rank)).contiguous();
    }
    return array;
}

std::string npyHeader(const Shape& shape) {
    std::string dict =
        "{'descr': '<f4', 'fortran_order': False, 'shape': " + shapeText(shape) + ", }";
    // Magic, version and length take 10 bytes; the data begins at a multiple of 64.
    const std::size_t unpadded = 10 + dict.size() + 1;
    dict.append((64 - unpadded % 64) % 64, ' ');
    dict += '\n';
    std::string header = "\x93NUMPY";
    header += '\x01';
    header += '\0';
    header += static_cast<char>(dict.size() & 0xFFU);
    header += static_cast<char>(dict.size() >> 8U);
    return header + dict;
}

} // namespace headscope
