// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"
#include "scene/value_scale.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace headscope {

/// How the theme is chosen: the system's, or one of ours.
enum class ThemeChoice : std::uint8_t { System, Light, Dark };

/// The row under the menu: example, undo and redo, sequence, colours, range,
/// theme, export. Shows the state it is given; choices come out as signals.
class ToolBar : public QWidget {
    Q_OBJECT

public:
    ToolBar(QAction* undo, QAction* redo, QAction* exportAction, QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// What the colours of the shown view stand for: nothing where it has a range of its own
    /// and the choice says nothing.
    /// `spread`: whether the view draws rows on their own ranges and square roots.
    void setRange(const std::optional<ValueScale>& range, bool choosable, bool spread);
    /// The example that is shown; an empty id where it is none (any more): then the title.
    void setExample(const std::string& id, const QString& title);
    void setThemeChoice(ThemeChoice choice);
    /// Whether another example can be chosen; else only its name stands there.
    void setExamplesOffered(bool offered);

Q_SIGNALS:
    void exampleChosen(const QString& id);
    void sequenceChosen(headscope::Index sequence);
    void colourMapChosen(headscope::ColourMap map);
    void rangeChosen(const headscope::RangeChoice& choice);
    void themeChosen(headscope::ThemeChoice choice);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QComboBox* addChoice(QLabel*& label, int width);
    QToolButton* addActionButton(QAction* action);
    void addSeparator();
    void retranslate();
    void updateIcons();
    void nameRanges();

    QComboBox* m_example;
    QToolButton* m_undo;
    QToolButton* m_redo;
    QLabel* m_sequenceLabel;
    QComboBox* m_sequence;
    QLabel* m_coloursLabel;
    QComboBox* m_colours;
    QLabel* m_rangeLabel;
    QComboBox* m_range;
    QLabel* m_themeLabel;
    QComboBox* m_theme;
    QPushButton* m_export;
    QToolButton* m_root; ///< small values are told apart
    std::optional<ValueScale> m_shownRange;
    bool m_spread = true;
    QStringList m_rangeNames;
    QAction* m_undoAction;
    QAction* m_redoAction;
};

} // namespace headscope
