// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/profile.h"
#include "editors/attention_sizes.h"
#include "editors/edits.h"
#include "forms/form.h"

#include <QWidget>

#include <array>
#include <map>

class QVBoxLayout;

namespace headscope {

class FoldSection;
class TypedNumbersPanel;
class MaskPanel;
class ModelPanel;
class TokenFields;

/// The left panel "Setup": tokens, heads and the causal mask, and in sections that fold sizes,
/// masks, what stands around attention, and tensors. It shows an experiment and gives back intents;
/// a refused value stays in its field with a sentence below it.
class SetupPanel : public QWidget {
    Q_OBJECT

public:
    explicit SetupPanel(Edits& edits, QWidget* parent = nullptr);

    MaskPanel& masks() { return *m_masks; }
    /// The typed numbers; its section is there while there are any.
    TypedNumbersPanel& typedNumbers() { return *m_typedNumbers; }
    /// What cannot be changed for now, and why: a lesson asks about it.
    struct Locks {
        bool heads = false;
        bool widths = false; ///< d_k and d_v
        bool scale = false;
        bool layout = false;
        bool masks = false;  ///< and dropout
        QString tokens = {}; ///< why these are; empty: they are not
    };
    void setLocks(const Locks& locks, const QString& reason);
    /// Shows the experiment as it stands, without edits; cheap where nothing changed. A value
    /// that waits in a field with an error stays until the field's own value changes.
    void show(Index sequence);
    /// Which sections are unfolded, by their names: "sizes", "masks", "model", "tensors".
    void setUnfolded(const QStringList& names);
    /// Whether the table of the tensors belongs under it: its section is unfolded.
    bool showsTensors() const;
    /// What is to be said of words that learnt weights do not know, and of those that they know in
    /// other letters; empty: nothing.
    void showUnlearnt(const QString& unlearnt, const QString& meant);
    /// The sentence, all of it selected: what is typed replaces it.
    void askForTokens();
    /// The same, and tokensTyped() says when it has an end.
    void awaitTokens();
    /// Only these controls are offered; what is left of the sections is unfolded.
    void setProfile(const Profile& profile);
    using QWidget::show;

Q_SIGNALS:
    /// A sentence about what an edit did, translated.
    void said(const QString& sentence);
    void rejected(QWidget* field, const QString& sentence);
    /// Somebody folded or unfolded a section: those that are unfolded now.
    void unfoldedChosen(const QStringList& names);
    /// showsTensors() may say something else now.
    void tensorsUnfolded();
    /// The words of the sentence are to be learnt.
    void vocabularyAsked();
    /// What awaitTokens() asked for is typed.
    void tokensTyped();

private:
    FoldSection* addSection(QVBoxLayout& sections, bool open);
    FormField& declareSize(AttentionSize size);
    FormField& declareLearnt();
    void declareSizes();
    void declareNotation();
    void declareTensors();
    void declareTexts();
    /// Several that were refused one by one may be right together.
    Status write(AttentionSize size, int value, const EditName& name);
    std::array<FoldSection*, 4> folding() const; ///< all but that of the typed numbers
    void foldedByHand();
    void showSummaries();
    void showTypedNumbersSection();

    Edits& m_edits;
    Form m_form;
    Profile m_profile;
    std::shared_ptr<const Experiment> m_shown;
    Index m_sequence = 0;
    bool m_scaleHidden = false;
    std::map<AttentionSize, FormField*> m_sizes;
    FormField* m_scale = nullptr;
    FormField* m_layout = nullptr;
    QStringList m_unfolded; ///< by hand
    FoldSection* m_typedNumbersSection = nullptr;
    FoldSection* m_sizesSection = nullptr;
    FoldSection* m_maskSection = nullptr;
    FoldSection* m_modelSection = nullptr;
    FoldSection* m_weightsSection = nullptr;
    TokenFields* m_tokens = nullptr;
    TypedNumbersPanel* m_typedNumbers = nullptr;
    MaskPanel* m_masks = nullptr;
    ModelPanel* m_model = nullptr;
};

} // namespace headscope
