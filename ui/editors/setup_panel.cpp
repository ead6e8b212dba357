// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/setup_panel.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/fold_section.h"
#include "controls/segmented_control.h"
#include "controls/spin_boxes.h"
#include "controls/token_edit.h"
#include "editors/attention_fields.h"
#include "editors/bias_boxes.h"
#include "editors/held_panel.h"
#include "editors/mask_panel.h"
#include "editors/model_panel.h"
#include "editors/typed_tokens.h"
#include "experiment/edit.h"
#include "experiment/fitting.h"
#include "experiment/weight_spread.h"
#include "learning/history/learnt_evidence.h"
#include "run/readable_tokens.h"
#include "scene/fonts.h"
#include "transformer/model_parameters.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace headscope {

SetupPanel::SetupPanel(Edits& edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits) {
    m_refusalTimer.setSingleShot(true);
    m_refusalTimer.setInterval(600);
    connect(&m_refusalTimer, &QTimer::timeout, this, &SetupPanel::showRefusal);
    buildFields();
    connectFields();
    retranslate();
}

SetupPanel::~SetupPanel() {
    // A field that loses the focus because it goes away is no edit any more.
    for (QObject* child : findChildren<QObject*>())
        child->disconnect(this);
}

void SetupPanel::buildFields() {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(panelPadding, panelPadding, panelPadding, 8);
    rows->setSpacing(rowGap);
    m_title = new QLabel(this);
    m_title->setFont(textFont(12, QFont::DemiBold));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(m_title);
    QVBoxLayout* target = rows;
    auto* sections = new QVBoxLayout; // close together: they have room of their own
    sections->setSpacing(0);
    const auto section = [&](bool open) {
        auto* made = new FoldSection(open, this);
        sections->addWidget(made);
        target = &made->rows();
        return made;
    };
    // What is asked first stands open; the rest is folded until somebody wants it.
    const auto folded = [&](const char* name) {
        FoldSection* made = section(false);
        made->setObjectName(QLatin1String(name));
        connect(made->heading(), &QAbstractButton::clicked, this, &SetupPanel::foldedByHand);
        m_folding << made;
        return made;
    };
    const auto add = [&](Field field, QWidget* control, FieldRow::Layout layout) {
        m_rows[field] = new FieldRow(control, layout, this);
        control->installEventFilter(this);
        target->addWidget(m_rows[field]);
    };
    for (const Field field : {Tokens, KeyTokens}) {
        m_tokens[field] = new TokenEdit(this);
        add(field, m_tokens[field], FieldRow::Layout::Above);
    }
    m_raw = new QCheckBox(this);
    m_raw->setFont(textFont(13));
    m_raw->hide();
    target->addWidget(m_raw);
    m_wordNotes = new QLabel(this);
    m_wordNotes->setFont(textFont(12));
    m_wordNotes->setWordWrap(true);
    m_wordNotes->setTextInteractionFlags(Qt::LinksAccessibleByMouse |
                                         Qt::LinksAccessibleByKeyboard);
    m_wordNotes->hide();
    target->addWidget(m_wordNotes);
    m_sizes[Heads] = new SizeSpinBox(this);
    add(Heads, m_sizes[Heads], FieldRow::Layout::Beside);
    m_learnt = new SegmentedControl(this);
    add(Learnt, m_learnt, FieldRow::Layout::Beside);
    const int underHeads = rows->count();
    rows->addLayout(sections);
    m_heldSection = section(true);
    m_held = new HeldPanel(m_edits, this);
    target->addWidget(m_held);
    m_heldSection->hide();
    m_fields = new AttentionFields(m_edits, this);
    m_sizesSection = folded("sizes");
    for (const Field field : {ModelDim, KeyDim, ValueDim, Batch}) {
        m_sizes[field] = new SizeSpinBox(this);
        m_sizes[field]->setLargest(static_cast<int>(field == Heads   ? ExperimentLimits::heads
                                                    : field == Batch ? ExperimentLimits::batch
                                                                     : ExperimentLimits::modelDim));
        add(field, m_sizes[field], FieldRow::Layout::Beside);
    }
    target->addWidget(m_fields->scaleRow());
    target->addWidget(m_fields->layoutRow());
    m_maskSection = folded("masks");
    m_masks = new MaskPanel(m_edits, this);
    rows->insertWidget(underHeads, &m_masks->causal());
    target->addWidget(m_masks);
    m_modelSection = folded("model");
    m_model = new ModelPanel(m_edits, this);
    target->addWidget(m_model);
    m_weightsSection = folded("tensors");
    m_weights = new QComboBox(this);
    m_seed = new SeedSpinBox(this);
    add(Weights, m_weights, FieldRow::Layout::Beside);
    add(Seed, m_seed, FieldRow::Layout::Beside);
    target->addWidget(m_fields->weightsRow());
    m_biases = new BiasBoxes(this);
    add(Biases, m_biases, FieldRow::Layout::Above);
    m_weights->setFont(textFont(13));
    m_weights->setFocusPolicy(Qt::StrongFocus);
    // Tab goes from top to bottom, not in the order of making.
    QWidget* const scale = m_fields->scaleRow()->control();
    setTabOrder(m_sizes[Heads], &m_masks->causal());
    setTabOrder(&m_masks->causal(), m_sizesSection->heading());
    setTabOrder(m_sizesSection->heading(), m_sizes[ModelDim]);
    setTabOrder(m_sizes[Batch], scale);
    setTabOrder(scale, m_fields->layoutRow()->control());
    setTabOrder(m_seed, m_fields->weightsRow()->control());
    // A long entry must not widen the panel.
    m_weights->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
}

