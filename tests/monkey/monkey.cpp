// SPDX-License-Identifier: GPL-3.0-or-later
#include "monkey.h"
#include "window/frame/page_stack.h"

#include "document/experiment_json.h"
#include "examples/examples.h"
#include "pages/shapes/shapes_page.h"
#include "window/appearance.h"
#include "window/frame/tool_bar.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QUndoStack>
#include <QWheelEvent>
#include <QtTest>

#include <unistd.h>

namespace headscope::testing {

void StepLog::add(const QString& step) {
    m_text += step.toUtf8() + '\n';
}

void StepLog::clear() {
    m_text.clear();
}

QString StepLog::last() const {
    return QString::fromUtf8(m_text).trimmed().section(u'\n', -2).replace(u'\n', u';');
}

void StepLog::dump() const {
    const char* text = m_text.constData();
    auto left = static_cast<std::size_t>(m_text.size());
    while (left > 0) {
        const ssize_t written = write(STDERR_FILENO, text, left);
        if (written <= 0)
            return;
        text += written;
        left -= static_cast<std::size_t>(written);
    }
}

Monkey::Monkey(std::uint32_t seed, StepLog& log)
    : m_random(seed)
    , m_log(log) {
    writeFiles();
    Preferences preferences;
    preferences.theme = once(2) ? ThemeChoice::Light : ThemeChoice::Dark;
    preferences.language = once(2) ? Language::English : Language::Chinese;
    useLanguage(preferences.language);
    const auto all = examples();
    const Example& first = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    note(QStringLiteral("opens %1").arg(QLatin1String(first.id.data())));
    m_window = std::make_unique<MainWindow>(first.source(), preferences);
    m_window->setRemembering(false);
    // Whoever types sizes at random asks for runs of minutes and for all the memory.
    Workspace& workspace = m_window->workspace();
    workspace.setAvailableMemory([] { return std::optional(Index{100} << 20); });
    QObject::connect(&workspace, &Workspace::memoryShort, m_window.get(),
                     [this] { m_isTooLarge = true; });
    m_window->resize(720 + below(1000), 520 + below(600));
    m_window->show();
    m_window->activateWindow();
    m_closer = std::make_unique<DialogCloser>([this](QWidget& modal) {
        note(QStringLiteral("closes a dialog"), &modal);
        if (auto* dialog = qobject_cast<QDialog*>(&modal))
            dialog->reject();
        else
            modal.close();
    });
}

Monkey::~Monkey() = default;

void Monkey::writeFiles() {
    const auto put = [this](const char* name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
        m_files << file.fileName();
    };
    for (const char* id : {"cross", "encoder-decoder", "causal-padding"}) {
        const std::string json = experimentToJson(findExample(id)->make());
        const QByteArray bytes(json.data(), static_cast<qsizetype>(json.size()));
        put(id, bytes);
        put((QByteArray(id) + "-cut").constData(), bytes.left(bytes.size() * below(100) / 100));
        QByteArray damaged = bytes;
        for (int i = 0; i < 3; ++i)
            damaged[below(static_cast<int>(damaged.size()))] = static_cast<char>(below(256));
        put((QByteArray(id) + "-damaged").constData(), damaged);
    }
    put("empty", {});
    put("bytes.npy", QByteArray("\x93NUMPY\x01\x00\xff\xff", 10));
    m_files << m_folder.path() << m_folder.filePath(QStringLiteral("missing"));
}

void Monkey::note(const QString& what, const QWidget* where) {
    QString line = QStringLiteral("  %1: %2").arg(m_steps).arg(what);
    if (where)
        line += QStringLiteral(" at %1 %2 \"%3\" (%4×%5)")
                    .arg(QLatin1String(where->metaObject()->className()), where->objectName(),
                         where->accessibleName())
                    .arg(where->width())
                    .arg(where->height());
    m_log.add(line);
}

QWidget* Monkey::someWidget() {
    std::vector<QWidget*> widgets{m_window.get()};
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (widget->isVisible() && widget->isEnabled() && !widget->size().isEmpty())
            widgets.push_back(widget);
    }
    return oneOf(widgets);
}

QWidget* Monkey::someField() {
    std::vector<QWidget*> fields;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (widget->isVisible() && widget->isEnabled() &&
            (qobject_cast<QPlainTextEdit*>(widget) || qobject_cast<QLineEdit*>(widget) ||
             qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QAbstractItemView*>(widget)))
            fields.push_back(widget);
    }
    return fields.empty() ? m_window.get() : oneOf(fields);
}

