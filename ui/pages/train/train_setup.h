// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controls/snug_scroll_area.h"
#include "forms/form.h"
#include "pages/train/train_scene.h"

#include <QTimer>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace headscope {

class FoldSection;

/// What is learnt and how, in the place of Setup: the task and its data as text, the sentence
/// that is watched, sizes, settings, and Start, Pause, Step, Reset. It shows a recipe and gives
/// back another one.
class TrainSetup : public FieldsAndButtons {
    Q_OBJECT

public:
    explicit TrainSetup(QWidget* parent = nullptr);

    /// The recipe as it is edited, which may be ahead of the one that is trained.
    void setRecipe(const TrainingRecipe& recipe);
    void setScene(const TrainScene& scene);
    /// The data of the recipe, or what is being typed in their place.
    std::string text() const;
    /// What was typed counts now, and not after a pause.
    void takeTyped();

Q_SIGNALS:
    void recipeEdited(const headscope::TrainingRecipe& recipe);
    void startAsked();
    void pauseAsked();
    void stepAsked();
    void resetAsked();
    void bringBackAsked();
    void adoptAsked();
    void everywhereAsked(bool on);
    /// The button that has the keyboard cannot be pressed any more.
    void keyboardLeft();

private:
    /// A part of the recipe: `part` gives a reference to it.
    template <class Part> auto bound(Part part);
    FoldSection* addSection(QVBoxLayout& sections);
    void buildTask();
    void buildData();
    void buildButtons();
    void declareSizes();
    void declareSettings();
    void retranslate();
    void showRecipe();
    void showState();
    void edit(const std::function<void(TrainingRecipe&)>& change);
    std::string typedText() const; ///< empty where it is the task's own
    void takeText();

    TrainingRecipe m_recipe;
    TrainScene m_scene;
    bool m_showing = false;
    QString m_ownText; ///< what the task comes with
    std::optional<std::tuple<TaskKind, Language, std::uint64_t>> m_ownTextOf;
    QTimer m_typing;

    Form m_form;
    QLabel* m_explanation = nullptr;
    QLabel* m_dataNote = nullptr;
    QPlainTextEdit* m_text = nullptr;
    FoldSection* m_sizes = nullptr;
    FoldSection* m_settings = nullptr;
    QToolButton* m_start;
    QPushButton* m_step;
    QPushButton* m_reset;
    QLabel* m_progressLabel;
    QLabel* m_progressNumber;
    QProgressBar* m_progress;
    QLabel* m_note;
    QCheckBox* m_everywhere;
    QPushButton* m_adopt;
};

} // namespace headscope
