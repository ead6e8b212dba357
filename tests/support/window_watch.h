// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QMenu>
#include <QMutex>
#include <QStringList>
#include <QTimer>
#include <QtTest>

#include <functional>
#include <utility>

namespace headscope::testing {

/// Any key; QTest::keyClick() knows only some of them.
inline void pressKey(QWidget* widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QString text;
    const bool printable = key >= Qt::Key_Space && key <= Qt::Key_AsciiTilde;
    if (printable && !(modifiers & (Qt::ControlModifier | Qt::AltModifier)))
        text = QChar(static_cast<char16_t>(key));
    QTest::sendKeyEvent(QTest::Click, widget, key,
                        modifiers & Qt::ShiftModifier ? text : text.toLower(), modifiers);
}

/// Gathers every warning that Qt or the program says while it lives.
class Complaints {
public:
    Complaints() {
        s_now = this;
        m_before = qInstallMessageHandler(take);
    }
    ~Complaints() {
        qInstallMessageHandler(m_before);
        s_now = nullptr;
    }
    Complaints(const Complaints&) = delete;
    Complaints& operator=(const Complaints&) = delete;

    /// What was said since the last call, one line for each; empty where all is well.
    QString takeAll() {
        const QMutexLocker lock(&m_mutex);
        return std::exchange(m_said, {}).join(u'\n');
    }

private:
    static void take(QtMsgType type, const QMessageLogContext& context, const QString& text) {
        // What the offscreen platform cannot do is no fault of the program.
        if (text.startsWith(QLatin1String("This plugin does not support")))
            return;
        if ((type == QtWarningMsg || type == QtCriticalMsg) && s_now) {
            const QMutexLocker lock(&s_now->m_mutex);
            s_now->m_said << text;
            return;
        }
        if (s_now && s_now->m_before)
            s_now->m_before(type, context, text);
    }

    static inline Complaints* s_now = nullptr;
    QtMessageHandler m_before = nullptr;
    QMutex m_mutex;
    QStringList m_said;
};

/// Closes menus and dialogs that wait for somebody, so that a test goes on.
class DialogCloser : public QObject {
public:
    /// What to do with a modal dialog; nothing given: reject it.
    explicit DialogCloser(std::function<void(QWidget&)> answer = {})
        : m_answer(std::move(answer)) {
        connect(&m_timer, &QTimer::timeout, this, [this] { closeOne(); });
        m_timer.start(2);
    }

private:
    void closeOne() {
        if (QWidget* popup = QApplication::activePopupWidget()) {
            popup->close();
            return;
        }
        QWidget* modal = QApplication::activeModalWidget();
        if (!modal)
            return;
        if (m_answer)
            m_answer(*modal);
        else if (auto* dialog = qobject_cast<QDialog*>(modal))
            dialog->reject();
        else
            modal->close();
    }

    std::function<void(QWidget&)> m_answer;
    QTimer m_timer;
};

/// While it lives, no result of a computation reaches the window: the computation
/// takes as long as the test wants.
class HeldComputation : public QObject {
public:
    HeldComputation() { qApp->installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        return event->type() == QEvent::MetaCall &&
               qstrcmp(watched->metaObject()->className(), "headscope::LatestJob") == 0;
    }
};

} // namespace headscope::testing
