// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/mask_panel.h"

#include "editors/bound.h"
#include "files/file_reading.h"
#include "type/fonts.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace headscope {

namespace {

constexpr int numberWidth = 76;
constexpr Index firstSize = 2; ///< of a window, or of a prefix, that is switched on

bool lengthsDiffer(const std::vector<TokenList>& lists) {
    return std::ranges::any_of(
        lists, [&lists](const TokenList& list) { return list.size() != lists.front().size(); });
}

Experiment withoutAdded(Experiment experiment) {
    experiment.additiveMask.reset();
    return experiment;
}

/// Painting begins with what places allow now, and takes their part: what they forbid can be
/// allowed by hand.
Experiment withPainted(const Experiment& experiment, bool on) {
    Experiment next = withPaintedMask(experiment, std::nullopt);
    if (on) {
        next.mayAttend = maskToPaintOn(experiment);
        next.causal = false;
        next.window.reset();
        next.prefix.reset();
    }
    return next;
}

bool hasPadding(const Experiment& experiment) {
    return lengthsDiffer(experiment.keySideTokens()) || lengthsDiffer(experiment.tokens);
}

bool masksPlaces(const Experiment& experiment) {
    return experiment.causal || experiment.window || experiment.prefix;
}

bool masksAnything(const Experiment& experiment) {
    return masksPlaces(experiment) || experiment.mayAttend || experiment.additiveMask ||
           (hasPadding(experiment) && experiment.maskPadding);
}

QHBoxLayout* inOneLine(const FormField& left, const FormField& right) {
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(left.control(), 1);
    row->addWidget(right.control());
    return row;
}

} // namespace

MaskPanel::MaskPanel(Edits& edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits)
    , m_form(this, nullptr) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(rowGap);
    m_form.watch([this] { m_edits.endField(); });
    m_error = noteLabel(this, QPalette::BrightText);
    m_error->hide();
    connect(&m_form, &Form::said, m_error, [this](const QString& sentence) {
        m_error->setText(sentence);
        m_error->setVisible(!sentence.isEmpty());
    });
    connect(&m_form, &Form::rejected, this, &MaskPanel::rejected);
    declarePlaces(rows);
    declareFile(rows);
    rows->addWidget(m_error);
    m_form.setRows(rows);
    declareRows(rows);
    m_form.show();
}