QPoint Monkey::somePlace(const QWidget& widget) {
    return {below(std::max(1, widget.width())), below(std::max(1, widget.height()))};
}

void Monkey::key() {
    static const std::vector<Qt::Key> keys = [] {
        std::vector<Qt::Key> all{Qt::Key_Space,  Qt::Key_Return,    Qt::Key_Enter,  Qt::Key_Escape,
                                 Qt::Key_Tab,    Qt::Key_Backspace, Qt::Key_Delete, Qt::Key_Minus,
                                 Qt::Key_Period, Qt::Key_Plus,      Qt::Key_Menu};
        for (int key = Qt::Key_0; key <= Qt::Key_9; ++key)
            all.push_back(static_cast<Qt::Key>(key));
        for (int key = Qt::Key_A; key <= Qt::Key_Z; ++key)
            all.push_back(static_cast<Qt::Key>(key));
        for (int again = 0; again < 4; ++again) {
            for (int key = Qt::Key_Home; key <= Qt::Key_PageDown; ++key)
                all.push_back(static_cast<Qt::Key>(key));
        }
        for (int key = Qt::Key_F1; key <= Qt::Key_F12; ++key)
            all.push_back(static_cast<Qt::Key>(key));
        return all;
    }();
    static const std::vector<Qt::KeyboardModifiers> modifiers{
        Qt::NoModifier,      Qt::NoModifier,
        Qt::NoModifier,      Qt::NoModifier,
        Qt::ControlModifier, Qt::AltModifier,
        Qt::ShiftModifier,   Qt::ControlModifier | Qt::ShiftModifier};
    QWidget* focus = m_window->focusWidget();
    if (!focus || once(4))
        focus = someWidget();
    const Qt::Key code = oneOf(keys);
    const Qt::KeyboardModifiers with = oneOf(modifiers);
    note(QStringLiteral("key %1").arg(
             QKeySequence(static_cast<int>(code) | static_cast<int>(with.toInt())).toString()),
         focus);
    pressKey(focus, code, with);
}

void Monkey::type() {
    static const std::vector<QString> texts{
        QStringLiteral("0"),        QStringLiteral("-1"),   QStringLiteral("3"),
        QStringLiteral("7.5"),      QStringLiteral("1e30"), QStringLiteral("nan"),
        QStringLiteral("-inf"),     QStringLiteral("12"),   QStringLiteral("one two three"),
        QStringLiteral("我 爱 你"), QStringLiteral("a\tb"), QStringLiteral("64")};
    QWidget* field = someField();
    const QString text = oneOf(texts);
    note(QStringLiteral("types %1").arg(text), field);
    field->setFocus();
    if (once(2))
        pressKey(field, Qt::Key_A, Qt::ControlModifier);
    for (const QChar letter : text)
        QTest::sendKeyEvent(QTest::Click, m_window->focusWidget() ? m_window->focusWidget() : field,
                            Qt::Key_unknown, letter, Qt::NoModifier);
    if (!once(3) && m_window->focusWidget())
        pressKey(m_window->focusWidget(), Qt::Key_Return);
}

void Monkey::click() {
    QWidget* widget = someWidget();
    const QPoint place = somePlace(*widget);
    static const std::vector<Qt::MouseButton> buttons{
        Qt::LeftButton, Qt::LeftButton, Qt::LeftButton, Qt::RightButton, Qt::MiddleButton};
    const Qt::MouseButton button = oneOf(buttons);
    const bool twice = once(3);
    note(QStringLiteral("%1 %2 at %3, %4")
             .arg(twice ? QStringLiteral("double click") : QStringLiteral("click"))
             .arg(button)
             .arg(place.x())
             .arg(place.y()),
         widget);
    const QPointer<QWidget> still(widget);
    QTest::mouseClick(widget, button, {}, place);
    if (twice && still)
        QTest::mouseDClick(widget, button, {}, place);
}

void Monkey::drag() {
    const QPointer<QWidget> widget(someWidget());
    note(QStringLiteral("drag"), widget);
    QTest::mousePress(widget, Qt::LeftButton, {}, somePlace(*widget));
    for (int i = 0; i < 5 && widget; ++i) {
        const QPointF place = somePlace(*widget) * 2 - QPoint(20, 20);
        QMouseEvent move(QEvent::MouseMove, place, widget->mapToGlobal(place), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(widget, &move);
    }
    if (widget)
        QTest::mouseRelease(widget, Qt::LeftButton, {}, somePlace(*widget));
}

void Monkey::hover() {
    const QPointer<QWidget> widget(someWidget());
    note(QStringLiteral("hover"), widget);
    for (int i = 0; i < 4 && widget; ++i)
        QTest::mouseMove(widget, somePlace(*widget));
    if (widget && once(3)) {
        const QPoint place = somePlace(*widget);
        QHelpEvent help(QEvent::ToolTip, place, widget->mapToGlobal(place));
        QCoreApplication::sendEvent(widget, &help);
    }
}

void Monkey::wheel() {
    QWidget* widget = someWidget();
    const QPointF place = somePlace(*widget);
    const int turn = (below(9) - 4) * 120;
    note(QStringLiteral("wheel %1").arg(turn), widget);
    QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, turn}, {},
                      once(3) ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(widget, &event);
}

