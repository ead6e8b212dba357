// SPDX-License-Identifier: GPL-3.0-or-later
// Every action and every key before the first picture exists, and while a newer one
// is being computed; and every kind of data that can be pasted into a text.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/heads_view.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "support/window_watch.h"
#include "type/fonts.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

std::vector<Qt::Key> everyKey() {
    std::vector<Qt::Key> keys;
    const auto add = [&](Qt::Key first, Qt::Key last) {
        for (int key = first; key <= last; ++key)
            keys.push_back(static_cast<Qt::Key>(key));
    };
    add(Qt::Key_Space, Qt::Key_AsciiTilde);
    add(Qt::Key_Escape, Qt::Key_Delete);
    add(Qt::Key_Home, Qt::Key_PageDown);
    add(Qt::Key_F1, Qt::Key_F12);
    keys.push_back(Qt::Key_Menu);
    return keys;
}

constexpr Qt::KeyboardModifiers everyModifier[] = {Qt::NoModifier, Qt::ControlModifier,
                                                   Qt::ShiftModifier, Qt::AltModifier,
                                                   Qt::ControlModifier | Qt::ShiftModifier};

/// Cannot be computed: the scene stays empty for ever.
Experiment impossible() {
    Experiment experiment = findExample("arange")->make();
    experiment.config.heads = 4; // does not divide d_model 6
    return experiment;
}

QMimeData* odd(const QString& kind) {
    auto* data = new QMimeData;
    if (kind == QLatin1String("empty text"))
        data->setText(QString());
    else if (kind == QLatin1String("text"))
        data->setText(QStringLiteral("one 二\nthree\tfour\r\n\u2029five \U0001F600"));
    else if (kind == QLatin1String("nothing but controls"))
        data->setText(QString(QChar(0)) + QChar(0x202e) + QChar(0xd800) + QChar(0x1b));
    else if (kind == QLatin1String("html"))
        data->setHtml(QStringLiteral("<table><tr><td>1</td></tr></table>"));
    else if (kind == QLatin1String("picture"))
        data->setImageData(QImage(3, 3, QImage::Format_RGB32));
    else if (kind == QLatin1String("files"))
        data->setUrls({QUrl(QStringLiteral("file:///nowhere")), QUrl()});
    else if (kind == QLatin1String("bytes"))
        data->setData(QStringLiteral("application/octet-stream"), QByteArray(100, '\xff'));
    else if (kind == QLatin1String("a format without a name"))
        data->setData(QString(), QByteArray("x"));
    return data; // "nothing" has no format at all
}

} // namespace

class TestEarlyInput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void before_the_first_picture_data();
    void before_the_first_picture();
    void while_computing();
    void any_data_can_be_pasted_data();
    void any_data_can_be_pasted();

private:
    void open(Experiment experiment);
    void everyActionAndKey(const std::function<void()>& before);

    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<Complaints> m_complaints;
};

void TestEarlyInput::initTestCase() {
    dressAsTheProgram();
}

void TestEarlyInput::init() {
    m_complaints = std::make_unique<Complaints>();
}

void TestEarlyInput::cleanup() {
    m_window.reset();
    const QString said = m_complaints->takeAll();
    m_complaints.reset();
    QVERIFY2(said.isEmpty(), qPrintable(said));
}

void TestEarlyInput::open(Experiment experiment) {
    m_window = shownWindow(std::move(experiment), false);
}

/// `before` brings the window into the state in question.
void TestEarlyInput::everyActionAndKey(const std::function<void()>& before) {
    const DialogCloser closer;
    const auto settle = [&] {
        QCoreApplication::processEvents();
        m_window->repaint();
        const QString said = m_complaints->takeAll();
        if (!said.isEmpty())
            qCritical("%s", qPrintable(said));
        if (!m_window->isVisible())
            m_window->show();
    };
    before();
    const qsizetype actions = m_window->findChildren<QAction*>().size();
    QVERIFY(actions > 30);
    for (qsizetype i = 0; i < actions; ++i) {
        // Looked up again: a list of its own, such as that of a menu, may have changed.
        const auto now = m_window->findChildren<QAction*>();
        if (i < now.size() && !now[i]->menu())
            now[i]->trigger();
        settle();
        before();
    }
    for (const Qt::KeyboardModifiers modifiers : everyModifier) {
        for (const Qt::Key key : everyKey()) {
            pressKey(m_window.get(), key, modifiers);
            settle();
        }
        before();
    }
    // And some plain ones at every widget that takes keys.
    QList<QPointer<QWidget>> widgets;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (widget->focusPolicy() != Qt::NoFocus)
            widgets << widget;
    }
    for (const QPointer<QWidget>& widget : widgets) {
        for (const Qt::Key key : {Qt::Key_1, Qt::Key_9, Qt::Key_M, Qt::Key_Space, Qt::Key_Return,
                                  Qt::Key_Up, Qt::Key_Right, Qt::Key_Home, Qt::Key_End,
                                  Qt::Key_PageDown, Qt::Key_Escape, Qt::Key_Delete, Qt::Key_V}) {
            if (widget && widget->isVisible() && widget->isEnabled())
                pressKey(widget, key);
        }
        settle();
    }
}