void MaskPanel::declarePlaces(QVBoxLayout* rows) {
    m_causal = m_form.check(bound(m_edits, &Experiment::causal, withCausal))
                   .label(QT_TR_NOOP("Causal mask"))
                   .tip(QT_TR_NOOP("A query may attend to the keys up to its own place."))
                   .undo(QT_TR_NOOP("mask causally"), QT_TR_NOOP("remove the causal mask"))
                   .control();
    m_form.setRows(rows);
    m_form.check(bound(m_edits, &Experiment::maskPadding, withMaskPadding))
        .label(QT_TR_NOOP("Padding"))
        .tip(QT_TR_NOOP("Nobody may attend to the empty places behind a shorter sequence."))
        .undo(QT_TR_NOOP("mask the padding"), QT_TR_NOOP("do not mask the padding"))
        .when([this] { return hasPadding(*m_edits.now()); });
    m_form.setRows(nullptr);
    const auto switched = [this](std::optional<Index> Experiment::*member,
                                 auto change) -> FormField& {
        return m_form.check(bound(
            m_edits, [member](const Experiment& e) { return (e.*member).has_value(); },
            [change](const Experiment& e, bool on) {
                return change(e, on ? std::optional<Index>(firstSize) : std::nullopt);
            }));
    };
    const auto sized = [this](std::optional<Index> Experiment::*member, auto change) -> FormField& {
        FormField& field = m_form.number(
            bound(
                m_edits,
                [member](const Experiment& e) {
                    return static_cast<int>((e.*member).value_or(firstSize));
                },
                [change](const Experiment& e, int value) { return change(e, Index{value}); }),
            {1, 100000});
        field.undo(QT_TR_NOOP("change the mask")).enabled([this, member] {
            return (*m_edits.now().*member).has_value();
        });
        field.control()->setFixedWidth(numberWidth);
        return field;
    };
    FormField& window =
        switched(&Experiment::window, withWindow)
            .label(QT_TR_NOOP("Window"))
            .tip(QT_TR_NOOP("A query may attend only to keys less than so many places away."))
            .undo(QT_TR_NOOP("change the mask"));
    FormField& windowSize =
        sized(&Experiment::window, withWindow)
            .name(QT_TR_NOOP("Size of the window"))
            .tip(QT_TR_NOOP("1 is the query's own place alone; 2 adds one neighbour on each side."))
            .key("window");
    FormField& prefix =
        switched(&Experiment::prefix, withPrefix)
            .label(QT_TR_NOOP("Prefix"))
            .tip(QT_TR_NOOP("All may attend to the first so many keys; later ones are seen up to "
                            "the query's own place."))
            .undo(QT_TR_NOOP("change the mask"));
    FormField& prefixLength =
        sized(&Experiment::prefix, withPrefix)
            .name(QT_TR_NOOP("Length of the prefix"))
            .tip(QT_TR_NOOP("How many keys at the beginning everybody may attend to."))
            .key("prefix");
    rows->addLayout(inOneLine(window, windowSize));
    rows->addLayout(inOneLine(prefix, prefixLength));
    m_form.setRows(rows);
    m_form
        .choice(bound(m_edits, &Experiment::causalAlignment, withCausalAlignment),
                {{QT_TR_NOOP("upper left"), CausalAlignment::UpperLeft},
                 {QT_TR_NOOP("lower right"), CausalAlignment::LowerRight}})
        .label(QT_TR_NOOP("Alignment"), QT_TR_NOOP("Alignment of causal masks"))
        .tip(QT_TR_NOOP("Where the queries stand among the keys if there are not as many: the "
                        "first at the first (upper left), or the last at the last (lower right, as "
                        "with a cache)."))
        .undo(QT_TR_NOOP("change the mask"))
        .when([this] {
            const auto now = m_edits.now();
            return masksPlaces(*now) && (now->queryLength() != now->maskKeyLength() ||
                                         now->causalAlignment == CausalAlignment::LowerRight);
        });
    m_form
        .check(bound(
            m_edits, [](const Experiment& e) { return e.mayAttend.has_value(); }, withPainted))
        .label(QT_TR_NOOP("Painted"))
        .tip(QT_TR_NOOP("What you allow cell by cell: M in the picture, or the table of M below. "
                        "It takes over what causal, window and prefix allow now."))
        .undo(QT_TR_NOOP("change the mask"));
    m_form.setRows(nullptr);
}

