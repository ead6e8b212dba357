// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/mask_panel.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/spin_boxes.h"
#include "experiment/edit.h"
#include "files/file_reading.h"
#include "scene/error_text.h"
#include "scene/fonts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTimer>

#include <algorithm>

namespace headscope {

namespace {

constexpr int numberWidth = 76;

bool lengthsDiffer(const std::vector<TokenList>& lists) {
    return std::ranges::any_of(
        lists, [&lists](const TokenList& list) { return list.size() != lists.front().size(); });
}

Experiment withoutAdded(Experiment experiment) {
    experiment.additiveMask.reset();
    return experiment;
}

QHBoxLayout* beside(QWidget* left, QWidget* right) {
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(left, 1);
    row->addWidget(right);
    return row;
}

} // namespace

MaskPanel::MaskPanel(Edits& edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits)
    , m_guard(new FieldGuard([this] { m_edits.endField(); }, this)) {
    build();
    connectFields();
    retranslate();
}

void MaskPanel::build() {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(rowGap);
    const auto check = [&] {
        auto* box = new QCheckBox(this);
        box->setFont(textFont(13));
        box->installEventFilter(m_guard);
        return box;
    };
    const auto number = [&] {
        auto* box = new WholeSpinBox(this);
        box->setRange(1, 100000);
        box->setFont(textFont(13));
        box->setFixedWidth(numberWidth);
        box->setFocusPolicy(Qt::StrongFocus);
        box->installEventFilter(m_guard);
        return box;
    };
    const auto button = [&] {
        auto* made = new QPushButton(this);
        made->setFont(textFont(12));
        return made;
    };
    const auto note = [&](QPalette::ColorRole role) {
        auto* label = new QLabel(this);
        label->setFont(textFont(12));
        label->setForegroundRole(role);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        return label;
    };
    const auto combo = [&] {
        auto* box = new QComboBox(this);
        box->setFont(textFont(13));
        box->setFocusPolicy(Qt::StrongFocus);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->installEventFilter(m_guard);
        return box;
    };
    m_causal = check();
    m_padding = check();
    rows->addWidget(m_padding);
    m_window = check();
    m_windowSize = number();
    rows->addLayout(beside(m_window, m_windowSize));
    m_prefix = check();
    m_prefixLength = number();
    rows->addLayout(beside(m_prefix, m_prefixLength));
    m_alignment = combo();
    m_alignmentRow = new FieldRow(m_alignment, FieldRow::Layout::Beside, this);
    rows->addWidget(m_alignmentRow);
    m_painted = check();
    rows->addWidget(m_painted);
    m_added = check();
    m_file = button();
    rows->addLayout(beside(m_added, m_file));
    m_doubt = note(QPalette::BrightText);
    rows->addWidget(m_doubt);
    m_turn = button();
    m_keep = button();
    auto* answers = new QHBoxLayout;
    answers->setSpacing(8);
    answers->addWidget(m_turn);
    answers->addWidget(m_keep);
    answers->addStretch(1);
    rows->addLayout(answers);
    m_error = note(QPalette::BrightText);
    rows->addWidget(m_error);
    m_fullyMasked = combo();
    m_fullyMaskedRow = new FieldRow(m_fullyMasked, FieldRow::Layout::Beside, this);
    rows->addWidget(m_fullyMaskedRow);
    m_fullyMaskedNote = note(QPalette::PlaceholderText);
    rows->addWidget(m_fullyMaskedNote);
    m_dropout = new NumberSpinBox(this);
    m_dropout->setRange(0, 0.99);
    m_dropout->setDecimals(2);
    m_dropout->setSingleStep(0.05);
    m_dropout->setFont(textFont(13));
    m_dropout->setFocusPolicy(Qt::StrongFocus);
    m_dropout->installEventFilter(m_guard);
    m_dropoutRow = new FieldRow(m_dropout, FieldRow::Layout::Beside, this);
    rows->addWidget(m_dropoutRow);
    for (QWidget* hidden : std::initializer_list<QWidget*>{m_doubt, m_turn, m_keep, m_error})
        hidden->hide();
}

void MaskPanel::connectFields() {
    const auto number = [this](QSpinBox* box, const QString& name, auto edit) {
        FieldCheck* const check = FieldCheck::of(box);
        connect(check, &FieldCheck::changed, this, [this, box](const QString& sentence) {
            markRefused(*box, !sentence.isEmpty(), palette());
            m_error->setText(sentence);
            m_error->setVisible(!sentence.isEmpty());
        });
        connect(box, &QSpinBox::valueChanged, this, [this, box, name, edit](int value) {
            propose(
                box, tr("change the mask"),
                [edit, value](const Experiment& e) { return edit(e, value); }, name);
        });
    };
    number(m_windowSize, QStringLiteral("window"),
           [](const Experiment& from, int value) { return withWindow(from, Index{value}); });
    number(m_prefixLength, QStringLiteral("prefix"),
           [](const Experiment& from, int value) { return withPrefix(from, Index{value}); });
    connect(m_causal, &QCheckBox::clicked, this, [this](bool on) {
        propose(m_causal, on ? tr("mask causally") : tr("remove the causal mask"),
                [on](const Experiment& e) { return withCausal(e, on); });
    });
    connect(m_padding, &QCheckBox::clicked, this, [this](bool on) {
        propose(m_padding, on ? tr("mask the padding") : tr("do not mask the padding"),
                [on](const Experiment& e) { return withMaskPadding(e, on); });
    });
    connect(m_window, &QCheckBox::clicked, this, [this](bool on) {
        const auto window = on ? std::optional<Index>(m_windowSize->value()) : std::nullopt;
        propose(m_window, tr("change the mask"),
                [window](const Experiment& e) { return withWindow(e, window); });
    });
    connect(m_prefix, &QCheckBox::clicked, this, [this](bool on) {
        const auto prefix = on ? std::optional<Index>(m_prefixLength->value()) : std::nullopt;
        propose(m_prefix, tr("change the mask"),
                [prefix](const Experiment& e) { return withPrefix(e, prefix); });
    });
    connect(m_alignment, &QComboBox::activated, this, [this] {
        const auto alignment = chosen<CausalAlignment>(m_alignment);
        propose(m_alignment, tr("change the mask"),
                [alignment](const Experiment& e) { return withCausalAlignment(e, alignment); });
    });
    connect(m_painted, &QCheckBox::clicked, this, [this](bool on) {
        propose(m_painted, tr("change the mask"), [on](const Experiment& e) {
            Experiment next = withPaintedMask(e, std::nullopt);
            if (on) {
                // Painting begins with what places allow now, and takes their part: what
                // they forbid can be allowed by hand.
                next.mayAttend = maskToPaintOn(e);
                next.causal = false;
                next.window.reset();
                next.prefix.reset();
            }
            return next;
        });
    });
    connect(m_added, &QCheckBox::clicked, this, [this](bool on) {
        if (on) {
            m_added->setChecked(false); // until a file is read
            return chooseFile();
        }
        propose(m_added, tr("change the mask"), withoutAdded);
    });
    connect(m_file, &QPushButton::clicked, this, &MaskPanel::chooseFile);
    connect(m_turn, &QPushButton::clicked, this, [this] {
        const bool added = m_doubted->additive;
        const MaskFile turned = turnedRound(*m_doubted);
        m_doubted.reset();
        propose(m_turn, tr("turn the mask round"), [added, turned](const Experiment& e) {
            return withMaskFile(added ? withoutAdded(e) : e, turned);
        });
        showDoubt();
    });
    connect(m_keep, &QPushButton::clicked, this, [this] {
        m_doubted.reset();
        showDoubt();
    });
    connect(m_fullyMasked, &QComboBox::activated, this, [this] {
        const auto now = chosen<FullyMasked>(m_fullyMasked);
        propose(m_fullyMasked, tr("change fully masked rows"),
                [now](const Experiment& e) { return withFullyMasked(e, now); });
    });
    connect(m_dropout, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        propose(
            m_dropout, tr("change the dropout"),
            [value](const Experiment& e) { return withDropout(e, static_cast<float>(value)); },
            QStringLiteral("dropout"));
    });
}

