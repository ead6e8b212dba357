// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/array_file.h"

#include "disk/file_io.h"
#include "formats/npy/npy.h"
#include "formats/npy/npy_words.h"
#include "formats/other_file.h"
#include "formats/safetensors.h"
#include "formats/safetensors_header.h"
#include "formats/tensor_file.h"
#include "formats/token_list.h"
#include "formats/torch_file.h"
#include "formats/zip_file.h"

#include <algorithm>
#include <array>
#include <new>
#include <set>

namespace headscope {

namespace {

constexpr std::array<ArrayFormat, 10> arrayFormatTable = {
    {{".npy", false, false, readNpyArrays},
     {".npz", false, false, readNpzArrays},
     {".safetensors", true, false, readSafetensorsArrays},
     {".json", false, true, readJsonArrays},
     {".csv", false, true, readTableArrays},
     {".tsv", false, true, readTableArrays},
     {".pt", true, false, readTorchArrays},
     {".pth", true, false, readTorchArrays},
     {".bin", true, false, readTorchArrays},
     {".js", false, true, readScriptArrays}}};

/// What packed entries of an archive may come to, all together.
constexpr std::uint64_t mostUnpacked = std::uint64_t{1} << 30U;
/// Numbers of tensors that are more than the bytes of their file.
constexpr std::uint64_t mostRepeated = std::uint64_t{1} << 27U;

Error tooMany(const ByteSource& source, std::size_t count) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 has %2 arrays: at most %3 are read"),
                     source.name(), count, mostArrays);
}

bool namesKeys(std::string_view name) {
    const std::string low = lowerCase(name);
    return low.find("key") != low.npos || low.starts_with("encoder") || low.starts_with("source");
}

bool isCalledWords(std::string_view name) {
    const std::string low = lowerCase(name);
    return low.find("tokens") != low.npos || low.find("words") != low.npos;
}

std::vector<ArrayFacts> factsOf(const StoredTensors& tensors) {
    std::vector<ArrayFacts> facts;
    for (const auto& [name, tensor] : tensors)
        facts.push_back({name, shapeOf(tensor)});
    return facts;
}

/// Reads the tensors that are meant, and no number of the others.
Status takeChosen(const ByteSource& source, const StoredTensors& tensors, ArrayChoice choice,
                  ArrayFile& file) {
    std::vector<ArrayFacts> facts = factsOf(tensors);
    std::vector<bool> isChosen(facts.size());
    // A tensor may repeat few numbers, and many tensors the same ones.
    std::uint64_t numbers = 0;
    for (const std::size_t i : choice(facts)) {
        isChosen[i] = true;
        Index count = 0;
        if (!checkedElementCount(facts[i].shape, count) ||
            __builtin_add_overflow(numbers, static_cast<std::uint64_t>(count), &numbers))
            numbers = ~std::uint64_t{0};
    }
    if (numbers > std::max(source.size(), mostRepeated))
        return makeError(HEADSCOPE_MESSAGE("Message", "the arrays of %1 are said to take %2 "
                                                      "bytes: at most %3 are read"),
                         source.name(), numbers, std::max(source.size(), mostRepeated));
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const std::string& name = facts[i].name;
        if (!isChosen[i]) {
            file.others.push_back(std::move(facts[i]));
            continue;
        }
        Result<Tensor> tensor = readStoredTensor(source, tensors.at(name), name);
        if (!tensor)
            return tensor.error();
        file.arrays.push_back({name, std::move(*tensor)});
    }
    return Done{};
}

/// A None that stands in one list with the arrays: they would close up, and layer 3 be called 2.
const std::string* noneAmong(const std::vector<NamedArray>& arrays,
                             const std::vector<std::string>& nones) {
    const auto listOf = [](const std::string& name) {
        const std::size_t dot = name.rfind('.');
        return name.substr(0, dot == name.npos ? 0 : dot);
    };
    std::set<std::string> lists;
    for (const NamedArray& array : arrays)
        lists.insert(listOf(array.name));
    const auto found = std::ranges::find_if(
        nones, [&](const std::string& none) { return lists.contains(listOf(none)); });
    return found == nones.end() ? nullptr : &*found;
}

void takeWords(std::string_view name, TokenLists lists, ArrayFile& file) {
    if (namesKeys(name))
        file.keyTokens = std::move(lists);
    else
        file.tokens = std::move(lists);
}

