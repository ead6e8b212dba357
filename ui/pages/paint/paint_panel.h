// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controls/snug_scroll_area.h"
#include "pages/paint/paint_scene.h"

#include <vector>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSlider;
class QSpinBox;
class QToolButton;

namespace headscope {

class FieldRow;
class SeedSpinBox;

inline constexpr int presetIconSize = 52;

/// The left side of the Paint page: brush, what to start from, the head, the descent.
class PaintPanel : public FieldsAndButtons {
    Q_OBJECT

public:
    explicit PaintPanel(QWidget* parent = nullptr);

    /// Shows it without emitting.
    void setPaint(const PaintScene& scene);

Q_SIGNALS:
    void toolsAsked(const headscope::PaintTools& tools);
    void optionsAsked(const headscope::PaintOptions& options);
    void positionsAsked(bool positions);
    void targetAsked(const headscope::PaintTarget& target);
    void startAsked();
    void cancelAsked();
    void stepAsked();
    void resetAsked();
    void undoAsked();
    void redoAsked();
    /// The weights are to be the head's in the experiment.
    void useAsked();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel* addTitle();
    void showProgress();
    FieldRow* addRow(QWidget* control);
    void addBrush();
    void addPresets();
    void addFields();
    void addButtons();
    void connectFields();
    void retranslate();
    void showPresets();
    void showIcons();
    void showPresetTexts();
    void showTokens();
    void propose();

    PaintScene m_scene;
    std::vector<QLabel*> m_titles;
    QButtonGroup* m_brush;
    QSlider* m_weight;
    QLabel* m_weightTitle;
    QLabel* m_weightNumber;
    QCheckBox* m_keep;
    std::vector<QToolButton*> m_presets; ///< as paintPresets(), then the ticket's own, then empty
    QSpinBox* m_keyDim;
    QComboBox* m_tokens;
    QDoubleSpinBox* m_rate;
    QSpinBox* m_steps;
    QSpinBox* m_starts;
    QDoubleSpinBox* m_largest;
    SeedSpinBox* m_seed;
    std::vector<FieldRow*> m_rows;
    QToolButton* m_start;
    QPushButton* m_step;
    QPushButton* m_reset;
    QToolButton* m_undo;
    QToolButton* m_redo;
    QPushButton* m_use;
    QProgressBar* m_progress;
    QLabel* m_progressText;
    bool m_showing = false;               ///< setPaint() runs: nobody typed anything
    std::optional<PaintTarget> m_iconsOf; ///< size, mask and colours that the icons are of
    DisplayOptions m_iconDisplay;
};

} // namespace headscope
