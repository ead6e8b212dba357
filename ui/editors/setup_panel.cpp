// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/setup_panel.h"

#include "controls/segmented_control.h"
#include "editors/bias_boxes.h"
#include "editors/bound.h"
#include "editors/mask_panel.h"
#include "editors/model_panel.h"
#include "editors/token_edit.h"
#include "editors/token_fields.h"
#include "editors/typed_numbers_panel.h"
#include "experiment/edits/fitting.h"
#include "experiment/edits/weight_spread.h"
#include "forms/fold_section.h"
#include "learning/history/learnt_evidence.h"
#include "transformer/model_parameters.h"
#include "type/fonts.h"

#include <QBoxLayout>

#include <algorithm>
#include <set>

namespace headscope {

namespace {

constexpr std::array<float, 5> sigmas = {.05F, .1F, .5F, 1, 3};
constexpr int learntChoice = 0;
constexpr int randomChoice = 1;

struct WeightChoice {
    QString text;
    WeightSource source;
    bool isCurrent = false;
};

/// Where the weights may come from. What is there of a training is learnt until somebody draws
/// other weights.
std::vector<WeightChoice> weightChoices(const Edits& edits) {
    const Experiment& experiment = *edits.now();
    using Kind = WeightSource::Kind;
    const Kind kind = experiment.weightSource.kind;
    const float now = sigmaOf(experiment);
    const float suitable = suitableSigma(experiment);
    std::set<float> offered(sigmas.begin(), sigmas.end());
    offered.insert(suitable);
    if (kind == Kind::Random)
        offered.insert(now);
    std::vector<WeightChoice> choices;
    for (const float sigma : offered) {
        const QString number = QString::number(static_cast<double>(sigma), 'g', 2);
        choices.push_back({sigma == suitable ? SetupPanel::tr("suits: σ %1").arg(number)
                                             : SetupPanel::tr("random, σ %1").arg(number),
                           {Kind::Random, sigma},
                           kind == Kind::Random && sigma == now});
    }
    choices.push_back({SetupPanel::tr("identity"), {Kind::Identity, 1}, kind == Kind::Identity});
    if (kind == Kind::File || edits.training())
        choices.push_back(
            {edits.training() ? SetupPanel::tr("learnt") : SetupPanel::tr("from a file"),
             {Kind::File, now},
             kind == Kind::File});
    return choices;
}

Result<Experiment> withWeightsFrom(const Experiment& experiment,
                                   const PackedTrainingPointer& training,
                                   const WeightSource& source) {
    // Of a file nothing can be read again, but of the training that came with it.
    if (source.kind == WeightSource::Kind::File)
        return training ? withLearntWeights(experiment, training) : experiment;
    return withWeightSource(experiment, source);
}

} // namespace

SetupPanel::SetupPanel(Edits& edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits)
    , m_form(this, nullptr) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(panelPadding, panelPadding, panelPadding, 8);
    rows->setSpacing(rowGap);
    m_form.setRows(rows);
    m_form.watch([this] { m_edits.endField(); });
    connect(&m_form, &Form::rejected, this, &SetupPanel::rejected);
    m_form.title(QT_TR_NOOP("SETUP"));
    m_tokens = new TokenFields(m_edits, this);
    rows->addWidget(m_tokens);
    declareSize(AttentionSize::Heads)
        .label(QT_TR_NOOP("Heads"))
        .tip(QT_TR_NOOP("How many attentions run side by side, each with its own part of the "
                        "weights."))
        .undo(QT_TR_NOOP("change the number of heads"))
        .key("heads")
        .when([this] { return m_profile.offers(Control::Sizes); });
    const QWidget& learnt = *declareLearnt().control();
    const int underHeads = rows->count();