void MaskPanel::refuse(QWidget* field, const Error& error) {
    const QString sentence = translated(error);
    m_error->setText(sentence);
    m_error->show();
    Q_EMIT rejected(field, sentence);
}

void MaskPanel::propose(QWidget* field, const QString& text, const Edits::Change& change,
                        const QString& name) {
    if (const Status status = m_edits.make(text, change, name); !status)
        refuse(field, status.error());
    else
        m_error->hide();
}

void MaskPanel::chooseFile() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Read a mask"), {},
                                                      tr("Arrays (*.npy *.pt *.safetensors)"));
    if (!path.isEmpty())
        readFile(path);
}

void MaskPanel::readFile(const QString& path) {
    // The sizes are those of now; what is edited meanwhile is not undone by the mask.
    const auto reader = [experiment = m_edits.now()](const std::string& name) {
        return readMaskFile(name, *experiment);
    };
    FileReading atOnce;
    const std::optional<Result<MaskFile>> outcome =
        (m_reading ? *m_reading : atOnce).read<MaskFile>(path, reader);
    if (!outcome)
        return; // given up
    const Result<MaskFile>& read = *outcome;
    if (!read)
        return refuse(m_file, read.error());
    m_doubted.reset();
    propose(m_file, tr("read a mask"),
            [mask = *read](const Experiment& e) { return withMaskFile(e, mask); });
    m_afterFile = m_edits.now();
    if (doubtOf(*read))
        m_doubted = *read;
    showDoubt();
    if (m_doubted)
        QTimer::singleShot(0, this, &MaskPanel::revealDoubt); // where it is laid out
}

