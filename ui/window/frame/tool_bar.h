// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace headscope {

/// How the theme is chosen: the system's, or one of ours.
enum class ThemeChoice : std::uint8_t { System, Light, Dark };

/// The row under the menu: example, undo and redo, which sequence where there are several,
/// export. Shows the state it is given; choices come out as signals.
class ToolBar : public QWidget {
    Q_OBJECT

public:
    ToolBar(QAction* undo, QAction* redo, QAction* exportAction, QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// The example that is shown; an empty id where it is none (any more): then the title.
    void setExample(const std::string& id, const QString& title);
    /// Whether another example can be chosen; else only its name stands there.
    void setExamplesOffered(bool offered);
    /// Why no other sequence can be shown; empty: it can.
    void setSequenceLocked(const QString& why);

Q_SIGNALS:
    void exampleChosen(const QString& id);
    void sequenceChosen(headscope::Index sequence);

protected:
    void changeEvent(QEvent* event) override;

private:
    QToolButton* addActionButton(QAction* action);
    QWidget* addSeparator();
    void retranslate();
    void updateIcons();

    QComboBox* m_example;
    QToolButton* m_undo;
    QToolButton* m_redo;
    QLabel* m_sequenceLabel;
    QComboBox* m_sequence;
    QString m_sequenceLock;
    QWidget* m_sequenceLine;
    QPushButton* m_export;
    QAction* m_undoAction;
    QAction* m_redoAction;
};

} // namespace headscope