void TestEarlyInput::before_the_first_picture_data() {
    QTest::addColumn<bool>("held");
    QTest::newRow("the_first_computation_runs") << true;
    QTest::newRow("the_first_computation_failed") << false;
}

void TestEarlyInput::before_the_first_picture() {
    QFETCH(bool, held);
    std::unique_ptr<HeldComputation> hold;
    if (held)
        hold = std::make_unique<HeldComputation>();
    int windows = 0;
    everyActionAndKey([&] {
        // Some actions wait for the picture, and then there is one: begin again.
        if (m_window && m_window->workspace().scene().isEmpty())
            return;
        open(held ? findExample("ticket")->make() : impossible());
        QVERIFY(m_window->workspace().scene().isEmpty());
        ++windows;
    });
    QVERIFY(windows > 0);
}

void TestEarlyInput::while_computing() {
    open(findExample("encoder-decoder")->make());
    m_window->settle();
    const HeldComputation hold;
    everyActionAndKey([&] {
        if (m_window->workspace().isComputing())
            return;
        Workspace& workspace = m_window->workspace();
        // Another one than it has, also where an action took the next one before.
        const Experiment& now = workspace.experiment();
        workspace.document().edit(QStringLiteral("seed"), withSeed(now, now.seed + 1));
        QVERIFY(workspace.isComputing());
    });
    // And what was computed in the end is that of the last edit.
    m_window->settle();
    Workspace& workspace = m_window->workspace();
    QVERIFY(!workspace.isComputing());
    if (!workspace.error())
        QVERIFY(workspace.scene().revision == workspace.document().revision());
}

void TestEarlyInput::any_data_can_be_pasted_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"nothing", "empty text", "text", "nothing but controls", "html",
                             "picture", "files", "bytes", "a format without a name"})
        QTest::addRow("%s", kind) << QString::fromLatin1(kind);
}

void TestEarlyInput::any_data_can_be_pasted() {
    QFETCH(QString, kind);
    open(findExample("cross")->make());
    m_window->settle();
    const DialogCloser closer;
    int fields = 0;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        auto* area = qobject_cast<QAbstractScrollArea*>(widget);
        if (!widget->isVisible() || (widget->focusPolicy() == Qt::NoFocus && !area))
            continue;
        QGuiApplication::clipboard()->setMimeData(odd(kind));
        widget->setFocus();
        pressKey(widget, Qt::Key_V, Qt::ControlModifier);
        // Dropped: what a widget does not take goes to those around it, as Qt does it.
        const std::unique_ptr<QMimeData> data(odd(kind));
        QWidget* target = area ? area->viewport() : widget;
        const QPoint place = target->rect().center();
        QDragEnterEvent enter(place, Qt::CopyAction, data.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(target, &enter);
        if (enter.isAccepted()) {
            QDragMoveEvent move(place, Qt::CopyAction, data.get(), Qt::LeftButton, {});
            QCoreApplication::sendEvent(target, &move);
            QDropEvent drop(place, Qt::CopyAction, data.get(), Qt::LeftButton, {});
            QCoreApplication::sendEvent(target, &drop);
        }
        fields += qobject_cast<QPlainTextEdit*>(widget) || qobject_cast<QLineEdit*>(widget);
    }
    QVERIFY(fields >= 2);
    m_window->settle();
    if (kind == QLatin1String("files")) // they are the window's, wherever they are dropped
        QVERIFY(!m_window->workspace().experiment().tokens.front().front().starts_with("file:"));
}

HEADSCOPE_TEST(TestEarlyInput, QApplication)
#include "test_early_input.moc"