Result<std::string> safetensorsHeaderText(const ByteSource& source) {
    constexpr std::uint64_t largest = std::uint64_t{16} << 20U;
    std::string length(8, '\0');
    if (source.size() < length.size())
        return std::string();
    if (const Status read = source.readAt(0, length); !read)
        return read.error();
    std::uint64_t size = 0;
    for (std::size_t i = 8; i-- > 0;)
        size = size << 8U | static_cast<unsigned char>(length[i]);
    if (size > source.size() - 8)
        return std::string(); // for its reader to refuse
    if (size > largest)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 announces a header of %2 bytes: at most %3 "
                                           "are allowed"),
                         source.name(), size, largest);
    std::string text(size, '\0');
    if (const Status read = source.readAt(8, text); !read)
        return read.error();
    return text;
}

} // namespace

std::span<const ArrayFormat> arrayFormats() {
    return arrayFormatTable;
}

std::string arrayFilePatterns() {
    std::string patterns;
    for (const ArrayFormat& format : arrayFormatTable)
        patterns.append(patterns.empty() ? "*" : " *").append(format.ending);
    return patterns;
}

const ArrayFormat* arrayFormatOf(std::string_view path) {
    const std::string low = lowerCase(path);
    const auto found = std::ranges::find_if(
        arrayFormatTable, [&](const ArrayFormat& format) { return low.ends_with(format.ending); });
    return found == arrayFormatTable.end() ? nullptr : &*found;
}

namespace {

/// What a file is by its beginning, whatever it is called: arrays of NumPy and of torch are told
/// from each other by what they have inside.
const ArrayFormat* formatInside(const ByteSource& source, const ArrayFormat* named) {
    std::array<char, 6> head{};
    if (source.size() < head.size() || !source.readAt(0, head))
        return named;
    if (std::string_view(head.data(), head.size()) == "\x93NUMPY")
        return arrayFormatOf(".npy");
    if (looksLikeSafetensors(source))
        return arrayFormatOf(".safetensors");
    if (!looksLikeTorch(source))
        return named;
    if (head[0] != 'P') // a pickle, which the reader of .pt tells about
        return arrayFormatOf(".pt");
    const Result<std::vector<ZipEntry>> entries = readZipDirectory(source);
    if (!entries)
        return named; // for its reader to refuse
    const auto has = [&](std::string_view ending) {
        return std::ranges::any_of(
            *entries, [&](const ZipEntry& entry) { return entry.name.ends_with(ending); });
    };
    return has("data.pkl") ? arrayFormatOf(".pt") : has(".npy") ? arrayFormatOf(".npz") : named;
}

} // namespace

Result<ArrayFile> readArrayFile(const std::string& path, ArrayChoice choice) {
    const ArrayFormat* const format = arrayFormatOf(path);
    if (!format) {
        if (const auto source = openFile(path)) {
            if (const auto other = otherFileError(**source))
                return *other;
        }
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 is no file that attentions are read from: "
                                           "these are %2"),
                         path, arrayFilePatterns());
    }
    const auto source = openFile(path);
    if (!source)
        return source.error();
    try {
        const ArrayFormat* const inside = formatInside(**source, format);
        if (inside->isText) {
            if (auto other = otherFileError(**source))
                return *other;
        }
        Result<ArrayFile> file = inside->read(**source, choice);
        if (file || file.error().text().find(path) != std::string::npos)
            return file; // its sentence names the file
        return inFile(path, file.error());
    } catch (const std::bad_alloc&) {
        return noMemoryToRead(path);
    }
}

Result<ArrayFile> readNpyArrays(const ByteSource& source, ArrayChoice /*choice*/) {
    Result<NpyArray> array = readNpy(source);
    if (!array)
        return array.error();
    ArrayFile file;
    std::string name = source.name();
    name.erase(0, name.rfind('/') + 1);
    if (name.ends_with(".npy"))
        name.resize(name.size() - 4);
    file.arrays.push_back({std::move(name), std::move(array->tensor)});
    return file;
}

