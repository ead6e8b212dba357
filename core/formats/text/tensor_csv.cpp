// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/text/tensor_csv.h"

#include "formats/npy/npy.h"
#include "formats/tensor_data.h"
#include "formats/text/matrix_text.h"
#include "support/cancellation.h"
#include "support/number_text.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr std::size_t pieceBytes = std::size_t{1} << 20;

} // namespace

Status writeTensorCsv(const Tensor& tensor, std::string_view name,
                      const std::vector<AxisWords>& words, const WritePiece& write,
                      const CancellationToken& cancellation,
                      const std::function<void(double)>& progress, char separator) {
    const std::size_t rank = tensor.rank();
    const std::size_t batch = tensor.axisOf(Axis::Batch);
    std::string piece;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const std::string title(axisName(tensor.axes()[axis]));
        piece.append(title) += separator;
        if (!words[axis].empty())
            piece.append(title).append("_word") += separator;
    }
    piece.append(name).append("\n");
    const Index count = tensor.elementCount();
    Cell cell(rank, 0);
    for (Index done = 0; done < count; ++done) {
        for (std::size_t axis = 0; axis < rank; ++axis) {
            piece.append(std::to_string(cell[axis] + 1)) += separator;
            if (words[axis].empty())
                continue;
            const auto list = std::min(batch < rank ? static_cast<std::size_t>(cell[batch]) : 0,
                                       words[axis].size() - 1);
            const auto place = static_cast<std::size_t>(cell[axis]);
            if (place < words[axis][list].size())
                piece += tableField(words[axis][list][place], separator);
            piece += separator;
        }
        piece.append(shortestText(tensor.at(cell))).append("\n");
        advance(cell, tensor.shape());
        if (piece.size() < pieceBytes)
            continue;
        if (cancellation.isCancelled())
            return cancelled();
        if (const Status written = write(piece); !written)
            return written;
        piece.clear();
        if (progress)
            progress(static_cast<double>(done) / static_cast<double>(count));
    }
    return cancellation.isCancelled() ? Status(cancelled()) : write(piece);
}

Status writeTensorNpy(const Tensor& tensor, const WritePiece& write,
                      const CancellationToken& cancellation,
                      const std::function<void(double)>& progress) {
    if (const Status written = write(npyHeader(tensor.shape())); !written)
        return written;
    const Tensor values = tensor.contiguous();
    std::string buffer;
    const std::string_view bytes = littleEndianBytes(values, buffer);
    for (std::size_t at = 0; at < bytes.size(); at += pieceBytes) {
        if (cancellation.isCancelled())
            return cancelled();
        if (const Status written = write(bytes.substr(at, pieceBytes)); !written)
            return written;
        if (progress)
            progress(static_cast<double>(at) / static_cast<double>(bytes.size()));
    }
    return Done{};
}

} // namespace headscope