void SetupPanel::connectSections() {
    connect(m_masks, &MaskPanel::rejected, this, &SetupPanel::rejected);
    connect(m_model, &ModelPanel::rejected, this, &SetupPanel::rejected);
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
    m_heldSection->setSummary(QString::number(m_held->count()));
    m_heldSection->setVisible(m_held->count() > 0 && m_profile.offers(Control::Tensors));
}

void SetupPanel::connectFields() {
    for (const Field field : {Tokens, KeyTokens})
        connect(m_tokens[field], &TokenEdit::textChanged, this,
                [this, field] { proposeTokens(field); });
    connect(m_tokens[Tokens], &TokenEdit::typed, this, &SetupPanel::tokensTyped);
    for (const Field field : {Heads, ModelDim, KeyDim, ValueDim, Batch}) {
        connect(m_sizes[field], &QSpinBox::valueChanged, this,
                [this, field] { proposeSize(field, size(field).isStepping()); });
        connect(m_sizes[field], &QSpinBox::editingFinished, this, &SetupPanel::showRefusal);
        connect(m_rows[field], &FieldRow::offerTaken, this,
                [this, field](int value) { takeOffer(field, value); });
    }
    connect(m_raw, &QCheckBox::clicked, this, [this](bool on) {
        (void)m_edits.make(on ? tr("show the pieces as they are") : tr("show the pieces as text"),
                           [on](const Experiment& e) { return withRawPieces(e, on); });
    });
    connect(m_weights, &QComboBox::activated, this, [this] {
        proposeWeights(Weights,
                       {static_cast<WeightSource::Kind>(m_weights->currentData(kindRole).toInt()),
                        m_weights->currentData(sigmaRole).toFloat()});
    });
    connect(m_learnt, &SegmentedControl::chosen, this, [this](int choice) {
        const bool random = choice == randomChoice;
        const bool there = random ? m_shown->weightSource.kind == WeightSource::Kind::Random
                                  : hasLearntWeights(*m_shown);
        if (!there)
            proposeWeights(
                Learnt, random ? WeightSource{WeightSource::Kind::Random, suitableSigma(*m_shown)}
                               : WeightSource{WeightSource::Kind::File});
        showLearnt(); // also where it was refused
    });
    connect(m_wordNotes, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link == QLatin1String(learnLink))
            Q_EMIT vocabularyAsked();
        else
            cutIntoCharacters(link == QLatin1String(cutLinks[Tokens]) ? Tokens : KeyTokens);
    });
    connect(m_seed, &SeedSpinBox::valueEdited, this, [this](quint64 value) {
        propose(
            Seed, tr("change the seed"),
            [value](const Experiment& e) { return withSeed(e, value); }, QStringLiteral("seed"),
            false);
    });
    connect(m_biases, &BiasBoxes::toggled, this, [this](Role bias, bool on) {
        (void)m_edits.make(on ? tr("add a bias") : tr("remove a bias"),
                           [bias, on](const Experiment& e) { return withBias(e, bias, on); });
    });
    connectSections();
    for (FieldCheck* const check : findChildren<FieldCheck*>()) {
        connect(check, &FieldCheck::changed, this, [this, check](const QString& sentence) {
            if (sentence.isEmpty())
                return;
            // What was refused of the text before says nothing of this one.
            m_refusal.reset();
            m_refusalTimer.stop();
            Q_EMIT rejected(check->field(), sentence);
        });
    }
}

