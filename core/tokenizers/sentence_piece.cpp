// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/sentence_piece.h"

#include <sentencepiece_processor.h>

namespace headscope {

namespace {

class SentencePieceModel final : public TokenModel {
public:
    SentencePieceModel(TokenVocabulary vocabulary,
                       std::unique_ptr<const sentencepiece::SentencePieceProcessor> processor)
        : TokenModel(std::move(vocabulary))
        , m_processor(std::move(processor)) {}

    void tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const override {
        const auto encoded = m_processor->EncodeAsImmutableProto(text.text());
        for (const auto& piece : encoded.pieces()) {
            const std::size_t begin = std::min<std::size_t>(piece.begin(), text.size());
            const std::size_t end = std::clamp<std::size_t>(piece.end(), begin, text.size());
            tokens.push_back({static_cast<TokenId>(piece.id()), text.origin(begin, end)});
        }
    }

private:
    std::unique_ptr<const sentencepiece::SentencePieceProcessor> m_processor;
};

} // namespace

Result<SentencePieceFile> readSentencePiece(std::string_view bytes, bool dummyPrefix) {
    auto processor = std::make_unique<sentencepiece::SentencePieceProcessor>();
    std::string model(bytes);
    // What stands behind a message of a protocol buffer is merged into it: normalizer_spec (3)
    // whose add_dummy_prefix (3) is false.
    if (!dummyPrefix)
        model += std::string_view("\x1A\x02\x18\x00", 4);
    if (!processor->LoadFromSerializedProto(model).ok() || processor->GetPieceSize() <= 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "this is no model of SentencePiece, or it is "
                                                      "damaged"));
    SentencePieceFile file;
    TokenVocabulary vocabulary;
    for (int id = 0; id < processor->GetPieceSize(); ++id) {
        if (const Status added = vocabulary.add(processor->IdToPiece(id), id); !added)
            return added.error();
        if (processor->IsControl(id) || processor->IsUnknown(id))
            file.controls.push_back(id);
    }
    const auto idOf = [](int id) { return id < 0 ? std::nullopt : std::optional<TokenId>(id); };
    file.begin = idOf(processor->bos_id());
    file.end = idOf(processor->eos_id());
    // It says so by what it makes of a letter.
    const auto letter = processor->EncodeAsPieces("a");
    file.startsWithSpace = !letter.empty() && letter.front().starts_with("\u2581");
    file.model = std::make_unique<SentencePieceModel>(std::move(vocabulary), std::move(processor));
    return file;
}

} // namespace headscope
