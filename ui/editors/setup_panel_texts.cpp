// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the setup panel, and the choices that depend on the experiment.
#include "editors/setup_panel.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/fold_section.h"
#include "controls/segmented_control.h"
#include "controls/token_edit.h"
#include "editors/attention_fields.h"
#include "editors/bias_boxes.h"
#include "editors/typed_tokens.h"
#include "experiment/weight_spread.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>

#include <set>

namespace headscope {

namespace {
constexpr std::array<float, 5> sigmas = {.05F, .1F, .5F, 1, 3};
}

void SetupPanel::retranslate() {
    m_title->setText(tr("SETUP"));
    const auto now = m_edits.now();
    const bool cross = now->isCross();
    const bool translates = now->model.architecture == Architecture::EncoderDecoder;
    const QString own = translates ? tr("Target")
                        : cross    ? tr("Tokens of the queries")
                                   : tr("Tokens");
    row(Tokens).setTexts(
        own, own,
        tr("The words of this sequence, split at spaces; brackets hold a token "
           "together: [New York]. The same word gets the same numbers from the seed."));
    const QString other = translates ? tr("Source") : tr("Tokens of the keys");
    row(KeyTokens).setTexts(other, other,
                            tr("The words that are looked at, in cross-attention: keys and values "
                               "come from them."));
    nameCheck(m_raw, tr("Pieces as they are"),
              tr("The words as the tokenizer cut them, with its marks such as ▁, Ġ and ##."));
    row(Heads).setTexts(tr("Heads"), tr("Heads"),
                        tr("How many attentions run side by side, each with its own part of the "
                           "weights."));
    m_learnt->setChoices({tr("learnt"), tr("random")});
    for (auto* choice : m_learnt->findChildren<QAbstractButton*>()) // beside each other, as wide
        choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // as the fields above
    row(Learnt).setTexts(tr("Weights"), tr("Weights: learnt or random"),
                         tr("The same sentence with the weights that were learnt, or with random "
                            "ones: dice, from the seed, as wide as suits."));
    showWordNotes();
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
    row(Weights).setTexts(
        tr("Weights"), tr("Weights"),
        tr("Where W_Q, W_K, W_V and W_O come from: normal random numbers of standard "
           "deviation σ, or the identity. One σ suits d_model: with it the scores spread "
           "by about 2. Choosing replaces what was typed."));
    row(Seed).setTexts(tr("Seed"), tr("Seed"),
                       tr("The same seed gives the same random numbers on every machine."));
    row(Biases).setTexts(tr("Biases"), tr("Biases"),
                         tr("Which of the four projections add a number to each of their columns; "
                            "0 at first. PyTorch has all or none, other programs V and O."));
    m_heldSection->setTexts(tr("Held numbers"),
                            tr("Numbers that were typed in the place of computed ones; all behind "
                               "them is computed from what was typed"));
    m_sizesSection->setTexts(tr("Sizes"), tr("How wide, how many sequences, which scale"));
    m_maskSection->setTexts(tr("Masks"),
                            tr("Which keys a query may attend to; all that are on hold together"));
    m_modelSection->setTexts(tr("Around attention"),
                             tr("Layers, norms, feed-forward networks, positions, words"));
    m_weightsSection->setTexts(tr("Tensors"),
                               tr("Where the numbers of the matrices come from, and all of them"));
    m_fields->retranslate();
    if (m_shown) {
        showWeights();
        showLearnt();
        showAutomatic();
        showSummaries();
    }
}

void SetupPanel::showWeights() {
    using Kind = WeightSource::Kind;
    const WeightSource& current = m_shown->weightSource;
    const QSignalBlocker quiet(m_weights);
    m_weights->clear();
    const auto add = [this](const QString& text, Kind kind, float sigma) {
        m_weights->addItem(text, static_cast<int>(kind));
        m_weights->setItemData(m_weights->count() - 1, sigma, sigmaRole);
    };
    const float now = sigmaOf(*m_shown);
    const float suitable = suitableSigma(*m_shown);
    std::set<float> offered(sigmas.begin(), sigmas.end());
    offered.insert(suitable);
    if (current.kind == Kind::Random)
        offered.insert(now);
    for (const float sigma : offered) {
        const QString number = QString::number(static_cast<double>(sigma), 'g', 2);
        add(sigma == suitable ? tr("suits: σ %1").arg(number) : tr("random, σ %1").arg(number),
            Kind::Random, sigma);
        if (current.kind == Kind::Random && sigma == now)
            m_weights->setCurrentIndex(m_weights->count() - 1);
    }
    add(tr("identity"), Kind::Identity, 1);
    if (current.kind == Kind::Identity)
        m_weights->setCurrentIndex(m_weights->count() - 1);
    if (current.kind == Kind::File) {
        add(tr("from a file"), Kind::File, now);
        m_weights->setCurrentIndex(m_weights->count() - 1);
    }
    if (m_shown->training) {
        // What is there of a training is learnt until somebody draws other weights.
        if (current.kind != Kind::File)
            add({}, Kind::File, now);
        m_weights->setItemText(m_weights->count() - 1, tr("learnt"));
    }
}

void SetupPanel::showUnlearnt(const QString& unlearnt, const QString& meant) {
    m_unlearntSentence = unlearnt;
    m_meantSentence = meant;
    showWordNotes();
}

void SetupPanel::showWordNotes() {
    const auto withLink = [](const QString& sentence, const char* link, const QString& words) {
        return QStringLiteral("%1 · <a href=\"%2\">%3</a>")
            .arg(sentence, QLatin1String(link), words);
    };
    QStringList notes = {m_unlearntSentence.toHtmlEscaped()};
    if (!m_unlearntSentence.isEmpty() && m_profile.isWhole())
        notes.last() = withLink(notes.last(), learnLink, tr("Learn this vocabulary"));
    notes << m_meantSentence.toHtmlEscaped();
    for (const Field field : {Tokens, KeyTokens}) {
        const QString text = m_tokens[field]->toPlainText();
        const TokenList tokens = shownTokens(field);
        if (parseTokens(text.toStdString()).size() == 1 && tokens.size() > 1)
            notes << tr("Read as: %1")
                         .arg(QString::fromStdString(tokensText(tokens)))
                         .toHtmlEscaped();
        else if (tokens.size() == 1 && lacksSpaces(*m_shown, sideOf(field), text))
            notes << withLink(tr("Words are separated by spaces."), cutLinks[field],
                              tr("Cut into characters"));
    }
    notes.removeAll(QString());
    m_wordNotes->setVisible(!notes.isEmpty() && m_profile.offers(Control::Tokens));
    const QString text = notes.join(QStringLiteral("<br>"));
    if (m_wordNotes->text() != text)
        m_wordNotes->setText(text);
}

} // namespace headscope
