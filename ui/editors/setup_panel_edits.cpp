// SPDX-License-Identifier: GPL-3.0-or-later
// What a person chose or typed in the setup panel becomes an experiment or a sentence.
#include "editors/setup_panel.h"

#include "controls/field_row.h"
#include "controls/spin_boxes.h"
#include "controls/token_edit.h"
#include "editors/typed_tokens.h"
#include "experiment/edit.h"
#include "experiment/new_rows.h"
#include "learning/history/learnt_evidence.h"
#include "learning/history/learnt_tokens.h"
#include "scene/error_text.h"

#include <QSignalBlocker>

namespace headscope {

namespace {
std::optional<Index> automaticWhereZero(int value) {
    return value == 0 ? std::nullopt : std::optional<Index>(value);
}
} // namespace

void SetupPanel::proposeTokens(Field field) {
    if (m_showingTokens)
        return;
    takeTokens(field, typedTokens(*m_edits.now(), sideOf(field), m_tokens[field]->toPlainText()));
    showWordNotes(); // also where the tokens stayed what they were
}

void SetupPanel::cutIntoCharacters(Field field) {
    takeTokens(field, charactersOf(m_tokens[field]->toPlainText()));
}

void SetupPanel::takeTokens(Field field, const TokenList& tokens) {
    const TokenSide side = sideOf(field);
    std::vector<Index> fresh;
    propose(
        field, tr("change the tokens"),
        [side, tokens, sequence = m_sequence, &fresh](const Experiment& e) {
            Result<Experiment> next = withLearntTokens(e, side, sequence, tokens);
            // Of new words in learnt weights the run says that they are drawn.
            if (next && unlearntOf(*next).tokens.empty())
                fresh = newRows(e, side, sequence, tokens);
            return next;
        },
        field == Tokens ? QStringLiteral("tokens") : QStringLiteral("key tokens"), false);
    QStringList names;
    for (const Index row : fresh)
        names << QString::number(row + 1);
    constexpr qsizetype mostNamed = 8;
    if (names.size() > mostNamed)
        names = names.mid(0, mostNamed) << QStringLiteral("…");
    if (!names.isEmpty())
        Q_EMIT said(tr("New rows, with numbers from the seed: %1")
                        .arg(names.join(QStringLiteral(", "))));
}

AttentionConfig SetupPanel::configWith(Field changed, bool withRefused) const {
    AttentionConfig config = m_shown->config;
    const auto counts = [&](Field field) {
        return field == changed || (withRefused && m_rows[field]->hasError());
    };
    if (counts(Heads))
        config.heads = size(Heads).value();
    if (counts(ModelDim))
        config.modelDim = size(ModelDim).value();
    if (counts(KeyDim))
        config.keyDim = automaticWhereZero(size(KeyDim).value());
    if (counts(ValueDim))
        config.valueDim = automaticWhereZero(size(ValueDim).value());
    return config;
}

void SetupPanel::proposeSize(Field field, bool urgent) {
    if (field == Batch) {
        propose(
            Batch, tr("change the number of sequences"),
            [batch = size(Batch).value()](const Experiment& e) { return withBatch(e, batch); },
            QStringLiteral("batch"), urgent);
        return;
    }
    const QString name = field == Heads      ? QStringLiteral("heads")
                         : field == ModelDim ? QStringLiteral("d_model")
                         : field == KeyDim   ? QStringLiteral("d_k")
                                             : QStringLiteral("d_v");
    const QString text = field == Heads      ? tr("change the number of heads")
                         : field == ModelDim ? tr("change d_model")
                         : field == KeyDim   ? tr("change d_k")
                                             : tr("change d_v");
    const auto sized = [](const AttentionConfig& config) {
        return [config](const Experiment& e) { return withConfig(e, config); };
    };
    // 3 heads wait for a d_model that they divide: together they may be right.
    if (m_edits.make(text, sized(configWith(field, true)), name)) {
        m_refusalTimer.stop();
        for (const Field other : {Heads, ModelDim, KeyDim, ValueDim})
            accept(other);
        return;
    }
    const AttentionConfig alone = configWith(field, false);
    propose(field, text, sized(alone), name, urgent, offersFor(field, alone));
}

std::vector<int> SetupPanel::offersFor(Field field, const AttentionConfig& config) const {
    std::vector<int> offers;
    if (config.keyDim || config.heads < 1 || config.modelDim < 1)
        return offers;
    if (field == Heads) {
        for (const Index heads : headsThatDivide(config.modelDim, config.heads))
            offers.push_back(static_cast<int>(heads));
    } else if (field == ModelDim) {
        const Index below = config.modelDim / config.heads * config.heads;
        if (below >= 1)
            offers.push_back(static_cast<int>(below));
        offers.push_back(static_cast<int>(below + config.heads));
    }
    return offers;
}

void SetupPanel::showRefusal() {
    m_refusalTimer.stop();
    if (!m_refusal)
        return;
    const Refusal refusal = *m_refusal;
    m_refusal.reset();
    const QString sentence = translated(refusal.error);
    row(refusal.field).showError(sentence, refusal.offers);
    Q_EMIT rejected(row(refusal.field).control(), sentence);
}

void SetupPanel::takeOffer(Field field, int value) {
    size(field).setFocus();
    size(field).setValue(value);
    size(field).selectAll();
}

std::optional<SetupPanel::Field> SetupPanel::fieldOf(const QObject* control) const {
    for (std::size_t i = 0; i < fieldCount; ++i) {
        if (m_rows[i]->control() == control)
            return static_cast<Field>(i);
    }
    return std::nullopt;
}

void SetupPanel::restore(Field field) {
    m_refusal.reset();
    m_refusalTimer.stop();
    row(field).clearError();
    m_edits.endField();
    if (field == Tokens || field == KeyTokens)
        showTokens(field, shownTokens(field), true);
    else if (field == Batch)
        showBatch();
    else
        showSizes(m_shown->config, true);
}

void SetupPanel::proposeWeights(Field field, const WeightSource& source) {
    propose(
        field, tr("change the weights"),
        [source](const Experiment& e) -> Result<Experiment> {
            // Of a file nothing can be read again, but of the training that came with it.
            if (source.kind == WeightSource::Kind::File)
                return e.training ? withLearntWeights(e) : e;
            return withWeightSource(e, source);
        },
        {}, true);
}

} // namespace headscope
