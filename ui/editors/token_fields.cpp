// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/token_fields.h"

#include "editors/bound.h"
#include "editors/token_edit.h"
#include "editors/typed_tokens.h"
#include "experiment/edits/new_rows.h"
#include "learning/history/learnt_tokens.h"
#include "run/readable_tokens.h"
#include "type/fonts.h"

#include <QBoxLayout>
#include <QLabel>

namespace headscope {

namespace {

constexpr TokenSide sides[] = {TokenSide::Query, TokenSide::Key};
constexpr const char* learnLink = "#learn";
constexpr std::array<const char*, 2> cutLinks = {"#cut", "#cut-keys"};

QString withLink(const QString& sentence, const char* link, const QString& words) {
    return QStringLiteral("%1 · <a href=\"%2\">%3</a>").arg(sentence, QLatin1String(link), words);
}

bool hasPieces(const Experiment& experiment) {
    return experiment.vocabulary.empty() &&
           (hasTokenizerPieces(experiment.tokens) ||
            (experiment.keyTokens && hasTokenizerPieces(*experiment.keyTokens)));
}

} // namespace

TokenFields::TokenFields(Edits& edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits)
    , m_form(this, new QVBoxLayout(this)) {
    layout()->setContentsMargins(0, 0, 0, 0);
    layout()->setSpacing(rowGap);
    m_form.watch([this] { m_edits.endField(); });
    connect(&m_form, &Form::rejected, this, &TokenFields::rejected);
    declare(TokenSide::Query, "tokens",
            QT_TR_NOOP("The words of this sequence, split at spaces; brackets hold a token "
                       "together: [New York]. The same word gets the same numbers from the seed."));
    declare(TokenSide::Key, "key tokens",
            QT_TR_NOOP("The words that are looked at, in cross-attention: keys and values come "
                       "from them."));
    at(TokenSide::Key).field->when([this] { return m_edits.now()->isCross(); });
    declarePieces();
    declareNotes();
    m_form.texts([this] { showNotes(); });
}

void TokenFields::declare(TokenSide side, const char* key, const char* tip) {
    auto* words = new TokenEdit(this);
    FormField& field = m_form.add(words)
                           .label(QT_TR_NOOP("Tokens"), nullptr, FieldRow::LabelPlace::Above)
                           .tip(tip)
                           .undo(QT_TR_NOOP("change the tokens"))
                           .key(key)
                           .waits()
                           .shows([this, side](bool all) { showTokens(side, all); });
    field.left([this, side, &field] {
        if (field.isRefused())
            return;
        showTokens(side, true);
        showNotes();
    });
    field.prepared([this, side, &field] {
        const auto now = m_edits.now();
        const bool translates = now->model.architecture == Architecture::EncoderDecoder;
        if (side == TokenSide::Key)
            field.relabel(translates ? QT_TR_NOOP("Source") : QT_TR_NOOP("Tokens of the keys"));
        else
            field.relabel(translates       ? QT_TR_NOOP("Target")
                          : now->isCross() ? QT_TR_NOOP("Tokens of the queries")
                                           : QT_TR_NOOP("Tokens"));
    });
    connect(words, &TokenEdit::textChanged, &m_form, [this, side, words] {
        if (m_showing)
            return;
        take(side, typedTokens(*m_edits.now(), m_edits.training(), side, words->toPlainText()));
        showNotes(); // also where the tokens stayed what they were
    });
    at(side) = {&field, words, {}};
}

void TokenFields::declarePieces() {
    m_form.check(bound(m_edits, &Experiment::rawPieces, withRawPieces))
        .label(QT_TR_NOOP("Pieces as they are"))
        .tip(QT_TR_NOOP("The words as the tokenizer cut them, with its marks such as ▁, Ġ and ##."))
        .undo(QT_TR_NOOP("show the pieces as they are"), QT_TR_NOOP("show the pieces as text"))
        .when([this] { return hasPieces(*m_edits.now()); });
}

void TokenFields::declareNotes() {
    m_notes = new QLabel(this);
    m_notes->setFont(textFont(12));
    m_notes->setWordWrap(true);
    m_notes->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_notes->hide();
    m_form.rows()->addWidget(m_notes);
    connect(m_notes, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link == QLatin1String(learnLink)) {
            Q_EMIT vocabularyAsked();
            return;
        }
        const TokenSide side =
            link == QLatin1String(cutLinks[0]) ? TokenSide::Query : TokenSide::Key;
        take(side, charactersOf(at(side).edit->toPlainText()));
    });
}