    // What is asked first stands open; the rest is folded until somebody wants it.
    auto* sections = new QVBoxLayout; // close together: they have room of their own
    sections->setSpacing(0);
    rows->addLayout(sections);
    m_typedNumbersSection = addSection(*sections, true);
    m_typedNumbers = new TypedNumbersPanel(m_edits, this);
    m_form.rows()->addWidget(m_typedNumbers);
    m_typedNumbersSection->hide();
    m_sizesSection = addSection(*sections, false);
    declareSizes();
    declareNotation();
    m_maskSection = addSection(*sections, false);
    m_masks = new MaskPanel(m_edits, this);
    rows->insertWidget(underHeads, &m_masks->causal());
    m_form.rows()->addWidget(m_masks);
    m_modelSection = addSection(*sections, false);
    m_model = new ModelPanel(m_edits, this);
    m_form.rows()->addWidget(m_model);
    m_weightsSection = addSection(*sections, false);
    declareTensors();
    // Tab goes from top to bottom, not in the order of making.
    setTabOrder(learnt.findChildren<QAbstractButton*>().last(), &m_masks->causal());

    const char* const names[] = {"sizes", "masks", "model", "tensors"};
    for (std::size_t i = 0; i < std::size(names); ++i) {
        folding()[i]->setObjectName(QLatin1String(names[i]));
        connect(folding()[i]->heading(), &QAbstractButton::clicked, this,
                &SetupPanel::foldedByHand);
    }
    connect(m_masks, &MaskPanel::rejected, this, &SetupPanel::rejected);
    connect(m_model, &ModelPanel::rejected, this, &SetupPanel::rejected);
    connect(m_tokens, &TokenFields::rejected, this, &SetupPanel::rejected);
    connect(m_tokens, &TokenFields::said, this, &SetupPanel::said);
    connect(m_tokens, &TokenFields::vocabularyAsked, this, &SetupPanel::vocabularyAsked);
    connect(&m_tokens->sentence(), &TokenEdit::typed, this, &SetupPanel::tokensTyped);
    declareTexts();
}

FoldSection* SetupPanel::addSection(QVBoxLayout& sections, bool open) {
    auto* section = new FoldSection(open, this);
    sections.addWidget(section);
    m_form.setRows(&section->rows());
    return section;
}

FormField& SetupPanel::declareSize(AttentionSize size) {
    const bool isHeads = size == AttentionSize::Heads;
    FormField& field =
        m_form
            .size(Binding<int>{[this, size] { return sizeIn(m_edits.now()->config, size); },
                               [this, size](int value, const EditName& name) {
                                   return write(size, value, name);
                               }},
                  isHeads ? ExperimentLimits::heads : ExperimentLimits::modelDim)
            .waits();
    m_sizes[size] = &field;
    auto& box = field.as<SizeSpinBox>();
    box.setNext([this, size](int from, int direction) {
        return nextSize(m_edits.now()->config, size, from, direction);
    });
    field.offers([this, size, &box] {
        return fittingSizes(withSize(m_edits.now()->config, size, box.value()), size);
    });
    if (size == AttentionSize::KeyDim || size == AttentionSize::ValueDim)
        field.prepared(
            [this, size, &box] { box.setAutomatic(automaticSize(m_edits.now()->config, size)); });
    return field;
}

Status SetupPanel::write(AttentionSize size, int value, const EditName& name) {
    const AttentionConfig alone = withSize(m_edits.now()->config, size, value);
    AttentionConfig together = alone; // 3 heads wait for a d_model that they divide
    for (const auto& [other, field] : m_sizes) {
        if (other != size && field->isRefused())
            together = withSize(together, other, field->as<SizeSpinBox>().value());
    }
    const auto make = [&](const AttentionConfig& config) {
        return m_edits.make(
            name.text, [&](const Experiment& e) { return withConfig(e, config); }, name.key);
    };
    if (!make(together))
        return make(alone);
    for (const auto& [other, field] : m_sizes)
        field->accept();
    return Done{};
}

