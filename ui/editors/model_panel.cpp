// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/model_panel.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/spin_boxes.h"
#include "experiment/edit.h"
#include "experiment/fitting.h"
#include "operations/operation_info.h"
#include "scene/error_text.h"
#include "scene/fonts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>

namespace headscope {

namespace {

constexpr int mostLayers = 96; ///< by hand; files bring what memory holds

} // namespace

ModelPanel::ModelPanel(Edits& edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits)
    , m_guard(new FieldGuard([this] { m_edits.endField(); }, this)) {
    build();
    connectFields();
    retranslate();
}

void ModelPanel::build() {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(rowGap);
    const auto add = [&](QWidget* control) {
        control->setFont(textFont(13));
        control->setFocusPolicy(Qt::StrongFocus);
        control->installEventFilter(m_guard);
        auto* row = new FieldRow(control, FieldRow::Layout::Beside, this);
        rows->addWidget(row);
        return row;
    };
    const auto combo = [&] {
        auto* box = new QComboBox(this);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        return box;
    };
    const auto check = [&] {
        auto* box = new QCheckBox(this);
        box->setFont(textFont(13));
        rows->addWidget(box);
        return box;
    };
    m_modelRow = add(m_model = combo());
    m_layersRow = add(m_layers = new WholeSpinBox(this));
    m_layers->setRange(1, mostLayers);
    m_hiddenRow = add(m_hidden = new SizeSpinBox(this));
    m_hidden->setLargest(static_cast<int>(ExperimentLimits::hiddenDim));
    m_hidden->setNext([](int from, int direction) { return std::max(0, from + direction); });
    m_activationRow = add(m_activation = combo());
    m_normRow = add(m_norm = combo());
    m_placementRow = add(m_placement = combo());
    m_vocabularyRow = add(m_vocabulary = new QLineEdit(this));
    m_gated = check();
    m_lastNorm = check();
    m_residual = check();
    m_compare = check();
    m_positions = check();
    m_rotary = check();
}

void ModelPanel::connectFields() {
    connect(m_model, &QComboBox::activated, this, [this] {
        change(m_modelRow, m_model, tr("change the model"),
               [architecture = chosen<Architecture>(m_model)](ModelConfig& model) {
                   model.architecture = architecture;
               });
    });
    const auto number = [this](FieldRow* row, QSpinBox* box, const QString& name, auto set) {
        connect(box, &QSpinBox::valueChanged, this, [this, row, box, name, set](int value) {
            change(
                row, box, tr("change the model"),
                [set, value](ModelConfig& model) { set(model, value); }, name);
        });
    };
    number(m_layersRow, m_layers, QStringLiteral("layers"),
           [](ModelConfig& model, int value) { model.layers = value; });
    number(m_hiddenRow, m_hidden, QStringLiteral("d_ff"), [](ModelConfig& model, int value) {
        model.feedForwardDim = value == 0 ? std::nullopt : std::optional<Index>(value);
    });
    connect(m_activation, &QComboBox::activated, this, [this] {
        change(m_activationRow, m_activation, tr("change the activation"),
               [activation = chosen<Activation>(m_activation)](ModelConfig& model) {
                   model.activation = activation;
               });
    });
    connect(m_norm, &QComboBox::activated, this, [this] {
        change(m_normRow, m_norm, tr("change the norm"),
               [norm = chosen<NormKind>(m_norm)](ModelConfig& model) { model.norm = norm; });
    });
    connect(m_placement, &QComboBox::activated, this, [this] {
        change(m_placementRow, m_placement, tr("change the place of the norm"),
               [placement = chosen<NormPlacement>(m_placement)](ModelConfig& model) {
                   model.placement = placement;
               });
    });
    connect(m_gated, &QCheckBox::clicked, this, [this](bool on) {
        change(nullptr, m_gated, on ? tr("add the gate") : tr("remove the gate"),
               [on](ModelConfig& model) { model.gated = on; });
    });
    connect(m_lastNorm, &QCheckBox::clicked, this, [this](bool on) {
        change(nullptr, m_lastNorm,
               on ? tr("add a norm behind the last layer")
                  : tr("remove the norm behind the last layer"),
               [on](ModelConfig& model) {
                   model.lastNorm.reset();
                   if (hasLastNorm(model) != on)
                       model.lastNorm = on;
               });
    });
    connect(m_residual, &QCheckBox::clicked, this, [this](bool on) {
        change(nullptr, m_residual,
               on ? tr("add the residual connections") : tr("remove the residual connections"),
               [on](ModelConfig& model) { model.residual = on; });
    });
    connect(m_compare, &QCheckBox::clicked, this, [this](bool on) {
        change(nullptr, m_compare, on ? tr("compare the norms") : tr("do not compare the norms"),
               [on](ModelConfig& model) { model.compareNorms = on; });
    });
    connect(m_positions, &QCheckBox::clicked, this, [this](bool on) {
        change(nullptr, m_positions, on ? tr("add positions") : tr("remove the positions"),
               [on](ModelConfig& model) { model.positions = on; });
    });
    connect(m_rotary, &QCheckBox::clicked, this, [this](bool on) {
        change(nullptr, m_rotary,
               on ? tr("add rotary positions") : tr("remove the rotary positions"),
               [on](ModelConfig& model) {
                   model.rotaryTheta = on ? std::optional(10000.0F) : std::nullopt;
               });
    });
    connect(m_vocabulary, &QLineEdit::textEdited, this, [this](const QString& text) {
        const QString name = QStringLiteral("vocabulary");
        propose(
            m_vocabularyRow, m_vocabulary, tr("change the vocabulary"),
            [words = parseTokens(text.toStdString())](const Experiment& e) {
                return withVocabulary(e, words);
            },
            name);
    });
}

void ModelPanel::change(FieldRow* row, QWidget* field, const QString& text,
                        const std::function<void(ModelConfig&)>& how, const QString& name) {
    const auto changed = [&how](const Experiment& e) {
        ModelConfig model = e.model;
        how(model);
        return withModel(e, model);
    };
    propose(row, field, text, changed, name);
}

void ModelPanel::propose(FieldRow* row, QWidget* field, const QString& text,
                         const Edits::Change& change, const QString& name) {
    if (const Status status = m_edits.make(text, change, name); !status) {
        const QString sentence = translated(status.error());
        if (row)
            row->showError(sentence);
        Q_EMIT rejected(field, sentence);
        return;
    }
    if (row)
        row->clearError();
    showExperiment(); // also what nothing came of
}

void ModelPanel::showExperiment() {
    const auto experiment = m_edits.now();
    const ModelConfig& model = experiment->model;
    const bool stack = model.architecture != Architecture::Attention;
    choose(m_model, model.architecture);
    const QSignalBlocker quietLayers(m_layers);
    const QSignalBlocker quietHidden(m_hidden);
    m_layers->setMinimum(model.layers == 0 ? 0 : 1); // a decoder may stand on the bare source
    if (m_layers->value() != model.layers)
        m_layers->setValue(static_cast<int>(model.layers));
    m_hidden->setAutomatic(static_cast<int>(4 * experiment->config.modelDim));
    const int hidden = static_cast<int>(model.feedForwardDim.value_or(0));
    if (m_hidden->value() != hidden)
        m_hidden->setValue(hidden);
    choose(m_activation, model.activation);
    choose(m_norm, model.norm);
    choose(m_placement, model.placement);
    m_gated->setChecked(model.gated);
    m_lastNorm->setChecked(hasLastNorm(model));
    m_residual->setChecked(model.residual);
    m_compare->setChecked(model.compareNorms);
    m_positions->setChecked(model.positions);
    m_rotary->setChecked(model.rotaryTheta.has_value());
    // The text as it was typed, its spaces included, says the same: it stays.
    if (parseTokens(m_vocabulary->text().toStdString()) != experiment->vocabulary)
        m_vocabulary->setText(QString::fromStdString(tokensText(experiment->vocabulary)));
    for (FieldRow* row : {m_modelRow, m_layersRow, m_hiddenRow, m_activationRow, m_normRow,
                          m_placementRow, m_vocabularyRow})
        row->clearError();
    for (QWidget* field : std::initializer_list<QWidget*>{
             m_layersRow, m_hiddenRow, m_activationRow, m_normRow, m_placementRow, m_vocabularyRow,
             m_gated, m_lastNorm, m_residual, m_compare})
        field->setVisible(stack);
}

void ModelPanel::retranslate() {
    m_modelRow->setTexts(tr("Model"), tr("Model"),
                         tr("What stands around attention: nothing, a stack of encoder layers, or "
                            "an encoder and a decoder that looks at it."));
    setEntries<Architecture>(m_model, {{tr("attention alone"), Architecture::Attention},
                                       {tr("encoder"), Architecture::Encoder},
                                       {tr("encoder + decoder"), Architecture::EncoderDecoder}});
    m_layersRow->setTexts(tr("Layers"), tr("Layers"),
                          tr("How many layers follow each other, in the encoder and in the decoder "
                             "alike."));
    m_hiddenRow->setTexts(QStringLiteral("d_{ff}"), QStringLiteral("d_ff"),
                          tr("The inner width of the feed-forward network. Automatic, the lowest "
                             "step: 4 · d_model."));
    m_activationRow->setTexts(tr("Activation"), tr("Activation"),
                              tr("What stands between the two products of the feed-forward "
                                 "network: max(x, 0), or x times the share of it that passes."));
    std::vector<Entry<Activation>> functions;
    for (const ActivationInfo& info : activations())
        functions.push_back({QString::fromUtf8(info.title), info.activation});
    setEntries<Activation>(m_activation, functions);
    m_normRow->setTexts(tr("Norm"), tr("Norm"),
                        tr("Layer norm looks at one token and all its features, batch norm at one "
                           "feature of all tokens. RMS norm is a layer norm that takes no mean "
                           "off."));
    setEntries<NormKind>(m_norm, {{tr("layer norm"), NormKind::Layer},
                                  {tr("batch norm"), NormKind::Batch},
                                  {tr("RMS norm"), NormKind::Rms}});
    m_placementRow->setTexts(tr("Norm stands"), tr("Place of the norm"),
                             tr("After: norm(x + f(x)), as in the paper of 2017. Before: "
                                "x + f(norm(x))."));
    setEntries<NormPlacement>(m_placement, {{tr("after (post)"), NormPlacement::Post},
                                            {tr("before (pre)"), NormPlacement::Pre}});
    m_vocabularyRow->setTexts(tr("Vocabulary"), tr("Vocabulary"),
                              tr("The words that can come next, split at spaces. Without any there "
                                 "is no prediction."));
    m_vocabulary->setPlaceholderText(tr("no prediction"));
    nameCheck(m_gated, tr("Gated feed-forward"),
              tr("activation(x·W_G) times x·W_1, number by number, as in Llama: a gate decides how "
                 "much of each feature passes."));
    nameCheck(
        m_lastNorm, tr("Norm behind the last layer"),
        tr("One more norm of what comes out of a stack, as there is where norms stand before, "
           "and in PyTorch's nn.Transformer."));
    nameCheck(m_residual, tr("Residual connections"),
              tr("x + f(x) around every attention and every feed-forward network."));
    nameCheck(m_compare, tr("Both norms side by side"),
              tr("The norm that was not chosen is computed too, of the same numbers."));
    nameCheck(m_positions, tr("Positions"),
              tr("Adds sines and cosines of the position to the embeddings; without them attention "
                 "does not know the order of the words."));
    nameCheck(m_rotary, tr("Rotary positions"),
              tr("Turns pairs of numbers of every query and key by the position of the token, as "
                 "Llama does: a score then depends on how far two tokens lie apart."));
    showExperiment();
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

void ModelPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