/// A question that nobody sees is answered by nobody.
void MaskPanel::revealDoubt() {
    for (QWidget* around = parentWidget(); around; around = around->parentWidget()) {
        if (auto* const area = qobject_cast<QScrollArea*>(around)) {
            area->ensureWidgetVisible(m_keep);
            area->ensureWidgetVisible(m_doubt);
        }
    }
}

void MaskPanel::showDoubt() {
    for (QWidget* widget : std::initializer_list<QWidget*>{m_doubt, m_turn, m_keep})
        widget->setVisible(m_doubted.has_value());
    if (m_doubted)
        m_doubt->setText(doubtWords(*doubtOf(*m_doubted)));
}

void MaskPanel::showExperiment() {
    // The question is about what was read: it ends where that is gone or painted over.
    const auto now = m_edits.now();
    if (m_doubted && !(now->mayAttend == m_afterFile->mayAttend &&
                       now->additiveMask == m_afterFile->additiveMask)) {
        m_doubted.reset();
        showDoubt();
    }
    m_error->hide();
    showMasks();
}

void MaskPanel::showMasks() {
    const auto experiment = m_edits.now();
    const Experiment& now = *experiment;
    m_causal->setChecked(now.causal);
    const bool padded = lengthsDiffer(now.keySideTokens()) || lengthsDiffer(now.tokens);
    m_padding->setVisible(padded);
    m_padding->setChecked(now.maskPadding);
    const auto show = [](QCheckBox* box, QSpinBox* size, const std::optional<Index>& value) {
        box->setChecked(value.has_value());
        size->setEnabled(value.has_value());
        const QSignalBlocker quiet(size);
        if (value && size->value() != *value)
            size->setValue(static_cast<int>(*value));
        else if (!value)
            size->setValue(2);
    };
    show(m_window, m_windowSize, now.window);
    show(m_prefix, m_prefixLength, now.prefix);
    choose(m_alignment, now.causalAlignment);
    m_alignmentRow->setVisible((now.causal || now.window || now.prefix) &&
                               (now.queryLength() != now.maskKeyLength() ||
                                now.causalAlignment == CausalAlignment::LowerRight));
    m_painted->setChecked(now.mayAttend.has_value());
    m_added->setChecked(now.additiveMask.has_value());
    choose(m_fullyMasked, now.config.fullyMasked);
    const bool masked = now.causal || now.window || now.prefix || now.mayAttend ||
                        now.additiveMask || (padded && now.maskPadding);
    m_fullyMaskedRow->setVisible(masked);
    m_fullyMaskedNote->setVisible(masked);
    switch (now.config.fullyMasked) {
    case FullyMasked::Zeros:
        m_fullyMaskedNote->setText(tr("as scaled_dot_product_attention does since PyTorch 2.5"));
        break;
    case FullyMasked::NaN:
        m_fullyMaskedNote->setText(tr("as nn.MultiheadAttention does: 0 ÷ 0"));
        break;
    case FullyMasked::Uniform:
        m_fullyMaskedNote->setText(tr("as models do that mask with the smallest finite number"));
        break;
    }
    const QSignalBlocker quiet(m_dropout);
    if (static_cast<float>(m_dropout->value()) != now.config.dropout)
        m_dropout->setValue(static_cast<double>(now.config.dropout));
}

void MaskPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void MaskPanel::retranslate() {
    nameCheck(m_causal, tr("Causal mask"),
              tr("A query may attend to the keys up to its own place."));
    nameCheck(m_padding, tr("Padding"),
              tr("Nobody may attend to the empty places behind a shorter sequence."));
    nameCheck(m_window, tr("Window"),
              tr("A query may attend only to keys less than so many places away."));
    nameCheck(m_prefix, tr("Prefix"),
              tr("All may attend to the first so many keys; later ones are seen up to the query's "
                 "own place."));
    nameCheck(m_painted, tr("Painted"),
              tr("What you allow cell by cell: M in the picture, or the table of M below. It "
                 "takes over what causal, window and prefix allow now."));
    nameCheck(m_added, tr("Added"),
              tr("A float mask that is added to the scaled scores, read from a .npy file; −∞ "
                 "forbids a pair."));
    const auto nameNumber = [](QSpinBox* box, const QString& name, const QString& explanation) {
        box->setAccessibleName(name);
        box->setToolTip(explanation);
    };
    nameNumber(m_windowSize, tr("Size of the window"),
               tr("1 is the query's own place alone; 2 adds one neighbour on each side."));
    nameNumber(m_prefixLength, tr("Length of the prefix"),
               tr("How many keys at the beginning everybody may attend to."));
    m_file->setText(tr("From a file…"));
    m_file->setAccessibleName(tr("Read a mask from a file"));
    m_file->setToolTip(tr("A .npy file [query, key]: bool means “may attend”, float is added to "
                          "the scaled scores."));
    m_turn->setText(tr("Turn it round"));
    m_turn->setAccessibleName(tr("Turn the mask round"));
    m_turn->setToolTip(tr("Exchanges “may attend” and “may not attend” in what was read."));
    m_keep->setText(tr("Keep it"));
    m_keep->setAccessibleName(tr("Keep the mask as it is"));
    m_keep->setToolTip(tr("The file means what it says; the question goes away."));
    m_alignmentRow->setTexts(
        tr("Alignment"), tr("Alignment of causal masks"),
        tr("Where the queries stand among the keys if there are not as many: the first at the "
           "first (upper left), or the last at the last (lower right, as with a cache)."));
    setEntries<CausalAlignment>(m_alignment, {{tr("upper left"), CausalAlignment::UpperLeft},
                                              {tr("lower right"), CausalAlignment::LowerRight}});
    m_fullyMaskedRow->setTexts(tr("Empty rows"), tr("Fully masked rows"),
                               tr("What the weights of a query are that may attend to nothing."));
    setEntries<FullyMasked>(m_fullyMasked, {{tr("zeros"), FullyMasked::Zeros},
                                            {tr("NaN"), FullyMasked::NaN},
                                            {tr("uniform"), FullyMasked::Uniform}});
    m_dropoutRow->setTexts(
        tr("Dropout"), tr("Dropout"),
        tr("The probability that a weight is set to 0; the others are divided by "
           "1 − p, so a row need not sum to 1 any more."));
    showMasks();
    showDoubt();
}

QString MaskPanel::summary() const {
    const auto now = m_edits.now();
    QStringList parts;
    if (now->causal)
        parts << tr("causal");
    if (m_padding->isVisibleTo(this) && now->maskPadding)
        parts << tr("padding");
    if (now->window)
        parts << tr("window %1").arg(*now->window);
    if (now->prefix)
        parts << tr("prefix %1").arg(*now->prefix);
    if (now->mayAttend)
        parts << tr("painted");
    if (now->additiveMask)
        parts << tr("added");
    if (now->config.dropout > 0)
        parts << tr("dropout %1")
                     .arg(QString::number(static_cast<double>(now->config.dropout), 'g', 2));
    return parts.isEmpty() ? tr("none") : parts.join(QStringLiteral(" + "));
}

QString MaskPanel::doubtWords(MaskDoubt doubt) const {
    switch (doubt) {
    case MaskDoubt::EmptyRow:
        return tr("Here true means “may attend”. Read so, some query may attend to nothing; turned "
                  "round, every query has a key. Does true mean “masked” in this file?");
    case MaskDoubt::UpperTriangle:
        return tr("Here true means “may attend”. Read so, every query sees just the keys after "
                  "it. Does true mean “masked” in this file?");
    case MaskDoubt::ZerosAndOnes:
        return tr("This float mask holds only 0 and 1, which are added to the scores. Are they "
                  "meant as “may not attend” and “may attend”?");
    }
    return {};
}

} // namespace headscope
