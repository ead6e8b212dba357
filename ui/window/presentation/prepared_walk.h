// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/prepared_view.h"

#include <QList>
#include <QObject>

#include <functional>
#include <optional>

class QShortcut;
class QWidget;

namespace headscope {

class Actions;
class ExperimentFile;
class LessonSession;
class PageStack;
class StatusLine;
class Workspace;

/// The prepared views of the document: one is kept, one is shown, a class is walked through them.
class PreparedWalk : public QObject {
    Q_OBJECT

public:
    struct Parts {
        Workspace& workspace;
        PageStack& pages;
        LessonSession& lessons;
        Actions& actions;
        ExperimentFile& file;
        StatusLine& status;
        std::function<bool(const QString& id)> openLesson;
    };
    PreparedWalk(const Parts& parts, QWidget& window);

    /// What is looked at, as a prepared view keeps it, without a title.
    PreparedView view() const;
    /// Goes there, as soon as what it shows is computed; what the run does not have is passed over.
    void show(const PreparedView& view);
    /// The next part of show() that has what it needs: when there is another scene.
    void goOn();

    /// What is looked at is what leaving a lesson shows again, and what is saved meanwhile.
    void putAside() { m_aside = view(); }
    void forgetAside() { m_aside.reset(); }
    /// With the next goOn(); false: nothing was put aside.
    bool bringBack();

    bool isOn() const { return m_on; }
    void setOn(bool on);
    /// "2 of 3: title"; empty without a walk.
    QString caption() const;
    /// During a walk Space and Page Down go to the next prepared view, Page Up to the one before;
    /// false: the key is for others. The window asks by itself.
    bool handleKey(int key);
    void retranslate() { showMenu(); }

Q_SIGNALS:
    void captionChanged(const QString& caption);
    /// The page is as the view has it.
    void arrived();

private:
    /// Asks for a title and keeps what is looked at as the last one of the list.
    void keep();
    QString proposedTitle() const;
    void showAt(std::size_t place);
    void walk(int by);
    void showMenu();

    Parts m_parts;
    QWidget& m_window;
    std::optional<PreparedView> m_toShow;
    std::optional<PreparedView> m_aside;
    bool m_lookedAt = false; ///< what m_toShow selects is selected
    std::size_t m_place = 0; ///< in the list
    bool m_on = false;
    QList<QShortcut*> m_keys;
};

} // namespace headscope
