// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controls/snug_scroll_area.h"
#include "pages/train/train_scene.h"

#include <QTimer>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace headscope {

class FieldRow;
class FoldSection;
class SeedSpinBox;

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

protected:
    void changeEvent(QEvent* event) override;

private:
    QComboBox* addChoice(FieldRow*& row, FoldSection* section);
    QSpinBox* addNumber(FieldRow*& row, FoldSection* section, int least, int most, int step);
    void build();
    void buildButtons();
    void connectFields();
    void retranslate();
    void showRecipe();
    void showLayers();
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

    QLabel* m_title;
    QComboBox* m_task;
    QLabel* m_explanation;
    QLabel* m_dataLabel;
    QLabel* m_dataNote;
    QPlainTextEdit* m_text;
    FieldRow* m_watchedRow = nullptr;
    QLineEdit* m_watched;
    FieldRow* m_piecesRow = nullptr;
    QComboBox* m_pieces;
    FieldRow* m_languageRow = nullptr;
    QComboBox* m_language;
    FoldSection* m_sizes;
    FieldRow* m_layersRow = nullptr;
    QComboBox* m_layers;
    FieldRow* m_headsRow = nullptr;
    QSpinBox* m_heads;
    FieldRow* m_modelRow = nullptr;
    QSpinBox* m_model;
    FieldRow* m_hiddenRow = nullptr;
    QSpinBox* m_hidden;
    FoldSection* m_settings;
    FieldRow* m_optimiserRow = nullptr;
    QComboBox* m_optimiser;
    FieldRow* m_rateRow = nullptr;
    QDoubleSpinBox* m_rate;
    FieldRow* m_batchRow = nullptr;
    QSpinBox* m_batch;
    FieldRow* m_smoothingRow = nullptr;
    QDoubleSpinBox* m_smoothing;
    FieldRow* m_stepsRow = nullptr;
    QSpinBox* m_steps;
    FieldRow* m_everyRow = nullptr;
    QSpinBox* m_every;
    FieldRow* m_seedRow = nullptr;
    SeedSpinBox* m_seed;
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
