// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/edits.h"
#include "experiment/edit.h"
#include "experiment/profile.h"

#include <QTimer>
#include <QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QLabel;

namespace headscope {

class AttentionFields;
class BiasBoxes;
class FieldRow;
class FoldSection;
class HeldPanel;
class MaskPanel;
class ModelPanel;
class SeedSpinBox;
class SegmentedControl;
class SizeSpinBox;
class TokenEdit;

/// The left panel "Setup": tokens, heads and the causal mask, and in sections that fold sizes,
/// masks, what stands around attention, and tensors. It shows an experiment and gives back intents;
/// a refused value stays in its field with a sentence below it.
class SetupPanel : public QWidget {
    Q_OBJECT

public:
    explicit SetupPanel(Edits& edits, QWidget* parent = nullptr);
    ~SetupPanel() override;

    MaskPanel& masks() { return *m_masks; }
    /// The numbers that are held; its section is there while there are any.
    HeldPanel& held() { return *m_held; }
    /// What cannot be changed for now, and why: a lesson asks about it.
    struct Locks {
        bool heads = false;
        bool widths = false; ///< d_k and d_v
        bool scale = false;
        bool layout = false;
        bool masks = false; ///< and dropout
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

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The rows from top to bottom.
    enum Field : std::uint8_t {
        Tokens,
        KeyTokens,
        Heads,
        Learnt,
        ModelDim,
        KeyDim,
        ValueDim,
        Batch,
        Weights,
        Seed,
        Biases
    };
    static constexpr int learntChoice = 0;
    static constexpr int randomChoice = 1;
    static constexpr int kindRole = Qt::UserRole;
    static constexpr int sigmaRole = Qt::UserRole + 1;
    static constexpr std::size_t fieldCount = Biases + 1;
    static constexpr const char* learnLink = "#learn";
    static constexpr std::array<const char*, 2> cutLinks = {"#cut", "#cut-keys"};
    /// A value that was refused and waits to be shown as an error: nobody is told
    /// that "5" is wrong while they type "512".
    struct Refusal {
        Field field;
        Error error;
        std::vector<int> offers;
    };

    void buildFields();
    void foldedByHand();
    void connectSections();
    void showSummaries();
    void connectFields();
    void retranslate();

    void showTokens(Field field, const TokenList& tokens, bool changed);
    static TokenSide sideOf(Field field) {
        return field == KeyTokens ? TokenSide::Key : TokenSide::Query;
    }
    TokenList shownTokens(Field field) const;
    /// What is to be known of the words, under them.
    void showWordNotes();
    void takeTokens(Field field, const TokenList& tokens);
    void cutIntoCharacters(Field field);
    void showPieces();
    void showSizes(const AttentionConfig& before, bool all);
    void showBatch();
    void showAutomatic();
    void showWeights();

    void proposeTokens(Field field);
    void proposeSize(Field field, bool urgent);
    void proposeWeights(Field field, const WeightSource& source);
    void showLearnt();
    /// One edit of that field; what refuses is shown as soon as somebody stops typing.
    void propose(Field field, const QString& undoText, const Edits::Change& change,
                 const QString& name, bool urgent, std::vector<int> offers = {});
    void accept(Field field);
    void showRefusal();
    void takeOffer(Field field, int value);
    /// Gives up what was typed and refused: Undo's first step.
    void restore(Field field);
    std::optional<Field> fieldOf(const QObject* control) const;

    AttentionConfig configWith(Field changed, bool withRefused) const;
    std::vector<int> offersFor(Field field, const AttentionConfig& config) const;
    FieldRow& row(Field field) { return *m_rows[field]; }
    SizeSpinBox& size(Field field) const;

    Edits& m_edits;
    Profile m_profile;
    std::shared_ptr<const Experiment> m_shown;
    bool m_showingTokens = false;
    Index m_sequence = 0;

    std::optional<Refusal> m_refusal;
    QTimer m_refusalTimer;

    QLabel* m_title = nullptr;
    std::array<FieldRow*, fieldCount> m_rows{};
    std::array<SizeSpinBox*, fieldCount> m_sizes{};
    std::array<TokenEdit*, 2> m_tokens{};
    QCheckBox* m_raw = nullptr; ///< there where words are pieces of a tokenizer
    QList<FoldSection*> m_folding; ///< all but that of the held numbers
    QStringList m_unfolded;        ///< by hand
    FoldSection* m_sizesSection = nullptr;
    FoldSection* m_maskSection = nullptr;
    FoldSection* m_modelSection = nullptr;
    FoldSection* m_weightsSection = nullptr;
    FoldSection* m_heldSection = nullptr;
    HeldPanel* m_held = nullptr;
    MaskPanel* m_masks = nullptr;
    ModelPanel* m_model = nullptr;
    AttentionFields* m_fields = nullptr;
    BiasBoxes* m_biases = nullptr;
    QString m_unlearntSentence;
    QString m_meantSentence;
    QLabel* m_wordNotes = nullptr;        ///< under the tokens
    SegmentedControl* m_learnt = nullptr; ///< learnt or random; there where something was learnt
    QComboBox* m_weights = nullptr;
    SeedSpinBox* m_seed = nullptr;
};

} // namespace headscope