SizeSpinBox& SetupPanel::size(Field field) const {
    return *m_sizes[field];
}

void SetupPanel::setLocks(const Locks& locks, const QString& reason) {
    const auto lockFor = [](QWidget* row, bool locked, const QString& why) {
        if (row->isEnabled() != locked)
            return;
        row->setEnabled(!locked);
        row->setToolTip(locked ? why : QString());
    };
    const auto lock = [&](QWidget* row, bool locked) { lockFor(row, locked, reason); };
    for (const Field tokens : {Tokens, KeyTokens})
        lockFor(&row(tokens), !locks.tokens.isEmpty(), locks.tokens);
    lock(&row(Heads), locks.heads);
    lock(&row(KeyDim), locks.widths);
    lock(&row(ValueDim), locks.widths);
    lock(m_fields->scaleRow(), locks.scale);
    m_fields->setScaleHidden(locks.scale);
    lock(m_fields->layoutRow(), locks.layout);
    lock(m_masks, locks.masks);
    lock(&m_masks->causal(), locks.masks);
}

void SetupPanel::show(Index sequence) {
    const auto now = m_edits.now();
    const bool all = !m_shown;
    const bool otherSequence = all || sequence != m_sequence;
    if (!otherSequence && now == m_shown)
        return;
    const auto shown = std::exchange(m_shown, now);
    const Experiment& before = shown ? *shown : *now;
    const Experiment& experiment = *now;
    m_sequence = qBound<Index>(0, sequence, experiment.batch() - 1);
    if (otherSequence)
        m_edits.endField();

    const auto place = static_cast<std::size_t>(m_sequence);
    const auto tokensOf = [place](const std::vector<TokenList>& lists) {
        return place < lists.size() ? lists[place] : TokenList();
    };
    showTokens(Tokens, tokensOf(experiment.tokens),
               all || otherSequence || tokensOf(before.tokens) != tokensOf(experiment.tokens));
    row(KeyTokens).setVisible(experiment.isCross() && m_profile.offers(Control::Tokens));
    if (all || experiment.isCross() != before.isCross() ||
        experiment.model.architecture != before.model.architecture)
        retranslate(); // "Tokens" are then those of the queries
    if (experiment.isCross())
        showTokens(KeyTokens, tokensOf(*experiment.keyTokens),
                   all || otherSequence || !before.isCross() ||
                       tokensOf(*before.keyTokens) != tokensOf(*experiment.keyTokens));
    showPieces();
    showWordNotes();
    showSizes(before.config, all);
    if (all || !row(Batch).hasError() || before.batch() != experiment.batch())
        showBatch();
    showWeights();
    showLearnt();
    m_seed->setValue(experiment.seed);
    m_biases->setWeights(experiment.weights, firstAttention(experiment.model));
    m_held->showExperiment();
    m_masks->showExperiment();
    m_model->showExperiment();
    m_fields->showExperiment();
    showSummaries();
}

void SetupPanel::showPieces() {
    const bool pieces = m_shown && m_shown->vocabulary.empty() &&
                        (hasTokenizerPieces(m_shown->tokens) ||
                         (m_shown->keyTokens && hasTokenizerPieces(*m_shown->keyTokens)));
    m_raw->setVisible(pieces && m_profile.offers(Control::Tokens));
    m_raw->setChecked(m_shown && m_shown->rawPieces);
}