FormField& SetupPanel::declareLearnt() {
    auto* learnt = new SegmentedControl(this);
    const auto showChoice = [this, learnt] {
        const WeightSource::Kind kind = m_edits.now()->weightSource.kind;
        learnt->setCurrent(kind == WeightSource::Kind::File     ? learntChoice
                           : kind == WeightSource::Kind::Random ? randomChoice
                                                                : -1);
    };
    FormField& field =
        m_form.add(learnt)
            .label(QT_TR_NOOP("Weights"), QT_TR_NOOP("Weights: learnt or random"))
            .tip(QT_TR_NOOP("The same sentence with the weights that were learnt, or with random "
                            "ones: dice, from the seed, as wide as suits."))
            .undo(QT_TR_NOOP("change the weights"))
            .shows([showChoice](bool) { showChoice(); })
            .when([this] {
                return m_shown && m_edits.training() && m_profile.offers(Control::Weights);
            });
    m_form.texts([learnt] {
        learnt->setChoices({tr("learnt"), tr("random")});
        for (auto* choice : learnt->findChildren<QAbstractButton*>()) // as wide as fields above
            choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    });
    connect(learnt, &SegmentedControl::chosen, &m_form, [this, &field, showChoice](int choice) {
        const Experiment& now = *m_shown;
        const bool random = choice == randomChoice;
        const bool isThere = random ? now.weightSource.kind == WeightSource::Kind::Random
                                    : hasLearntWeights(now, m_edits.training());
        const WeightSource source =
            random ? WeightSource{WeightSource::Kind::Random, suitableSigma(now)}
                   : WeightSource{WeightSource::Kind::File};
        if (!isThere)
            m_form.propose(field, edit(m_edits, [&](const Experiment& e) {
                               return withWeightsFrom(e, m_edits.training(), source);
                           }));
        showChoice(); // also where it was refused
    });
    return field;
}

void SetupPanel::declareSizes() {
    declareSize(AttentionSize::ModelDim)
        .label("d_{model}", "d_model")
        .tip(QT_TR_NOOP("How many numbers stand for one token, in the input and in the output."))
        .undo(QT_TR_NOOP("change d_model"))
        .key("d_model");
    declareSize(AttentionSize::KeyDim)
        .label(QT_TR_NOOP("d_{k} per head"), QT_TR_NOOP("d_k per head"))
        .tip(QT_TR_NOOP("How many numbers a query and a key have in one head. Automatic, the "
                        "lowest step: d_model ÷ heads."))
        .undo(QT_TR_NOOP("change d_k"))
        .key("d_k");
    declareSize(AttentionSize::ValueDim)
        .label(QT_TR_NOOP("d_{v} per head"), QT_TR_NOOP("d_v per head"))
        .tip(QT_TR_NOOP("How many numbers a value has in one head. Automatic, the lowest step: "
                        "the same as d_k."))
        .undo(QT_TR_NOOP("change d_v"))
        .key("d_v");
    FormField& batch =
        m_form.size(bound(m_edits, &Experiment::batch, withBatch), ExperimentLimits::batch)
            .label(QT_TR_NOOP("Sequences"))
            .tip(QT_TR_NOOP("How many sequences are computed at once: the batch. A new one begins "
                            "as a copy of the last."))
            .undo(QT_TR_NOOP("change the number of sequences"))
            .key("batch")
            .waits();
    batch.as<SizeSpinBox>().setNext(
        [](int from, int direction) { return std::max(1, from + direction); });
}

/// What changes how attention is written down, not what is computed, but for the scale.
void SetupPanel::declareNotation() {
    m_scale = &m_form
                   .decimal(bound(
                                m_edits,
                                [this](const Experiment& e) {
                                    return m_scaleHidden
                                               ? 0
                                               : static_cast<double>(e.config.scale.value_or(0));
                                },
                                [](const Experiment& e, double value) {
                                    return withScale(e, value == 0 ? std::nullopt
                                                                   : std::optional<float>(value));
                                }),
                            {0, 1000, 0.05, 4})
                   .label(QT_TR_NOOP("Scale"))
                   .tip(QT_TR_NOOP("What the scores are multiplied by. Automatic, the lowest step: "
                                   "1 ÷ √d_k of one head; 1 ÷ √d_model is the usual mistake."))
                   .undo(QT_TR_NOOP("change the scale"))
                   .key("scale")
                   .waits();
    auto& box = m_scale->as<NumberSpinBox>();
    box.setKeyboardTracking(false); // "0.5" begins with 0, which means automatic
    m_scale->prepared([this, &box] {
        const Result<HeadSizes> sizes = headSizes(m_edits.now()->config);
        const double automatic = sizes ? 1 / std::sqrt(static_cast<double>(sizes->keyDim)) : 1;
        box.setSpecialValueText(m_scaleHidden
                                    ? QStringLiteral("?")
                                    : tr("auto (%1)").arg(QString::number(automatic, 'g', 3)));
    });
    m_layout = &m_form
                    .choice(bound(m_edits, &AttentionConfig::layout, withLayout),
                            {{QT_TR_NOOP("batch first"), Layout::BatchFirst},
                             {QT_TR_NOOP("sequence first"), Layout::SequenceFirst}})
                    .label(QT_TR_NOOP("Layout"))
                    .tip(QT_TR_NOOP("The order of the axes in the trace: batch or sequence first. "
                                    "The numbers are the same."))
                    .undo(QT_TR_NOOP("change the layout"));
}

