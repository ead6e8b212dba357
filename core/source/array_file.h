// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/byte_source.h"
#include "source/file_attention.h"

#include <map>
#include <span>

namespace headscope {

/// So many arrays of a model at most: 10,000 layers are no model but an attack.
inline constexpr std::size_t mostArrays = 10'000;

/// Which arrays of a file are meant, by their places; no number of the others is read where the
/// format allows that.
using ArrayChoice = std::vector<std::size_t> (*)(std::span<const ArrayFacts>);

/// A format that attentions, and inputs, come in. A new one is a line in the table of
/// array_file.cpp.
struct ArrayFormat {
    std::string_view ending; ///< ".npz"
    bool isOfTensors;        ///< by their names: weights of a model are kept so as well
    bool isText;
    Result<ArrayFile> (*read)(const ByteSource& source, ArrayChoice choice);
};
std::span<const ArrayFormat> arrayFormats();
/// "*.npy *.npz", as file dialogs want them.
std::string arrayFilePatterns();
/// That of a name; nullptr: no attention is kept so.
const ArrayFormat* arrayFormatOf(std::string_view path);

/// The numbers and words of a file. The Error names it.
Result<ArrayFile> readArrayFile(const std::string& path, ArrayChoice choice = attentionsAmong);

// One each; bounded by the size of what they read.
Result<ArrayFile> readNpyArrays(const ByteSource& source, ArrayChoice choice);
/// Arrays of strings called tokens, words or key_tokens are the words.
Result<ArrayFile> readNpzArrays(const ByteSource& source, ArrayChoice choice);
/// Words are in the metadata, "tokens" and "key_tokens" as JSON.
Result<ArrayFile> readSafetensorsArrays(const ByteSource& source, ArrayChoice choice);
/// What torch.save() made of a tensor, of a tuple or list of layers, or of a dictionary of such;
/// lists of strings in it that are called tokens are the words.
Result<ArrayFile> readTorchArrays(const ByteSource& source, ArrayChoice choice);
/// Nested lists of numbers, or an object that has such lists, and words, by the names that people
/// give them. NaN and Infinity as Python writes them.
Result<ArrayFile> readJsonArrays(const ByteSource& source, ArrayChoice choice);
/// The same of the value that a script names, "const x = {..}", or exports.
Result<ArrayFile> readScriptArrays(const ByteSource& source, ArrayChoice choice);
/// One matrix, with or without words in the first row and column; or the long form, a row for each
/// weight with columns called query, key and weight in any order, and layer, batch and head where
/// there are several. Commas, semicolons, tabs or spaces between; a decimal comma where no comma
/// is between.
Result<ArrayFile> readTableArrays(const ByteSource& source, ArrayChoice choice);

/// What the header of a .safetensors says beside its tensors; only of a header that is read.
std::map<std::string, std::string> safetensorsMetadata(std::string_view header);

/// Whether a file of tensors holds attentions rather than weights, by its header alone.
bool holdsAttention(const std::string& path);

} // namespace headscope