void SetupPanel::setProfile(const Profile& profile) {
    m_profile = profile;
    showPieces();
    const bool tokens = profile.offers(Control::Tokens);
    row(Tokens).setVisible(tokens);
    row(KeyTokens).setVisible(tokens && m_shown && m_shown->isCross());
    for (const auto& [control, section] :
         {std::pair{Control::Sizes, m_sizesSection}, std::pair{Control::Masks, m_maskSection},
          std::pair{Control::Model, m_modelSection},
          std::pair{Control::Weights, m_weightsSection}}) {
        section->setVisible(profile.offers(control));
        section->setOpen(!profile.isWhole() || m_unfolded.contains(section->objectName()));
    }
    row(Heads).setVisible(profile.offers(Control::Sizes));
    showLearnt();
    m_masks->causal().setVisible(profile.offers(Control::Masks));
    Q_EMIT tensorsUnfolded();
    m_heldSection->setVisible(m_held->count() > 0 && profile.offers(Control::Tensors));
}

void SetupPanel::setUnfolded(const QStringList& names) {
    m_unfolded = names;
    for (FoldSection* section : m_folding)
        section->setOpen(!m_profile.isWhole() || names.contains(section->objectName()));
    Q_EMIT tensorsUnfolded();
}

void SetupPanel::foldedByHand() {
    m_unfolded.clear();
    for (const FoldSection* section : m_folding) {
        if (section->isOpen())
            m_unfolded << section->objectName();
    }
    Q_EMIT unfoldedChosen(m_unfolded);
    Q_EMIT tensorsUnfolded();
}

void SetupPanel::showLearnt() {
    const bool offered = m_shown && m_shown->training && m_profile.offers(Control::Weights);
    row(Learnt).setVisible(offered);
    if (!offered)
        return;
    const WeightSource::Kind kind = m_shown->weightSource.kind;
    m_learnt->setCurrent(kind == WeightSource::Kind::File     ? learntChoice
                         : kind == WeightSource::Kind::Random ? randomChoice
                                                              : -1);
}

bool SetupPanel::showsTensors() const {
    return m_profile.offers(Control::Tensors) &&
           (!m_profile.offers(Control::Weights) || m_weightsSection->isOpen());
}

void SetupPanel::askForTokens() {
    m_tokens[Tokens]->setFocus(Qt::ShortcutFocusReason);
    m_tokens[Tokens]->selectAll();
}

void SetupPanel::awaitTokens() {
    m_tokens[Tokens]->await();
}

TokenList SetupPanel::shownTokens(Field field) const {
    const auto place = static_cast<std::size_t>(m_sequence);
    if (!m_shown || (field == KeyTokens && !m_shown->isCross()))
        return {};
    return field == KeyTokens ? m_shown->keySideTokens()[place] : m_shown->tokens[place];
}

void SetupPanel::showTokens(Field field, const TokenList& tokens, bool changed) {
    TokenEdit* edit = m_tokens[field];
    row(field).setNote(QString::number(tokens.size()));
    if (!changed)
        return;
    row(field).clearError();
    // The text as it was typed, its spaces included, says the same: it stays; without any, as long
    // as somebody types.
    const QString text = edit->toPlainText();
    if (parseTokens(text.toStdString()) == tokens ||
        (edit->hasFocus() && typedTokens(*m_shown, sideOf(field), text) == tokens))
        return;
    m_showingTokens = true; // a blocker would also keep the text edit from its height
    edit->setPlainText(QString::fromStdString(tokensText(tokens)));
    m_showingTokens = false;
}