void TokenFields::take(TokenSide side, const TokenList& tokens) {
    std::vector<Index> fresh;
    const auto change = [&](const Experiment& e) {
        Result<Experiment> next = withLearntTokens(e, m_edits.training(), side, m_sequence, tokens);
        // Of new words in learnt weights the run says that they are drawn.
        if (next && unlearntOf(*next, m_edits.training()).tokens.empty())
            fresh = newRows(e, side, m_sequence, tokens);
        return next;
    };
    m_form.propose(*at(side).field, edit(m_edits, change));
    QStringList names;
    for (const Index row : fresh)
        names << QString::number(row + 1);
    constexpr qsizetype mostNamed = 8;
    if (names.size() > mostNamed)
        names = names.mid(0, mostNamed) << QStringLiteral("…");
    if (!names.isEmpty())
        Q_EMIT said(
            tr("New rows, with numbers from the seed: %1").arg(names.join(QStringLiteral(", "))));
}

void TokenFields::showSequence(Index sequence) {
    if (std::exchange(m_sequence, sequence) != sequence) {
        m_edits.endField();
        for (Side& side : m_sides)
            side.shown.reset();
    }
    m_form.show();
    showNotes();
}

TokenList TokenFields::tokens(TokenSide side) const {
    const auto now = m_edits.now();
    const auto place = static_cast<std::size_t>(m_sequence);
    if (side == TokenSide::Query)
        return place < now->tokens.size() ? now->tokens[place] : TokenList();
    return now->isCross() ? now->keySideTokens()[place] : TokenList();
}

void TokenFields::showTokens(TokenSide side, bool all) {
    auto& [field, words, shown] = at(side);
    const TokenList now = tokens(side);
    field->row()->setNote(QString::number(now.size()));
    const bool same = std::exchange(shown, now) == now;
    if (same && !all)
        return;
    field->accept();
    // The text as it was typed, its spaces included, says the same: it stays; without any, as long
    // as somebody types.
    const QString text = words->toPlainText();
    if (parseTokens(text.toStdString()) == now ||
        (words->hasFocus() && typedTokens(*m_edits.now(), m_edits.training(), side, text) == now))
        return;
    m_showing = true; // a blocker would also keep the text edit from its height
    words->setPlainText(QString::fromStdString(tokensText(now)));
    m_showing = false;
}

void TokenFields::setProfile(const Profile& profile) {
    m_profile = profile;
    setVisible(profile.offers(Control::Tokens));
    showNotes();
}

void TokenFields::lock(const QString& reason) {
    for (const Side& side : m_sides)
        setLocked(*side.field->row(), !reason.isEmpty(), reason);
}

void TokenFields::showUnlearnt(const QString& unlearnt, const QString& meant) {
    m_unlearnt = unlearnt;
    m_meant = meant;
    showNotes();
}

void TokenFields::showNotes() {
    QStringList notes = {m_unlearnt.toHtmlEscaped()};
    if (!m_unlearnt.isEmpty() && m_profile.isWhole())
        notes.last() = withLink(notes.last(), learnLink, tr("Learn this vocabulary"));
    notes << m_meant.toHtmlEscaped();
    for (const TokenSide side : sides) {
        const QString text = at(side).edit->toPlainText();
        const TokenList now = tokens(side);
        if (parseTokens(text.toStdString()).size() == 1 && now.size() > 1)
            notes << tr("Read as: %1").arg(QString::fromStdString(tokensText(now))).toHtmlEscaped();
        else if (now.size() == 1 && lacksSpaces(*m_edits.now(), m_edits.training(), side, text))
            notes << withLink(tr("Words are separated by spaces."),
                              cutLinks[static_cast<std::size_t>(side)], tr("Cut into characters"));
    }
    notes.removeAll(QString());
    m_notes->setVisible(!notes.isEmpty());
    const QString text = notes.join(QStringLiteral("<br>"));
    if (m_notes->text() != text)
        m_notes->setText(text);
}

} // namespace headscope
