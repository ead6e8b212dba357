// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/text/text_words.h"

#include "words/asked_words.h"
#include "words/joined.h"
#include "words/learnt_words.h"
#include "words/statements.h"

namespace headscope {

QString TextWords::title(const Scene& scene, const TextPicture& picture) {
    if (picture.isEmpty())
        return {};
    if (!picture.query || !picture.key)
        return picture.self ? tr("Point at a token to see where it looks")
                            : tr("Point at a query to see where it looks");
    return askedWords(scene, *picture.panel, *picture.query, *picture.key).sentence;
}

QString TextWords::subtitle(const Scene& scene, const TextPicture& picture) {
    if (picture.isEmpty())
        return {};
    const MatrixPanel& panel = *picture.panel;
    const TensorStatement said = statementOf(scene, panel.name);
    QStringList words;
    if (!said.block.isEmpty())
        words << said.block;
    words << (panel.kind == MatrixPanel::Kind::MeanHead  ? tr("mean of all heads")
              : panel.kind == MatrixPanel::Kind::MaxHead ? tr("largest of all heads")
                                                         : tr("head %1").arg(panel.head + 1));
    words << said.title;
    const RunOrigin& origin = scene.run->origin();
    const std::optional<HeadLearnt> learnt =
        panel.kind == MatrixPanel::Kind::Head
            ? headLearnt(origin, scene.selection.scope, panel.head)
            : std::nullopt;
    words << (learnt ? learnt->evidence : weightsNote(origin, scene.selection.scope));
    return joined(words);
}

QString TextWords::pointed(const Scene& scene, const TextPicture& picture) {
    if (picture.isEmpty() || !picture.pointed)
        return {};
    return askedWords(scene, *picture.panel, *picture.query, *picture.pointed).sentence;
}

QString TextWords::header(bool queries) {
    return queries ? tr("queries: the text that looks") : tr("keys: the text that is looked at");
}

QString TextWords::outline() {
    return tr("framed: the query");
}

QString TextWords::uncoloured() {
    return tr("without colour: masked");
}

QString TextWords::key(const TextPicture& picture, Index key) {
    return tr("%1, place %2: %3")
        .arg(picture.keys.words.value(key))
        .arg(key + 1)
        .arg(cellStatement(*picture.panel, *picture.query, key));
}

} // namespace headscope