void SetupPanel::declareTensors() {
    m_form
        .list({[this] {
                   const auto choices = weightChoices(m_edits);
                   const auto current = std::ranges::find_if(choices, &WeightChoice::isCurrent);
                   return static_cast<int>(current - choices.begin());
               },
               [this](int index, const EditName& name) {
                   const auto choices = weightChoices(m_edits);
                   const WeightSource source = choices[static_cast<std::size_t>(index)].source;
                   return m_edits.make(
                       name.text,
                       [&](const Experiment& e) {
                           return withWeightsFrom(e, m_edits.training(), source);
                       },
                       name.key);
               }},
              [this] {
                  QStringList texts;
                  for (const WeightChoice& choice : weightChoices(m_edits))
                      texts << choice.text;
                  return texts;
              })
        .label(QT_TR_NOOP("Weights"))
        .tip(QT_TR_NOOP("Where W_Q, W_K, W_V and W_O come from: normal random numbers of standard "
                        "deviation σ, or the identity. One σ suits d_model: with it the scores "
                        "spread by about 2. Choosing replaces what was typed."))
        .undo(QT_TR_NOOP("change the weights"));
    m_form.seed(bound(m_edits, &Experiment::seed, withSeed))
        .label(QT_TR_NOOP("Seed"))
        .tip(QT_TR_NOOP("The same seed gives the same random numbers on every machine."))
        .undo(QT_TR_NOOP("change the seed"))
        .key("seed")
        .waits();
    m_form
        .choice(bound(m_edits, &AttentionConfig::weightLayout, withWeightLayout),
                {{QT_TR_NOOP("fused"), WeightLayout::Fused},
                 {QT_TR_NOOP("one per head"), WeightLayout::PerHead}})
        .label(QT_TR_NOOP("Held as"), QT_TR_NOOP("How the weights are held"))
        .tip(QT_TR_NOOP("One matrix for all heads, as in PyTorch, or one for every head, as in "
                        "textbooks. The numbers are the same."))
        .undo(QT_TR_NOOP("change how the weights are held"));
    auto* boxes = new BiasBoxes(this);
    FormField& biases =
        m_form.add(boxes)
            .label(QT_TR_NOOP("Biases"), nullptr, FieldRow::LabelPlace::Above)
            .tip(QT_TR_NOOP("Which of the four projections add a number to each of their columns; "
                            "0 at first. PyTorch has all or none, other programs V and O."))
            .undo(QT_TR_NOOP("add a bias"), QT_TR_NOOP("remove a bias"))
            .shows([this, boxes](bool) {
                const auto now = m_edits.now();
                boxes->setWeights(now->weights, firstAttention(now->model));
            });
    connect(boxes, &BiasBoxes::toggled, &m_form, [this, &biases](Role bias, bool on) {
        m_form.propose(
            biases, edit(m_edits, [&](const Experiment& e) { return withBias(e, bias, on); }), on);
    });
}

void SetupPanel::declareTexts() {
    m_form.texts([this] {
        m_typedNumbersSection->setTexts(
            tr("Typed numbers"), tr("Numbers that were typed in the place of computed ones; all "
                                    "behind them is computed from what was typed"));
        m_sizesSection->setTexts(tr("Sizes"), tr("How wide, how many sequences, which scale"));
        m_maskSection->setTexts(
            tr("Masks"), tr("Which keys a query may attend to; all that are on hold together"));
        m_modelSection->setTexts(tr("Around attention"),
                                 tr("Layers, norms, feed-forward networks, positions, words"));
        m_weightsSection->setTexts(
            tr("Tensors"), tr("Where the numbers of the matrices come from, and all of them"));
        if (m_shown)
            showSummaries();
    });
}

