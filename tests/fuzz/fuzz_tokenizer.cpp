// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/tokenizer_json.h"

#include <cstdlib>

using namespace headscope;

/// Whatever is accepted cuts a text into pieces that lie within it, or says why not, and gives some
/// text back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<Tokenizer> tokenizer = parseTokenizer({reinterpret_cast<const char*>(data), size});
    if (!tokenizer) {
        if (tokenizer.error().text().empty())
            std::abort();
        return 0;
    }
    constexpr std::string_view text =
        "The heads look  at\nit's caf\u00E9, \U0001F642 12 <|end|>\xFF";
    for (const auto special : {Tokenizer::Special::Added, Tokenizer::Special::AreLetters}) {
        const Result<Encoding> encoding = tokenizer->encode(text, special);
        if (!encoding) {
            if (encoding.error().text().empty())
                std::abort();
            continue;
        }
        for (const Piece& piece : encoding->pieces) {
            if (piece.range.begin > piece.range.end || piece.range.end > text.size())
                std::abort();
        }
        (void)tokenizer->decode(encoding->ids());
    }
    return 0;
}
