// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the setup panel, and the choices that depend on the experiment.
#include "editors/setup_panel.h"

#include "editors/field_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace headscope {

namespace {
constexpr std::array<float, 5> sigmas = {.05F, .1F, .5F, 1, 3};
}

void SetupPanel::retranslate() {
    m_title->setText(tr("SETUP"));
    const bool cross = m_experiment.isCross();
    row(Tokens).setTexts(
        cross ? tr("Tokens of the queries") : tr("Tokens"),
        cross ? tr("Tokens of the queries") : tr("Tokens"),
        tr("The words of this sequence, split at spaces; brackets hold a token "
           "together: [New York]. The same word gets the same numbers from the seed."));
    row(KeyTokens).setTexts(tr("Tokens of the keys"), tr("Tokens of the keys"),
                            tr("The words that are looked at, in cross-attention: keys and values "
                               "come from them."));
    row(Heads).setTexts(tr("Heads"), tr("Heads"),
                        tr("How many attentions run side by side, each with its own part of the "
                           "weights."));
    row(ModelDim).setTexts(
        QStringLiteral("d_{model}"), QStringLiteral("d_model"),
        tr("How many numbers stand for one token, in the input and in the output."));
    row(KeyDim).setTexts(tr("d_{k} per head"), tr("d_k per head"),
                         tr("How many numbers a query and a key have in one head. Automatic, the "
                            "lowest step: d_model ÷ heads."));
    row(ValueDim).setTexts(
        tr("d_{v} per head"), tr("d_v per head"),
        tr("How many numbers a value has in one head. Automatic, the lowest step: "
           "the same as d_k."));
    row(Batch).setTexts(
        tr("Sequences"), tr("Sequences"),
        tr("How many sequences are computed at once: the batch. A new one begins as a "
           "copy of the last."));
    row(Mask).setTexts(tr("Mask"), tr("Mask"),
                       tr("Which keys a query may look at. Causal: only those at or before its own "
                          "position. Painted: what you allow cell by cell."));
    row(Dropout).setTexts(tr("Dropout"), tr("Dropout"),
                          tr("The probability that a weight is set to 0; the others are divided by "
                             "1 − p, so a row need not sum to 1 any more."));
    row(Weights).setTexts(
        tr("Weights"), tr("Weights"),
        tr("Where W_Q, W_K, W_V and W_O come from: normal random numbers of standard "
           "deviation σ, or the identity. Choosing replaces what was typed."));
    row(Seed).setTexts(tr("Seed"), tr("Seed"),
                       tr("The same seed gives the same random numbers on every machine."));
    m_biases->setText(tr("Biases"));
    m_biases->setAccessibleName(tr("Biases"));
    m_biases->setToolTip(tr("Adds a number to every column of the four projections; 0 at first."));
    m_maskPadding->setText(tr("Mask padding"));
    m_maskPadding->setAccessibleName(tr("Mask padding"));
    m_maskPadding->setToolTip(tr("Nobody may look at the empty places behind a shorter sequence."));
    if (m_hasExperiment) {
        showMask();
        showWeights();
        showAutomatic();
    }
}

void SetupPanel::showMask() {
    const bool painted = m_experiment.mayAttend.has_value();
    const bool added = m_experiment.additiveMask.has_value();
    const int parts = int(m_experiment.causal) + int(painted) + int(added);
    QStringList several;
    if (m_experiment.causal)
        several << tr("causal");
    if (painted)
        several << tr("painted");
    if (added)
        several << tr("added");
    const bool simple = parts == 0 || (parts == 1 && !added);
    const MaskChoice choice = !simple               ? MaskChoice::Several
                              : painted             ? MaskChoice::Painted
                              : m_experiment.causal ? MaskChoice::Causal
                                                    : MaskChoice::None;
    const QSignalBlocker quiet(m_mask);
    m_mask->clear();
    const auto add = [this](const QString& text, MaskChoice value) {
        m_mask->addItem(text, static_cast<int>(value));
    };
    add(tr("none"), MaskChoice::None);
    add(tr("causal"), MaskChoice::Causal);
    add(tr("painted"), MaskChoice::Painted);
    if (!simple)
        add(several.join(QStringLiteral(" + ")), MaskChoice::Several);
    m_mask->setCurrentIndex(m_mask->findData(static_cast<int>(choice)));
}

void SetupPanel::showWeights() {
    using Kind = WeightSource::Kind;
    const WeightSource& current = m_experiment.weightSource;
    const QSignalBlocker quiet(m_weights);
    m_weights->clear();
    const auto add = [this](const QString& text, Kind kind, float sigma) {
        m_weights->addItem(text, static_cast<int>(kind));
        m_weights->setItemData(m_weights->count() - 1, sigma, sigmaRole);
    };
    std::vector<float> offered(sigmas.begin(), sigmas.end());
    if (current.kind == Kind::Random &&
        std::find(offered.begin(), offered.end(), current.sigma) == offered.end())
        offered.insert(std::upper_bound(offered.begin(), offered.end(), current.sigma),
                       current.sigma);
    for (const float sigma : offered) {
        add(tr("random, σ %1").arg(QString::number(static_cast<double>(sigma), 'g', 2)),
            Kind::Random, sigma);
        if (current.kind == Kind::Random && sigma == current.sigma)
            m_weights->setCurrentIndex(m_weights->count() - 1);
    }
    add(tr("identity"), Kind::Identity, 1);
    if (current.kind == Kind::Identity)
        m_weights->setCurrentIndex(m_weights->count() - 1);
    if (current.kind == Kind::File) {
        add(tr("from a file"), Kind::File, current.sigma);
        m_weights->setCurrentIndex(m_weights->count() - 1);
    }
}

} // namespace headscope
