// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/window_watch.h"
#include "window/main_window.h"

#include <QMimeData>
#include <QTemporaryDir>

#include <memory>
#include <random>

namespace headscope::testing {

/// The last steps as text, readable at any moment, in a handler of signals too.
class StepLog {
public:
    void add(const QString& step);
    void clear();
    /// The last two steps.
    QString last() const;
    /// Written to the standard error with nothing but write().
    void dump() const;

private:
    QByteArray m_text;
};

/// Somebody who presses, clicks, drags, drops and pastes everything everywhere.
/// What it does follows from its seed.
class Monkey {
public:
    Monkey(std::uint32_t seed, StepLog& log);
    ~Monkey();

    /// One thing at random; then, from time to time, waits for the window and looks at it.
    /// A sentence where something is wrong with it.
    QString step();
    /// Undoes everything and does it again: what comes back has to be the same.
    QString undoAndRedo();

private:
    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    bool once(int in) { return below(in) == 0; }
    template <class T> const T& oneOf(const std::vector<T>& things) {
        return things[static_cast<std::size_t>(below(static_cast<int>(things.size())))];
    }
    QWidget* someWidget();
    QWidget* someField();
    QPoint somePlace(const QWidget& widget);
    void note(const QString& what, const QWidget* where = nullptr);

    void key();
    void type();
    void click();
    void drag();
    void hover();
    void wheel();
    void contextMenu();
    void resize();
    void example();
    void choose();
    void action();
    void undoRedo();
    void drop();
    void paste();
    void wait();

    std::unique_ptr<QMimeData> someData(bool files);
    void writeFiles();
    QString settleAndLook();
    void undoWhatIsTooLarge();

    std::mt19937 m_random;
    StepLog& m_log;
    Complaints m_complaints;
    QTemporaryDir m_folder;
    QStringList m_files;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<DialogCloser> m_closer;
    int m_steps = 0;
    bool m_isTooLarge = false; ///< the experiment does not fit into the memory that it may take
};

/// What must hold whenever nothing is computed any more; empty where it does.
QString contradiction(MainWindow& window);

} // namespace headscope::testing
