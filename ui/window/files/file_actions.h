// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMainWindow;

namespace headscope {

class Actions;
class ExperimentFile;
class LessonSession;
class PreparedWalk;
class StatusLine;
class ToolBar;
class WeightsBar;
class Workspace;

/// Which document stands in the window: the menu of the files, the examples, what is asked and said
/// of them, and the title.
class FileActions : public QObject {
    Q_OBJECT

public:
    struct Parts {
        Workspace& workspace;
        ExperimentFile& file;
        Actions& actions;
        ToolBar& toolBar;
        WeightsBar& weights;
        StatusLine& status;
        LessonSession& lessons;
        PreparedWalk& walk;
    };
    FileActions(const Parts& parts, QMainWindow& window);

    /// An example that nobody touched, in the language of the program.
    void followLanguage();
    void showTitle();

private:
    void connectFile();
    void openExample(const QString& id);

    Parts m_parts;
    QMainWindow& m_window;
};

} // namespace headscope
