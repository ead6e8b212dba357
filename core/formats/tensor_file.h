// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/npy/npy.h"
#include "formats/safetensors.h"
#include "formats/stored_tensor.h"

#include <memory>
#include <span>

namespace headscope {

/// A file of tensors of which only the header was read: .safetensors, or .pt and .bin of
/// torch.save(), whatever it is called.
class TensorFile {
public:
    static Result<TensorFile> open(const std::string& path);
    static Result<TensorFile> open(std::shared_ptr<const ByteSource> source);

    /// What it has, by their names.
    const StoredTensors& tensors() const { return m_tensors; }
    /// The numbers of one that it has.
    Result<Tensor> read(const std::string& name) const;

private:
    std::shared_ptr<const ByteSource> m_source;
    StoredTensors m_tensors;
};

/// One array: of a .npy, or of a .npz, .pt, .bin or .safetensors that holds one alone, or one alone
/// that has the first of the `words` in its name that any has. `hugeIsInfinite` as of readNpy().
Result<NpyArray> readArray(const std::string& path, bool hugeIsInfinite = false,
                           std::span<const std::string_view> words = {});

} // namespace headscope