void MaskPanel::declareFile(QVBoxLayout* rows) {
    auto* added = new QCheckBox(this);
    added->setFont(textFont(13));
    FormField& addedField =
        m_form.add(added)
            .label(QT_TR_NOOP("Added"))
            .tip(QT_TR_NOOP("A float mask that is added to the scaled scores, read from a .npy "
                            "file; −∞ forbids a pair."))
            .undo(QT_TR_NOOP("change the mask"))
            .shows([this, added](bool) {
                added->setChecked(m_edits.now()->additiveMask.has_value());
            });
    connect(added, &QCheckBox::clicked, &m_form, [this, added, &addedField](bool on) {
        if (on) {
            added->setChecked(false); // until a file is read
            return chooseFile();
        }
        m_form.propose(addedField, edit(m_edits, withoutAdded));
    });
    const auto button = [this]() -> FormField& {
        FormField& field = m_form.add(new QPushButton(this));
        field.control()->setFont(textFont(12));
        return field;
    };
    m_file = &button()
                  .label(QT_TR_NOOP("From a file…"), QT_TR_NOOP("Read a mask from a file"))
                  .tip(QT_TR_NOOP("A .npy file [query, key]: bool means “may attend”, float is "
                                  "added to the scaled scores."))
                  .undo(QT_TR_NOOP("read a mask"));
    rows->addLayout(inOneLine(addedField, *m_file));
    m_doubt = noteLabel(this, QPalette::BrightText);
    rows->addWidget(m_doubt);
    FormField& turn =
        button()
            .label(QT_TR_NOOP("Turn it round"), QT_TR_NOOP("Turn the mask round"))
            .tip(QT_TR_NOOP("Exchanges “may attend” and “may not attend” in what was read."))
            .undo(QT_TR_NOOP("turn the mask round"));
    FormField& keep = button()
                          .label(QT_TR_NOOP("Keep it"), QT_TR_NOOP("Keep the mask as it is"))
                          .tip(QT_TR_NOOP("The file means what it says; the question goes away."));
    m_turn = &turn.as<QPushButton>();
    m_keep = &keep.as<QPushButton>();
    auto* answers = new QHBoxLayout;
    answers->setSpacing(8);
    answers->addWidget(m_turn);
    answers->addWidget(m_keep);
    answers->addStretch(1);
    rows->addLayout(answers);
    m_form.texts([this] { showDoubt(); });
    connect(&m_file->as<QPushButton>(), &QPushButton::clicked, this, &MaskPanel::chooseFile);
    connect(m_turn, &QPushButton::clicked, this, [this, &turn] {
        const bool isAdded = m_doubted->additive;
        const MaskFile turned = turnedRound(*m_doubted);
        m_doubted.reset();
        m_form.propose(turn, edit(m_edits, [&](const Experiment& e) {
                           return withMaskFile(isAdded ? withoutAdded(e) : e, turned);
                       }));
        showDoubt();
    });
    connect(m_keep, &QPushButton::clicked, this, [this] {
        m_doubted.reset();
        showDoubt();
    });
}

void MaskPanel::declareRows(QVBoxLayout* rows) {
    auto* note = noteLabel(this, QPalette::PlaceholderText);
    m_form
        .choice(bound(m_edits, &AttentionConfig::fullyMasked, withFullyMasked),
                {{QT_TR_NOOP("zeros"), FullyMasked::Zeros},
                 {QT_TR_NOOP("NaN"), FullyMasked::NaN},
                 {QT_TR_NOOP("uniform"), FullyMasked::Uniform}})
        .label(QT_TR_NOOP("Empty rows"), QT_TR_NOOP("Fully masked rows"))
        .tip(QT_TR_NOOP("What the weights of a query are that may attend to nothing."))
        .undo(QT_TR_NOOP("change fully masked rows"))
        .prepared([this, note] {
            note->setText(fullyMaskedNote(m_edits.now()->config.fullyMasked));
            note->setVisible(masksAnything(*m_edits.now()));
        })
        .when([this] { return masksAnything(*m_edits.now()); });
    rows->addWidget(note);
    m_form.decimal(bound(m_edits, &AttentionConfig::dropout, withDropout), {0, 0.99, 0.05, 2})
        .label(QT_TR_NOOP("Dropout"))
        .tip(QT_TR_NOOP("The probability that a weight is set to 0; the others are divided by "
                        "1 − p, so a row need not sum to 1 any more."))
        .undo(QT_TR_NOOP("change the dropout"))
        .key("dropout")
        .waits();
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
    if (read)
        m_doubted.reset();
    m_form.propose(*m_file, edit(m_edits, [&](const Experiment& e) -> Result<Experiment> {
        return read ? Result(withMaskFile(e, *read)) : read.error();
    }));
    if (!read)
        return;
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
    m_form.show();
}

QString MaskPanel::fullyMaskedNote(FullyMasked how) const {
    switch (how) {
    case FullyMasked::Zeros: return tr("as scaled_dot_product_attention does since PyTorch 2.5");
    case FullyMasked::NaN: return tr("as nn.MultiheadAttention does: 0 ÷ 0");
    case FullyMasked::Uniform: return tr("as models do that mask with the smallest finite number");
    }
    return {};
}

QString MaskPanel::summary() const {
    const auto now = m_edits.now();
    QStringList parts;
    if (now->causal)
        parts << tr("causal");
    if (hasPadding(*now) && now->maskPadding)
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
