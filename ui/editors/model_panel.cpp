// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/model_panel.h"

#include "editors/bound.h"
#include "experiment/edits/fitting.h"
#include "operations/operation_info.h"
#include "type/fonts.h"

#include <QBoxLayout>
#include <QLineEdit>

#include <algorithm>

namespace headscope {

namespace {

constexpr int mostLayers = 96; ///< by hand; files bring what memory holds
constexpr float paperTheta = 10000;

Result<Experiment> withLastNorm(const Experiment& experiment, bool on) {
    ModelConfig model = experiment.model;
    model.lastNorm.reset();
    if (hasLastNorm(model) != on)
        model.lastNorm = on;
    return withModel(experiment, model);
}

Result<Experiment> withRotary(const Experiment& experiment, bool on) {
    ModelConfig model = experiment.model;
    model.rotaryTheta = on ? std::optional(paperTheta) : std::nullopt;
    return withModel(experiment, model);
}

} // namespace

ModelPanel::ModelPanel(Edits& edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits)
    , m_form(this, new QVBoxLayout(this)) {
    layout()->setContentsMargins(0, 0, 0, 0);
    layout()->setSpacing(rowGap);
    m_form.watch([this] { m_edits.endField(); });
    connect(&m_form, &Form::rejected, this, &ModelPanel::rejected);
    m_form
        .choice(bound(m_edits, &ModelConfig::architecture),
                {{QT_TR_NOOP("attention alone"), Architecture::Attention},
                 {QT_TR_NOOP("encoder"), Architecture::Encoder},
                 {QT_TR_NOOP("encoder + decoder"), Architecture::EncoderDecoder}})
        .label(QT_TR_NOOP("Model"))
        .tip(QT_TR_NOOP("What stands around attention: nothing, a stack of encoder layers, or an "
                        "encoder and a decoder that looks at it."))
        .undo(QT_TR_NOOP("change the model"));
    declareStack();
    m_form.check(bound(m_edits, &ModelConfig::positions))
        .label(QT_TR_NOOP("Positions"))
        .tip(QT_TR_NOOP("Adds sines and cosines of the position to the embeddings; without them "
                        "attention does not know the order of the words."))
        .undo(QT_TR_NOOP("add positions"), QT_TR_NOOP("remove the positions"));
    m_form
        .check(bound(
            m_edits, [](const Experiment& e) { return e.model.rotaryTheta.has_value(); },
            withRotary))
        .label(QT_TR_NOOP("Rotary positions"))
        .tip(QT_TR_NOOP("Turns pairs of numbers of every query and key by the position of the "
                        "token, as Llama does: a score then depends on how far two tokens lie "
                        "apart."))
        .undo(QT_TR_NOOP("add rotary positions"), QT_TR_NOOP("remove the rotary positions"));
    showExperiment();
}

bool ModelPanel::isStack() const {
    return m_edits.now()->model.architecture != Architecture::Attention;
}

void ModelPanel::declareStack() {
    const auto inStack = [this] { return isStack(); };
    FormField& layers = m_form.number(bound(m_edits, &ModelConfig::layers), {1, mostLayers})
                            .label(QT_TR_NOOP("Layers"))
                            .tip(QT_TR_NOOP("How many layers follow each other, in the encoder and "
                                            "in the decoder alike."))
                            .undo(QT_TR_NOOP("change the model"))
                            .key("layers")
                            .when(inStack);
    layers.prepared([this, &layers] { // a decoder may stand on the bare source
        layers.as<QSpinBox>().setMinimum(m_edits.now()->model.layers == 0 ? 0 : 1);
    });
    FormField& hidden =
        m_form
            .size(automaticAtZero(bound(m_edits, &ModelConfig::feedForwardDim)),
                  ExperimentLimits::hiddenDim)
            .label("d_{ff}", "d_ff")
            .tip(QT_TR_NOOP("The inner width of the feed-forward network. Automatic, the lowest "
                            "step: 4 · d_model."))
            .undo(QT_TR_NOOP("change the model"))
            .key("d_ff")
            .when(inStack);
    hidden.as<SizeSpinBox>().setNext(
        [](int from, int direction) { return std::max(0, from + direction); });
    hidden.prepared([this, &hidden] {
        const Index automatic = 4 * m_edits.now()->config.modelDim;
        hidden.as<SizeSpinBox>().setAutomatic(static_cast<int>(automatic));
    });
    std::vector<Choice<Activation>> functions;
    for (const ActivationInfo& info : activations())
        functions.push_back({info.title.data(), info.activation});
    m_form.choice(bound(m_edits, &ModelConfig::activation), functions)
        .label(QT_TR_NOOP("Activation"))
        .tip(QT_TR_NOOP("What stands between the two products of the feed-forward network: "
                        "max(x, 0), tanh(x), or x times the share of it that passes."))
        .undo(QT_TR_NOOP("change the activation"))
        .when(inStack);
    m_form
        .choice(bound(m_edits, &ModelConfig::norm), {{QT_TR_NOOP("layer norm"), NormKind::Layer},
                                                     {QT_TR_NOOP("batch norm"), NormKind::Batch},
                                                     {QT_TR_NOOP("RMS norm"), NormKind::Rms}})
        .label(QT_TR_NOOP("Norm"))
        .tip(QT_TR_NOOP("Layer norm looks at one token and all its features, batch norm at one "
                        "feature of all tokens. RMS norm is a layer norm that takes no mean off."))
        .undo(QT_TR_NOOP("change the norm"))
        .when(inStack);
    m_form
        .choice(bound(m_edits, &ModelConfig::placement),
                {{QT_TR_NOOP("after (post)"), NormPlacement::Post},
                 {QT_TR_NOOP("before (pre)"), NormPlacement::Pre}})
        .label(QT_TR_NOOP("Norm stands"), QT_TR_NOOP("Place of the norm"))
        .tip(QT_TR_NOOP("After: norm(x + f(x)), as in the paper of 2017. Before: x + f(norm(x))."))
        .undo(QT_TR_NOOP("change the place of the norm"))
        .when(inStack);
    declareVocabulary();
    m_form.check(bound(m_edits, &ModelConfig::gated))
        .label(QT_TR_NOOP("Gated feed-forward"))
        .tip(QT_TR_NOOP("activation(x·W_G) times x·W_1, number by number, as in Llama: a gate "
                        "decides how much of each feature passes."))
        .undo(QT_TR_NOOP("add the gate"), QT_TR_NOOP("remove the gate"))
        .when(inStack);
    m_form
        .check(bound(
            m_edits, [](const Experiment& e) { return hasLastNorm(e.model); }, withLastNorm))
        .label(QT_TR_NOOP("Norm behind the last layer"))
        .tip(QT_TR_NOOP("One more norm of what comes out of a stack, as there is where norms stand "
                        "before, and in PyTorch's nn.Transformer."))
        .undo(QT_TR_NOOP("add a norm behind the last layer"),
              QT_TR_NOOP("remove the norm behind the last layer"))
        .when(inStack);
    m_form.check(bound(m_edits, &ModelConfig::residual))
        .label(QT_TR_NOOP("Residual connections"))
        .tip(QT_TR_NOOP("x + f(x) around every attention and every feed-forward network."))
        .undo(QT_TR_NOOP("add the residual connections"),
              QT_TR_NOOP("remove the residual connections"))
        .when(inStack);
    m_form.check(bound(m_edits, &ModelConfig::compareNorms))
        .label(QT_TR_NOOP("Both norms side by side"))
        .tip(QT_TR_NOOP("The norm that was not chosen is computed too, of the same numbers."))
        .undo(QT_TR_NOOP("compare the norms"), QT_TR_NOOP("do not compare the norms"))
        .when(inStack);
}

void ModelPanel::declareVocabulary() {
    auto* words = new QLineEdit(this);
    words->setFont(textFont(13));
    FormField& field =
        m_form.add(words)
            .label(QT_TR_NOOP("Vocabulary"))
            .tip(QT_TR_NOOP("The words that can come next, split at spaces. Without any there is "
                            "no prediction."))
            .undo(QT_TR_NOOP("change the vocabulary"))
            .key("vocabulary")
            .when([this] { return isStack(); })
            .shows([this, words](bool) {
                // The text as it was typed, its spaces included, says the same: it stays.
                const TokenList now = m_edits.now()->vocabulary;
                if (parseTokens(words->text().toStdString()) != now)
                    words->setText(QString::fromStdString(tokensText(now)));
            });
    m_form.texts([words] { words->setPlaceholderText(tr("no prediction")); });
    connect(words, &QLineEdit::textEdited, &m_form, [this, &field](const QString& text) {
        m_form.propose(field, edit(m_edits, [&](const Experiment& e) {
                           return withVocabulary(e, parseTokens(text.toStdString()));
                       }));
    });
}

QString ModelPanel::summary() const {
    const auto experiment = m_edits.now();
    const ModelConfig& model = experiment->model;
    const QString names[] = {tr("nothing"), tr("encoder"), tr("enc + dec")};
    QString text = names[static_cast<std::size_t>(model.architecture)];
    if (model.architecture != Architecture::Attention && model.layers > 1)
        text += QStringLiteral(" ×%1").arg(model.layers);
    if (model.positions || model.rotaryTheta)
        text += QStringLiteral(" + ") + tr("positions");
    return text;
}

} // namespace headscope