void SetupPanel::showSizes(const AttentionConfig& before, bool all) {
    const AttentionConfig& now = m_shown->config;
    const auto show = [&](Field field, Index value, Index old) {
        // A refused value waits until something else changes the field's own value.
        if (!all && value == old && row(field).hasError())
            return;
        const bool refused = m_refusal && m_refusal->field == field;
        if (!all && value == old && refused)
            return;
        row(field).clearError();
        const QSignalBlocker quiet(m_sizes[field]);
        // Where all is put back, also a text that is no number.
        if (all || size(field).value() != value)
            size(field).setValue(static_cast<int>(value));
    };
    show(Heads, now.heads, before.heads);
    show(ModelDim, now.modelDim, before.modelDim);
    show(KeyDim, now.keyDim.value_or(0), before.keyDim.value_or(0));
    show(ValueDim, now.valueDim.value_or(0), before.valueDim.value_or(0));
    showAutomatic();
}

void SetupPanel::showBatch() {
    const QSignalBlocker quiet(m_sizes[Batch]);
    row(Batch).clearError();
    if (size(Batch).value() != m_shown->batch())
        size(Batch).setValue(static_cast<int>(m_shown->batch()));
}

void SetupPanel::showAutomatic() {
    const AttentionConfig& config = m_shown->config;
    AttentionConfig automatic = config;
    automatic.keyDim.reset();
    // Where heads do not divide d_model, automatic is not to be had; 1 is the least.
    const Result<HeadSizes> keys = headSizes(automatic);
    size(KeyDim).setAutomatic(static_cast<int>(keys ? keys->keyDim : 1));
    automatic = config;
    automatic.valueDim.reset();
    const Result<HeadSizes> values = headSizes(automatic);
    size(ValueDim).setAutomatic(static_cast<int>(values ? values->valueDim : 1));

    const Index heads = config.heads;
    const Index modelDim = config.modelDim;
    const bool divides = !config.keyDim;
    // With an automatic d_k only divisors and multiples lead anywhere.
    size(Heads).setNext([divides, modelDim](int from, int direction) {
        for (int next = from + direction; next >= 1 && (!divides || next <= modelDim);
             next += direction) {
            if (!divides || modelDim % next == 0)
                return next;
        }
        return from;
    });
    const int step = divides ? static_cast<int>(heads) : 1;
    size(ModelDim).setNext([step](int from, int direction) {
        const int next = direction > 0 ? (from / step + 1) * step : ((from - 1) / step) * step;
        return next >= 1 ? next : from;
    });
    const auto above = [](int least) {
        return [least](int from, int direction) { return qMax(least, from + direction); };
    };
    size(KeyDim).setNext(above(0));
    size(ValueDim).setNext(above(0));
    size(Batch).setNext(above(1));
}

void SetupPanel::propose(Field field, const QString& undoText, const Edits::Change& change,
                         const QString& name, bool urgent, std::vector<int> offers) {
    m_refusalTimer.stop();
    const Status status = m_edits.make(undoText, change, name);
    if (status)
        return accept(field);
    m_refusal = Refusal{field, status.error(), std::move(offers)};
    if (urgent)
        showRefusal();
    else
        m_refusalTimer.start();
}

void SetupPanel::accept(Field field) {
    m_refusal.reset();
    row(field).clearError();
}

bool SetupPanel::eventFilter(QObject* watched, QEvent* event) {
    auto* control = qobject_cast<QWidget*>(watched);
    // The wheel scrolls the panel; it changes only what has the focus.
    if (event->type() == QEvent::Wheel && control && !control->hasFocus() &&
        !qobject_cast<TokenEdit*>(control)) {
        event->ignore();
        return true;
    }
    const bool override = event->type() == QEvent::ShortcutOverride;
    if (override || event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool undo = key->matches(QKeySequence::Undo);
        // Undo and redo are those of the window, not of one line of text; but what
        // was refused never came that far: undo drops it here.
        if (const auto field = fieldOf(watched);
            undo && field &&
            (m_rows[*field]->hasError() || (m_refusal && m_refusal->field == *field))) {
            event->accept();
            if (!override)
                restore(*field);
            return true;
        }
        if (undo || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    if (event->type() == QEvent::FocusOut) {
        showRefusal();
        m_edits.endField();
        const auto field = fieldOf(watched);
        if (field && *field <= KeyTokens && m_shown && !row(*field).hasError()) {
            showTokens(*field, shownTokens(*field), true);
            showWordNotes();
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SetupPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