void SetupPanel::showSummaries() {
    const AttentionConfig& config = m_shown->config;
    if (const Result<HeadSizes> sizes = headSizes(config)) {
        const QString shares = QStringLiteral("%1 × %2").arg(config.heads).arg(sizes->keyDim);
        const bool share = config.heads * sizes->keyDim == config.modelDim;
        m_sizesSection->setSummary(
            QStringLiteral("%1 %2 %3")
                .arg(QString::number(config.modelDim), share ? u"=" : u"→", shares));
    }
    m_maskSection->setSummary(m_masks->summary());
    m_modelSection->setSummary(m_model->summary());
    m_weightsSection->setSummary(QStringLiteral("X, W, Q, K, V"));
    showTypedNumbersSection();
}

void SetupPanel::showTypedNumbersSection() {
    m_typedNumbersSection->setSummary(QString::number(m_typedNumbers->count()));
    m_typedNumbersSection->setVisible(m_typedNumbers->count() > 0 &&
                                      m_profile.offers(Control::Tensors));
}

void SetupPanel::setLocks(const Locks& locks, const QString& reason) {
    m_tokens->lock(locks.tokens);
    for (const auto& [widget, locked] : std::initializer_list<std::pair<QWidget*, bool>>{
             {m_sizes.at(AttentionSize::Heads)->row(), locks.heads},
             {m_sizes.at(AttentionSize::KeyDim)->row(), locks.widths},
             {m_sizes.at(AttentionSize::ValueDim)->row(), locks.widths},
             {m_scale->row(), locks.scale},
             {m_layout->row(), locks.layout},
             {m_masks, locks.masks},
             {&m_masks->causal(), locks.masks}})
        setLocked(*widget, locked, reason);
    if (std::exchange(m_scaleHidden, locks.scale) != locks.scale)
        m_scale->show();
}

void SetupPanel::show(Index sequence) {
    const auto now = m_edits.now();
    if (m_shown == now && sequence == m_sequence)
        return;
    m_shown = now;
    m_sequence = qBound<Index>(0, sequence, now->batch() - 1);
    m_tokens->showSequence(m_sequence);
    m_form.show();
    m_typedNumbers->showExperiment();
    m_masks->showExperiment();
    m_model->showExperiment();
    showSummaries();
}

void SetupPanel::setProfile(const Profile& profile) {
    m_profile = profile;
    m_tokens->setProfile(profile);
    m_form.show();
    constexpr Control controls[] = {Control::Sizes, Control::Masks, Control::Model,
                                    Control::Weights};
    for (std::size_t i = 0; i < std::size(controls); ++i)
        folding()[i]->setVisible(profile.offers(controls[i]));
    setUnfolded(m_unfolded);
    m_masks->causal().setVisible(profile.offers(Control::Masks));
    showTypedNumbersSection();
}

std::array<FoldSection*, 4> SetupPanel::folding() const {
    return {m_sizesSection, m_maskSection, m_modelSection, m_weightsSection};
}

void SetupPanel::setUnfolded(const QStringList& names) {
    m_unfolded = names;
    for (FoldSection* section : folding())
        section->setOpen(!m_profile.isWhole() || names.contains(section->objectName()));
    Q_EMIT tensorsUnfolded();
}

void SetupPanel::foldedByHand() {
    m_unfolded.clear();
    for (const FoldSection* section : folding()) {
        if (section->isOpen())
            m_unfolded << section->objectName();
    }
    Q_EMIT unfoldedChosen(m_unfolded);
    Q_EMIT tensorsUnfolded();
}

bool SetupPanel::showsTensors() const {
    return m_profile.offers(Control::Tensors) &&
           (!m_profile.offers(Control::Weights) || m_weightsSection->isOpen());
}

void SetupPanel::showUnlearnt(const QString& unlearnt, const QString& meant) {
    m_tokens->showUnlearnt(unlearnt, meant);
}

void SetupPanel::askForTokens() {
    m_tokens->sentence().setFocus(Qt::ShortcutFocusReason);
    m_tokens->sentence().selectAll();
}

void SetupPanel::awaitTokens() {
    m_tokens->sentence().await();
}

} // namespace headscope