Result<ArrayFile> readNpzArrays(const ByteSource& source, ArrayChoice /*choice*/) {
    const Result<std::vector<ZipEntry>> entries = readZipDirectory(source);
    if (!entries)
        return entries.error();
    if (entries->size() > mostArrays)
        return tooMany(source, entries->size());
    ArrayFile file;
    std::vector<std::pair<std::string, TokenLists>> words;
    std::vector<std::pair<std::string, Error>> unreadable;
    std::uint64_t unpacked = 0;
    for (const ZipEntry& entry : *entries) {
        if (!entry.name.ends_with(".npy"))
            continue;
        unpacked += entry.deflated ? std::min(entry.size, mostUnpacked + 1) : 0;
        if (unpacked > mostUnpacked)
            return makeError(HEADSCOPE_MESSAGE("Message", "the arrays of %1 are said to take %2 "
                                                          "bytes: at most %3 are read"),
                             source.name(), unpacked, mostUnpacked);
        const std::string name = entry.name.substr(0, entry.name.size() - 4);
        const Result<std::string> bytes = readZipEntry(source, entry);
        if (!bytes)
            return bytes.error();
        if (auto lists = wordsOfNpy(*bytes)) {
            words.emplace_back(name, std::move(*lists));
            continue;
        }
        Result<NpyArray> array = readNpy(MemorySource(*bytes, name));
        if (array)
            file.arrays.push_back({name, std::move(array->tensor)});
        else
            unreadable.emplace_back(name, array.error());
    }
    // What else lies there, such as the settings of who made it, keeps no attention from opening.
    for (auto& [name, error] : unreadable) {
        if (file.arrays.empty() || isAttentionName(name))
            return error;
        file.others.push_back({name, {}});
    }
    const bool anyCalled =
        std::ranges::any_of(words, [](const auto& named) { return isCalledWords(named.first); });
    for (auto& [name, lists] : words) {
        if (anyCalled ? isCalledWords(name) : words.size() == 1)
            takeWords(name, std::move(lists), file);
        else
            file.others.push_back({name, {}});
    }
    return file;
}

Result<ArrayFile> readSafetensorsArrays(const ByteSource& source, ArrayChoice choice) {
    const Result<std::string> header = safetensorsHeaderText(source);
    if (!header)
        return header.error();
    ArrayFile file;
    if (!header->empty()) {
        const auto entries = parseSafetensorsHeader(*header, source.name());
        if (!entries)
            return entries.error();
        if (entries->size() > mostArrays)
            return tooMany(source, entries->size());
        for (const auto& [name, text] : safetensorsMetadata(*header)) {
            if (!isCalledWords(name))
                continue;
            if (auto words = tokenFileFrom(text, name + ".json"))
                takeWords(name, std::move(words->lists), file);
        }
    }
    const Result<StoredTensors> tensors = storedInSafetensors(source);
    if (!tensors)
        return tensors.error();
    const Status read = takeChosen(source, *tensors, choice, file);
    return read ? Result<ArrayFile>(std::move(file)) : read.error();
}

Result<ArrayFile> readTorchArrays(const ByteSource& source, ArrayChoice choice) {
    OtherValues beside;
    const Result<StoredTensors> tensors = readTorchFile(source, beside);
    if (!tensors)
        return tensors.error();
    if (tensors->size() > mostArrays)
        return tooMany(source, tensors->size());
    ArrayFile file;
    for (auto& [name, list] : beside.words) {
        if (!isCalledWords(name))
            continue;
        for (std::string& word : list)
            word = word.empty() ? " " : std::move(word);
        // "tokens.0", "tokens.1": one list for each sequence.
        TokenLists& lists = namesKeys(name)
                                ? (file.keyTokens ? *file.keyTokens : file.keyTokens.emplace())
                                : file.tokens;
        lists.push_back(std::move(list));
    }
    const Status read = takeChosen(source, *tensors, choice, file);
    if (const std::string* const none = read ? noneAmong(file.arrays, beside.nones) : nullptr)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has None in the place of tensor %2: save "
                                                      "its tensors without it"),
                         source.name(), *none);
    return read ? Result<ArrayFile>(std::move(file)) : read.error();
}

bool holdsAttention(const std::string& path) {
    const Result<TensorFile> file = TensorFile::open(path);
    if (!file)
        return false;
    const std::vector<ArrayFacts> facts = factsOf(file->tensors());
    if (std::ranges::any_of(facts, [](const ArrayFacts& one) { return isWeightName(one.name); }))
        return false;
    // Inputs and weights have two axes, attentions mostly more.
    return std::ranges::any_of(attentionsAmong(facts), [&](std::size_t i) {
        const ArrayFacts& one = facts[i];
        return one.shape.size() >= 3 ||
               one.name.find_first_not_of("0123456789.") == one.name.npos ||
               lowerCase(one.name).find("att") != std::string::npos;
    });
}

} // namespace headscope
