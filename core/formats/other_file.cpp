// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/other_file.h"

#include "formats/git_lfs.h"
#include "formats/safetensors.h"
#include "formats/torch_file.h"
#include "support/listed.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>

namespace headscope {

namespace {

/// The files that an index names, as its JSON has them.
std::string shardsIn(std::string_view json) {
    std::set<std::string> shards;
    for (const std::string_view ending : {".safetensors\"", ".bin\"", ".pt\"", ".pth\""}) {
        for (std::size_t at = json.find(ending); at != json.npos; at = json.find(ending, at + 1)) {
            const std::size_t begin = json.rfind('"', at);
            if (begin != json.npos)
                shards.emplace(json.substr(begin + 1, at + ending.size() - begin - 2));
        }
    }
    return shards.empty() ? "weight_map" : listed(shards); // it says which has what
}

/// How a file begins, and what it is then.
struct Beginning {
    std::string_view bytes;
    std::string_view format;
    bool isPacked = false; ///< another file lies in it
};
constexpr std::array<Beginning, 13> beginnings = {{
    {"\x89HDF\r\n\x1A\n", "HDF5"},
    {"MATLAB 5.0", "MATLAB"},
    {"PAR1\x15", "Parquet"},
    {"ARROW1", "Arrow"},
    {"SQLite format 3", "SQLite"},
    {"%PDF-", "PDF"},
    {"\x89PNG\r\n\x1A\n", "PNG"},
    {"\xFF\xD8\xFF", "JPEG"},
    {"\x1F\x8B\x08", "gzip", true},
    {"\x28\xB5\x2F\xFD", "zstd", true},
    {"\xFD\x37zXZ", "xz", true},
    {"7z\xBC\xAF\x27\x1C", "7z", true},
    {"BZh91AY&SY", "bzip2", true},
}};

/// The Error for a format that has no arrays, or that is not read.
std::optional<Error> knownFormatError(const ByteSource& source, std::string_view head) {
    const auto found = std::ranges::find_if(
        beginnings, [&](const Beginning& beginning) { return head.starts_with(beginning.bytes); });
    // The length of a header may begin as one of these.
    if (found == beginnings.end() || looksLikeSafetensors(source))
        return std::nullopt;
    const std::string format(found->format);
    return found->isPacked
               ? makeError(HEADSCOPE_MESSAGE("Message", "%1 is packed with %2, whatever it is "
                                                        "called: unpack it first"),
                           source.name(), format)
               : makeError(HEADSCOPE_MESSAGE("Message",
                                             "%1 is a file of %2, whatever it is called, "
                                             "which no numbers are read from: "
                                             "numpy.savez(\"attention.npz\", array) "
                                             "saves an array"),
                           source.name(), format);
}

/// Of protocol 2 to 5, of which 4 and 5 go on with the length of a frame.
bool isPickle(const ByteSource& source, std::string_view head) {
    return head.size() > 3 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 &&
           (looksLikeTorch(source) ||
            (head[2] == '\x95' && !source.name().ends_with(".safetensors")));
}

} // namespace

std::optional<Error> plainPickleError(const ByteSource& source) {
    std::string head(std::min<std::uint64_t>(source.size(), 4), '\0');
    // torch.save() of before 1.6 begins with a number that no other pickle has.
    if (!source.readAt(0, head) || !isPickle(source, head) || head.ends_with("\x8a\x0a"))
        return std::nullopt;
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 is a pickle, which may run code where it "
                                                  "is loaded, and is not read: in Python, "
                                                  "numpy.savez(\"attention.npz\", *layers) saves "
                                                  "its arrays"),
                     source.name());
}

std::optional<Error> otherFileError(const ByteSource& source) {
    if (auto pointer = gitLfsPointerError(source))
        return pointer;
    std::string head(std::min<std::uint64_t>(source.size(), 16384), '\0');
    if (!source.readAt(0, head))
        return std::nullopt;
    if (auto known = knownFormatError(source, head))
        return known;
    if (head.starts_with("GGUF"))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is a .gguf, whose numbers are packed for "
                                                      "llama.cpp: the .safetensors of the same "
                                                      "model is needed"),
                         source.name());
    if (head.starts_with("PK\x03\x04") && head.find("data.pkl") == head.npos && source.size() > 8 &&
        head.substr(4, 4) != std::string_view("\0\0\0\0", 4))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is an archive (.npz), not one array: "
                                                      "save the array with numpy.save"),
                         source.name());
    if (auto pickle = plainPickleError(source))
        return pickle;
    if (looksLikeTorch(source))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 is a file of torch.save(), whatever it is "
                                           "called: name it .pt"),
                         source.name());
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == head.npos || head.size() < first + 9)
        return std::nullopt;
    std::string beginning = head.substr(first, 9);
    std::ranges::transform(beginning, beginning.begin(), [](unsigned char c) {
        return static_cast<char>(c < 128 ? std::tolower(c) : c);
    });
    if (beginning.starts_with("<!doctype") || beginning.starts_with("<html") ||
        beginning.starts_with("<?xml"))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 is a page of the web, as one gets where a "
                                           "download asks to sign in: download the file "
                                           "itself"),
                         source.name());
    if (head[first] == '{' && head.find("\"weight_map\"") != head.npos) {
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 is only the index of a model in several "
                                           "files: open the one that has the layer (%2)"),
                         source.name(), shardsIn(head));
    }
    return std::nullopt;
}

} // namespace headscope
