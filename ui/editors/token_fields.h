// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/profile.h"
#include "editors/edits.h"
#include "experiment/edits/edit.h"
#include "forms/form.h"

#include <QWidget>

#include <array>

namespace headscope {

class TokenEdit;

/// The words of the sequence that is shown, in cross-attention also those that are looked at; how
/// pieces of a tokenizer are written; and, below them, what is to be known of the words.
class TokenFields : public QWidget {
    Q_OBJECT

public:
    TokenFields(Edits& edits, QWidget* parent);

    /// Shows the experiment as it stands.
    void showSequence(Index sequence);
    void setProfile(const Profile& profile);
    /// Why the words cannot be changed for now; empty: they can.
    void lock(const QString& reason);
    /// What is to be said of words that learnt weights do not know, and of those that they know in
    /// other letters; empty: nothing.
    void showUnlearnt(const QString& unlearnt, const QString& meant);
    TokenEdit& sentence() const { return *m_sides[0].edit; }

Q_SIGNALS:
    /// A sentence about what an edit did, translated.
    void said(const QString& sentence);
    void rejected(QWidget* field, const QString& sentence);
    /// The words of the sentence are to be learnt.
    void vocabularyAsked();

private:
    struct Side {
        FormField* field = nullptr;
        TokenEdit* edit = nullptr;
        std::optional<TokenList> shown; ///< nothing: of another sequence
    };

    void declare(TokenSide side, const char* key, const char* tip);
    void declarePieces();
    void declareNotes();
    Side& at(TokenSide side) { return m_sides[static_cast<std::size_t>(side)]; }
    TokenList tokens(TokenSide side) const;
    void showTokens(TokenSide side, bool all);
    void showNotes();
    void take(TokenSide side, const TokenList& tokens);

    Edits& m_edits;
    Form m_form;
    Profile m_profile;
    Index m_sequence = 0;
    bool m_showing = false;
    std::array<Side, 2> m_sides;
    QString m_unlearnt;
    QString m_meant;
    QLabel* m_notes = nullptr;
};

} // namespace headscope
