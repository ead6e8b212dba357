// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <functional>
#include <map>
#include <memory>

/// How the numbers of a storage are made, and can be made again, bit for bit: the storage
/// itself knows it until somebody writes into it.
namespace headscope::recipes {

struct Recipe {
    Shape shape;
    Axes axes;
    /// Writes all numbers, in C order. Called once for each storage, in the thread that first
    /// reads one of them, and never twice at a time for one storage.
    std::function<void(float* numbers)> fill;
    /// Two recipes of the same one make the same numbers where their shapes overlap; empty:
    /// nothing is known.
    std::string origin = {};
};

/// A whole storage of its own, whose numbers are made when the first of them is read: an edit
/// costs no time for millions of them, and whoever computes with them makes them. Small ones
/// are made at once and without a word: they are smaller than what there would be to remember.
Tensor make(std::shared_ptr<const Recipe> recipe, Making making = Making::Cheap);
/// The same of numbers that cannot be made again, because what they are made of goes with
/// the recipe as soon as they are made.
Tensor makeOnce(Recipe recipe);
/// nullptr where nobody said it, and where the tensor is only a part of the storage.
std::shared_ptr<const Recipe> of(const Tensor& tensor);

/// Storages in the place of others, of the same numbers, which nobody has read yet. Tensors that
/// share one go on sharing; what cannot be made again stays as it is.
class Anew {
public:
    Tensor unmade(const Tensor& tensor);
    /// Only where its numbers are there.
    Tensor letGo(const Tensor& tensor);

private:
    std::map<std::shared_ptr<float[]>, Tensor> m_storages; ///< by what they stand for
};

/// The same numbers for who reads them once: where they are not there yet and can be made again,
/// in a storage of its own that goes with the result.
Tensor forOneReader(const Tensor& tensor);

/// Whether both are known to hold the same numbers where their shapes overlap; no number is
/// looked at.
bool haveOneOrigin(const Tensor& a, const Tensor& b);
/// Whether numbers would have to be made to say whether both are equal.
bool comparingMakes(const Tensor& a, const Tensor& b);
/// Bytes that reading one of its numbers would write first; 0 where they are there.
Index bytesToMake(const Tensor& tensor);

} // namespace headscope::recipes
