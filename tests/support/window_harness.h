// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/model_source.h"
#include "files/carried_models.h"
#include "head_fit/presets.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/paint/paint_page.h"
#include "pages/paint/paint_session.h"
#include "type/fonts.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QApplication>
#include <QStandardPaths>
#include <QtTest>

namespace headscope {

/// Style, type and language of the program; no choices of whoever runs the test.
inline void dressAsTheProgram() {
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));
    useLanguage(Language::English);
}

/// Of somebody who has unfolded and asked for what a first window does not show, so that there is
/// more to go wrong; test_view_controls looks at the first window.
inline Preferences lightPreferences() {
    Preferences preferences;
    preferences.theme = ThemeChoice::Light;
    preferences.setupUnfolded = {QStringLiteral("sizes"), QStringLiteral("tensors")};
    preferences.summaries = preferences.pages.wrongWay = preferences.pages.places = true;
    return preferences;
}

/// The window of the program as somebody has it in front: light, in English, active. What it
/// shows is computed, unless `settled` says not to wait.
inline std::unique_ptr<MainWindow> shownWindow(Source source, bool settled = true) {
    useLanguage(Language::English);
    auto window = std::make_unique<MainWindow>(std::move(source), lightPreferences());
    window->setRemembering(false);
    window->resize(1440, 900); // whatever the screen is: with the setup beside the picture
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get()))
        qFatal("the window is not exposed");
    window->activateWindow();
    if (settled)
        window->settle();
    return window;
}

/// Lets Paint look from one start and for few steps, where what is written matters and not what is
/// found: whole searches are a third of what such a test takes.
inline void lookShortly(MainWindow& window) {
    PaintSession& session = window.page<PaintPage>().session();
    FitOptions options = session.scene().options;
    options.starts = 1;
    options.steps = 200;
    session.setOptions(options);
}

/// Paints what there is most to say about: of the ten words of the ticket what textbooks say, else
/// the diagonal.
inline void paintPattern(MainWindow& window) {
    PaintSession& session = window.page<PaintPage>().session();
    if (session.scene().isEmpty())
        return;
    const PaintTarget& now = session.scene().problem->target;
    const bool isTicket =
        window.workspace().experiment().example == "ticket" && now.queries == 10 && now.keys == 10;
    session.setTarget(isTicket
                          ? withMask(ticketRelations(), now.mayAttend)
                          : presetTarget(paintPresets()[0], now.queries, now.keys, now.mayAttend));
    session.start();
    window.settle();
}

/// One of the models that come along, in the place of what is shown.
inline void openCarriedModel(MainWindow& window, const char* text = "And the LORD spake unto",
                             std::size_t which = 0) {
    const auto opened = openModel(folderOf(carriedModels()[which]).toStdString());
    if (!opened)
        qFatal("the model does not open");
    ModelSource source = modelSource(*opened);
    source.text = text;
    window.workspace().document().begin(QStringLiteral("open"),
                                        std::make_shared<const ModelSource>(source));
    window.settle();
}

/// The first part that is seen and whose name for screen readers has that in it; nullptr: none.
template <class T> T* byAccessibleName(QWidget& window, const QString& part) {
    for (T* widget : window.findChildren<T*>()) {
        const QString name = widget->accessibleName();
        if (widget->isVisible() && name.contains(part, Qt::CaseInsensitive))
            return widget;
    }
    return nullptr;
}

/// The parts of that name (QObject::objectName()), as they were made; not what is about to go.
template <class T> QList<T*> allNamed(const QWidget& parent, const char* name) {
    QList<T*> found;
    for (T* widget : parent.findChildren<T*>(QLatin1String(name))) {
        const QWidget* around = widget->parentWidget();
        if (around == &parent || around->isVisibleTo(&parent))
            found << widget;
    }
    return found;
}

/// The first of them; nullptr: none.
template <class T> T* named(const QWidget& parent, const char* name) {
    return allNamed<T>(parent, name).value(0);
}

/// The lesson's slide of the window itself, and not that of a projector.
inline LessonSlide& slideOf(const MainWindow& window) {
    for (auto* slide : window.findChildren<LessonSlide*>()) {
        if (slide->window() == &window)
            return *slide;
    }
    qFatal("the window has no slide");
}

} // namespace headscope
