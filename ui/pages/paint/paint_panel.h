// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "controls/snug_scroll_area.h"
#include "forms/form.h"
#include "pages/paint/paint_scene.h"

#include <vector>

class QProgressBar;
class QPushButton;
class QToolButton;

namespace headscope {

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
    void optionsAsked(const headscope::FitOptions& options);
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
    template <class Part, class T> Binding<T> bound(Part PaintScene::*part, T Part::*member);
    QToolButton* addUndo(const char* name, const char* tip, void (PaintPanel::*asked)());
    QPushButton* addButton(const char* text, const char* tip, void (PaintPanel::*asked)());
    void declareBrush();
    void declareWeight();
    void buildPresets();
    void declareHead();
    void declareDescent();
    void buildButtons();
    void showPresets();
    void showPresetTexts();
    void showIcons();
    void showProgress();

    PaintScene m_scene;
    Form m_form;
    std::vector<QToolButton*> m_presets; ///< as paintPresets(), then the ticket's own, then empty
    QToolButton* m_start;
    QPushButton* m_step;
    QPushButton* m_reset;
    QPushButton* m_use;
    QToolButton* m_undo;
    QToolButton* m_redo;
    QProgressBar* m_progress;
    QLabel* m_progressText;
    std::optional<PaintTarget> m_iconsOf; ///< size, mask and colours that the icons are of
    DisplayOptions m_iconDisplay;
};

} // namespace headscope