void Monkey::contextMenu() {
    QWidget* widget = someWidget();
    const QPoint place = somePlace(*widget);
    note(QStringLiteral("context menu"), widget);
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
    QCoreApplication::sendEvent(widget, &event);
}

void Monkey::resize() {
    const QSize size(700 + below(1300), 500 + below(700));
    note(QStringLiteral("resize to %1×%2").arg(size.width()).arg(size.height()));
    m_window->resize(size);
}

void Monkey::example() {
    const auto all = examples();
    const Example& next = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    note(QStringLiteral("example %1").arg(QLatin1String(next.id.data())));
    Q_EMIT m_window->findChild<ToolBar*>()->exampleChosen(QString::fromUtf8(next.id.data()));
}

void Monkey::choose() {
    switch (below(5)) {
    case 0:
        note(QStringLiteral("language"));
        m_window->setLanguage(once(2) ? Language::English : Language::Chinese);
        break;
    case 1:
        note(QStringLiteral("theme"));
        m_window->findChild<Appearance*>()->setTheme(static_cast<ThemeChoice>(below(3)));
        break;
    case 2: {
        const int view = below(4);
        note(QStringLiteral("view %1").arg(view));
        m_window->pages().openTab(view);
        break;
    }
    case 3: {
        const bool on = once(2);
        note(QStringLiteral("presentation %1").arg(on));
        m_window->setPresentation(on);
        break;
    }
    default: {
        std::vector<QComboBox*> boxes;
        for (QComboBox* box : m_window->findChildren<QComboBox*>()) {
            if (box->isVisible() && box->isEnabled() && box->count() > 0)
                boxes.push_back(box);
        }
        if (boxes.empty())
            return;
        QComboBox* box = oneOf(boxes);
        const int index = below(box->count());
        note(QStringLiteral("entry %1").arg(index), box);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
    }
}

void Monkey::action() {
    std::vector<QAction*> actions;
    for (QAction* action : m_window->findChildren<QAction*>()) {
        if (action->isEnabled() && !action->menu() && !action->isSeparator())
            actions.push_back(action);
    }
    QAction* chosen = oneOf(actions);
    note(QStringLiteral("action %1").arg(chosen->text()));
    chosen->trigger();
}

void Monkey::undoRedo() {
    QUndoStack& stack = m_window->workspace().document().undoStack();
    const bool back = !once(3);
    const int times = 1 + below(5);
    note(QStringLiteral("%1 %2 times")
             .arg(back ? QStringLiteral("undo") : QStringLiteral("redo"))
             .arg(times));
    for (int i = 0; i < times; ++i)
        back ? stack.undo() : stack.redo();
}

std::unique_ptr<QMimeData> Monkey::someData(bool files) {
    auto data = std::make_unique<QMimeData>();
    if (files) {
        const QString file = m_files[below(static_cast<int>(m_files.size()))];
        note(QStringLiteral("  the file %1").arg(file));
        data->setUrls(
            {once(8) ? QUrl(QStringLiteral("https://example.org/x")) : QUrl::fromLocalFile(file)});
        return data;
    }
    static const std::vector<QString> texts{QString(),
                                            QStringLiteral("1,2,3\n4,5,6"),
                                            QStringLiteral("1\t2\n3\tx"),
                                            QStringLiteral("0.5"),
                                            QString(3000, u'z'),
                                            QStringLiteral("a b c d e f g h"),
                                            QString(QChar(0x202e)) + QChar(0),
                                            QStringLiteral("9\n").repeated(500),
                                            QStringLiteral("[[1, nan], [inf, -0.0]]")};
    switch (below(5)) {
    case 0: break;
    case 1: data->setImageData(QImage(2, 2, QImage::Format_RGB32)); break;
    case 2: data->setData(QStringLiteral("application/x-monkey"), QByteArray(50, '\xfe')); break;
    default: data->setText(oneOf(texts)); break;
    }
    note(QStringLiteral("  data: %1").arg(data->formats().join(u' ')));
    return data;
}

void Monkey::drop() {
    const QPointer<QWidget> widget(someWidget());
    note(QStringLiteral("drop"), widget);
    const auto data = someData(!once(3));
    const QPoint place = somePlace(*widget);
    QDragEnterEvent enter(place, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(widget, &enter);
    if (!enter.isAccepted() || !widget)
        return;
    QDragMoveEvent move(place, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(widget, &move);
    QDropEvent event(place, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    if (widget)
        QCoreApplication::sendEvent(widget, &event);
}

void Monkey::paste() {
    QWidget* field = once(4) ? someWidget() : someField();
    note(QStringLiteral("paste"), field);
    QGuiApplication::clipboard()->setMimeData(someData(once(5)).release());
    field->setFocus();
    pressKey(field, Qt::Key_V, Qt::ControlModifier);
}

void Monkey::wait() {
    const int time = below(40);
    note(QStringLiteral("waits %1 ms").arg(time));
    QTest::qWait(time);
}

QString Monkey::step() {
    ++m_steps;
    undoWhatIsTooLarge();
    using Deed = void (Monkey::*)();
    static const std::vector<std::pair<int, Deed>> deeds{
        {24, &Monkey::key},        {8, &Monkey::type},   {16, &Monkey::click},
        {5, &Monkey::drag},        {6, &Monkey::hover},  {5, &Monkey::wheel},
        {3, &Monkey::contextMenu}, {6, &Monkey::resize}, {3, &Monkey::example},
        {7, &Monkey::choose},      {5, &Monkey::action}, {4, &Monkey::undoRedo},
        {3, &Monkey::drop},        {4, &Monkey::paste},  {2, &Monkey::wait}};
    static const int all = [] {
        int sum = 0;
        for (const auto& [weight, deed] : deeds)
            sum += weight;
        return sum;
    }();
    int chosen = below(all);
    for (const auto& [weight, deed] : deeds) {
        if ((chosen -= weight) < 0) {
            (this->*deed)();
            break;
        }
    }
    if (!m_window->isVisible()) // it was closed
        m_window->show();
    if (once(3))
        QCoreApplication::processEvents();
    return once(6) ? settleAndLook() : QString();
}

/// Before anybody computes it anyway.
void Monkey::undoWhatIsTooLarge() {
    if (!std::exchange(m_isTooLarge, false))
        return;
    note(QStringLiteral("undoes what does not fit"));
    m_window->workspace().document().undoStack().undo();
}

QString Monkey::settleAndLook() {
    note(QStringLiteral("settles"));
    m_window->settle();
    while (m_isTooLarge) {
        undoWhatIsTooLarge();
        m_window->settle();
    }
    m_window->repaint();
    const QString said = m_complaints.takeAll();
    return said.isEmpty() ? contradiction(*m_window) : said;
}

namespace {
/// The first line in which two differ, of both.
QString firstDifference(const Experiment& a, const Experiment& b) {
    const QStringList ofA = QString::fromStdString(experimentToJson(a)).split(u'\n');
    const QStringList ofB = QString::fromStdString(experimentToJson(b)).split(u'\n');
    for (qsizetype i = 0; i < std::min(ofA.size(), ofB.size()); ++i) {
        if (ofA[i] != ofB[i])
            return ofA[i].left(200) + QStringLiteral(" | ") + ofB[i].left(200);
    }
    return QStringLiteral("%1 lines | %2").arg(ofA.size()).arg(ofB.size());
}
} // namespace

QString Monkey::undoAndRedo() {
    Document& document = m_window->workspace().document();
    QUndoStack& stack = document.undoStack();
    note(QStringLiteral("undoes and redoes everything"));
    const int place = stack.index();
    while (stack.canRedo())
        stack.redo();
    const Experiment last = *document.experiment();
    while (stack.canUndo())
        stack.undo();
    const Experiment first = *document.experiment();
    if (const QString wrong = settleAndLook(); !wrong.isEmpty())
        return wrong;
    if (stack.canUndo()) // what was typed before, and waited for more of it, is an edit now
        return {};
    while (stack.canRedo())
        stack.redo();
    if (!(*document.experiment() == last))
        return QStringLiteral("what is redone is not what was undone: ") +
               firstDifference(*document.experiment(), last);
    if (const QString wrong = settleAndLook(); !wrong.isEmpty())
        return wrong;
    stack.setIndex(0);
    if (!(*document.experiment() == first))
        return QStringLiteral("what is undone a second time is something else");
    stack.setIndex(place);
    return settleAndLook();
}

} // namespace headscope::testing
