// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/appearance.h"

#include "support/cases.h"
#include "window/actions.h"
#include "window/style.h"
#include "workspace/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>

#include <tuple>

namespace headscope {

namespace {

/// Whether the system asks for a dark interface. Qt 6.4 has no colour scheme of
/// its own: the system palette tells by its lightness.
bool systemIsDark() {
    static const bool dark = [] {
        const QPalette palette = QGuiApplication::palette();
        return palette.color(QPalette::Window).lightness() <
               palette.color(QPalette::WindowText).lightness();
    }();
    return dark;
}

/// What of the display is remembered, in either.
template <class Of> auto remembered(Of& of) {
    return std::tie(of.map, of.range, of.valuesInCells, of.rowsAreKeys, of.words, of.summaries,
                    of.layers, of.dialect);
}

} // namespace

Appearance::Appearance(Preferences& preferences, Workspace& workspace, Actions& actions,
                       QObject* parent)
    : QObject(parent)
    , m_preferences(preferences)
    , m_workspace(workspace)
    , m_actions(actions) {
    systemIsDark(); // asked before any palette of ours is set
    const auto follow = [this](QAction* action, bool remembered, bool DisplayOptions::*option) {
        action->setChecked(remembered);
        connect(action, &QAction::toggled, this, [this, option](bool on) {
            change([=](DisplayOptions& display) { display.*option = on; });
        });
    };
    follow(actions.valuesInCells, preferences.valuesInCells, &DisplayOptions::valuesInCells);
    follow(actions.rowsAreKeys, preferences.rowsAreKeys, &DisplayOptions::rowsAreKeys);
    follow(actions.words, preferences.words, &DisplayOptions::words);
    follow(actions.summaries, preferences.summaries, &DisplayOptions::summaries);
    follow(actions.reducedMotion, preferences.reducedMotion.value_or(false),
           &DisplayOptions::reducedMotion);
    follow(actions.spotlight, false, &DisplayOptions::spotlight);
    // By the person, who knows better than the system.
    connect(actions.reducedMotion, &QAction::triggered, this,
            [this](bool on) { m_preferences.reducedMotion = on; });
    connect(actions.theme, &QActionGroup::triggered, this,
            [this](QAction* action) { setTheme(action->data().value<ThemeChoice>()); });
    markLanguage(currentLanguage());
}

void Appearance::apply() {
    DisplayOptions display = m_workspace.display();
    remembered(display) = remembered(m_preferences);
    display.reducedMotion = m_preferences.reducedMotion.value_or(false);
    m_workspace.setDisplay(display);
    applyTheme();
}

void Appearance::setTheme(ThemeChoice choice) {
    m_preferences.theme = choice;
    applyTheme();
}

void Appearance::applyTheme() {
    const bool dark = m_preferences.theme == ThemeChoice::Dark ||
                      (m_preferences.theme == ThemeChoice::System && systemIsDark());
    const ThemeKind kind = dark ? ThemeKind::Dark : ThemeKind::Light;
    QApplication::setPalette(paletteOf(theme(kind)));
    for (QAction* action : m_actions.theme->actions())
        action->setChecked(action->data().value<ThemeChoice>() == m_preferences.theme);
    change([kind](DisplayOptions& display) { display.theme = kind; });
}

void Appearance::setLanguage(Language language) {
    m_preferences.language = language;
    useLanguage(language);
    markLanguage(language);
}

void Appearance::markLanguage(Language language) {
    for (QAction* action : m_actions.language->actions())
        action->setChecked(action->data().toString() == languageCode(language));
}

void Appearance::setSystemMotion(bool reduced) {
    if (!m_preferences.reducedMotion)
        m_actions.reducedMotion->setChecked(reduced);
}

void Appearance::carryOut(const want::Display& wanted) {
    std::visit(Cases{[this](const want::ReducedMotion& motion) {
                         m_preferences.reducedMotion = motion.on;
                         m_actions.reducedMotion->setChecked(motion.on);
                     },
                     [this](const want::Layers& layers) {
                         change([&](DisplayOptions& display) { display.layers = layers.look; });
                     },
                     [this](const want::Dialect& code) {
                         change([&](DisplayOptions& display) { display.dialect = code.dialect; });
                     },
                     [this](const want::Switches& pages) { m_preferences.pages = pages.on; }},
               wanted);
}

void Appearance::setLesson(bool open) {
    m_inLesson = open;
    // The texts of lessons speak of rows and columns.
    m_actions.rowsAreKeys->setChecked(!open && m_preferences.rowsAreKeys);
    change([open](DisplayOptions& display) { display.notes = !open; });
}

void Appearance::change(const std::function<void(DisplayOptions&)>& change) {
    DisplayOptions display = m_workspace.display();
    change(display);
    const bool rowsAreKeys = m_preferences.rowsAreKeys;
    remembered(m_preferences) = remembered(display);
    if (m_inLesson) // which has its own
        m_preferences.rowsAreKeys = rowsAreKeys;
    m_workspace.setDisplay(display);
}

} // namespace headscope
