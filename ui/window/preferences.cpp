// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/preferences.h"

#include "words/numbers/range_words.h"

#include <QSettings>
#include <QStringList>

#include <algorithm>

namespace headscope {

namespace {

/// Settings of another version of this layout are not read.
constexpr auto settingsGroup = "window-1";

/// A stored number that names a value of an enumeration, or the default.
template <class Enum>
Enum choice(const QSettings& settings, const char* key, Enum preset, int count) {
    bool ok = false;
    const int value = settings.value(QLatin1String(key)).toInt(&ok);
    return ok && value >= 0 && value < count ? static_cast<Enum>(value) : preset;
}

/// Steps by their names, which stay what they are when another one comes.
void readWorksheet(const QSettings& settings, WorksheetChoices& choices) {
    if (settings.contains(QStringLiteral("worksheetSteps"))) {
        const QStringList names = settings.value(QStringLiteral("worksheetSteps")).toStringList();
        choices.steps.clear();
        for (const WorksheetStepName& known : worksheetStepNames()) {
            const QLatin1String name(known.name.data(), std::ssize(known.name));
            if (known.steps.size() == 1 && names.contains(name))
                choices.steps.push_back(known.steps.front());
        }
    }
    choices.blanks = settings.value(QStringLiteral("worksheetBoxes"), choices.blanks).toInt();
    choices.decimals =
        settings.value(QStringLiteral("worksheetDecimals"), choices.decimals).toInt();
    choices.paper = choice(settings, "worksheetPaper", choices.paper, 2);
    choices.solutions =
        settings.value(QStringLiteral("worksheetSolutions"), choices.solutions).toBool();
    choices.apart = settings.value(QStringLiteral("worksheetApart"), choices.apart).toBool();
    choices.handy = settings.value(QStringLiteral("worksheetHandy"), choices.handy).toBool();
    choices.latex = settings.value(QStringLiteral("worksheetLatex"), choices.latex).toBool();
}

void writeWorksheet(QSettings& settings, const WorksheetChoices& choices) {
    QStringList names;
    for (const WorksheetStepName& known : worksheetStepNames()) {
        if (known.steps.size() == 1 &&
            std::ranges::find(choices.steps, known.steps.front()) != choices.steps.end())
            names << QLatin1String(known.name.data(), std::ssize(known.name));
    }
    settings.setValue(QStringLiteral("worksheetSteps"), names);
    settings.setValue(QStringLiteral("worksheetBoxes"), choices.blanks);
    settings.setValue(QStringLiteral("worksheetDecimals"), choices.decimals);
    settings.setValue(QStringLiteral("worksheetPaper"), static_cast<int>(choices.paper));
    settings.setValue(QStringLiteral("worksheetSolutions"), choices.solutions);
    settings.setValue(QStringLiteral("worksheetApart"), choices.apart);
    settings.setValue(QStringLiteral("worksheetHandy"), choices.handy);
    settings.setValue(QStringLiteral("worksheetLatex"), choices.latex);
}

} // namespace

Preferences loadPreferences() {
    QSettings settings;
    settings.beginGroup(QLatin1String(settingsGroup));
    Preferences p;
    const auto flag = [&](const char* key, bool preset) {
        return settings.value(QLatin1String(key), preset).toBool();
    };
    p.theme = choice(settings, "theme", p.theme, 3);
    p.language = languageFrom(settings.value(QStringLiteral("language")).toString())
                     .value_or(systemLanguage());
    p.map = choice(settings, "colourMap", p.map, static_cast<int>(std::size(sequentialMaps)));
    p.range = {choice(settings, "range", p.range.mode, 4), flag("squareRoot", false)};
    p.range.typed = typedRangeFrom(settings.value(QStringLiteral("typedRange")).toString());
    p.valuesInCells = flag("valuesInCells", p.valuesInCells);
    p.rowsAreKeys = flag("rowsAreKeys", p.rowsAreKeys);
    p.words = flag("words", p.words);
    p.summaries = flag("summaries", p.summaries);
    p.pages.wrongWay = flag("wrongWay", p.pages.wrongWay);
    p.pages.places = flag("places", p.pages.places);
    // By their names, which stay what they are when another measure comes.
    const QString measure = settings.value(QStringLiteral("layersMeasure")).toString();
    if (measure == QStringLiteral("none"))
        p.layers.measure.reset();
    for (const Measure one : allMeasures) {
        if (measure == QLatin1String(measureName(one)))
            p.layers.measure = one;
    }
    p.layers.order = choice(settings, "layersOrder", p.layers.order, layersOrderCount);
    // By its name, as the measure.
    const QString dialect = settings.value(QStringLiteral("dialect")).toString();
    for (const CodeDialect one : codeDialects) {
        if (dialect == QLatin1String(dialectName(one)))
            p.dialect = one;
    }
    // Whether somebody chose false was not told apart from nobody having chosen.
    const QString motion = settings.value(QStringLiteral("motion")).toString();
    if (motion == QStringLiteral("reduced") || flag("reducedMotion", false))
        p.reducedMotion = true;
    else if (motion == QStringLiteral("full"))
        p.reducedMotion = false;
    p.setupWidth = settings.value(QStringLiteral("setupWidth")).toInt();
    p.setupFolded = flag("setupFolded", p.setupFolded);
    p.inspectorFolded = flag("inspectorFolded", p.inspectorFolded);
    p.setupUnfolded = settings.value(QStringLiteral("setupUnfolded")).toStringList();
    p.beginHidden = flag("beginHidden", p.beginHidden);
    p.lessonsDone = settings.value(QStringLiteral("lessonsDone")).toStringList();
    p.geometry = settings.value(QStringLiteral("geometry")).toByteArray();
    p.handbookGeometry = settings.value(QStringLiteral("handbookGeometry")).toByteArray();
    p.experimentFolder = settings.value(QStringLiteral("experimentFolder")).toString();
    p.figureFolder = settings.value(QStringLiteral("figureFolder")).toString();
    readWorksheet(settings, p.worksheet);
    return p;
}

void savePreferences(const Preferences& p) {
    QSettings settings;
    settings.beginGroup(QLatin1String(settingsGroup));
    settings.setValue(QStringLiteral("theme"), static_cast<int>(p.theme));
    settings.setValue(QStringLiteral("language"), languageCode(p.language));
    settings.setValue(QStringLiteral("colourMap"), static_cast<int>(p.map));
    settings.setValue(QStringLiteral("range"), static_cast<int>(p.range.mode));
    settings.setValue(QStringLiteral("squareRoot"), p.range.squareRoot);
    settings.setValue(QStringLiteral("typedRange"),
                      p.range.typed ? typedRangeText(*p.range.typed) : QString());
    settings.setValue(QStringLiteral("valuesInCells"), p.valuesInCells);
    settings.setValue(QStringLiteral("rowsAreKeys"), p.rowsAreKeys);
    settings.setValue(QStringLiteral("words"), p.words);
    settings.setValue(QStringLiteral("summaries"), p.summaries);
    settings.setValue(QStringLiteral("wrongWay"), p.pages.wrongWay);
    settings.setValue(QStringLiteral("places"), p.pages.places);
    settings.setValue(QStringLiteral("layersMeasure"),
                      p.layers.measure ? QString(QLatin1String(measureName(*p.layers.measure)))
                                       : QStringLiteral("none"));
    settings.setValue(QStringLiteral("layersOrder"), static_cast<int>(p.layers.order));
    settings.setValue(QStringLiteral("dialect"), QLatin1String(dialectName(p.dialect)));
    settings.remove(QStringLiteral("reducedMotion")); // of an older version
    settings.setValue(QStringLiteral("motion"), !p.reducedMotion   ? QStringLiteral("system")
                                                : *p.reducedMotion ? QStringLiteral("reduced")
                                                                   : QStringLiteral("full"));
    settings.setValue(QStringLiteral("setupWidth"), p.setupWidth);
    settings.setValue(QStringLiteral("setupFolded"), p.setupFolded);
    settings.setValue(QStringLiteral("inspectorFolded"), p.inspectorFolded);
    settings.setValue(QStringLiteral("setupUnfolded"), p.setupUnfolded);
    settings.setValue(QStringLiteral("beginHidden"), p.beginHidden);
    settings.setValue(QStringLiteral("lessonsDone"), p.lessonsDone);
    settings.setValue(QStringLiteral("geometry"), p.geometry);
    settings.setValue(QStringLiteral("handbookGeometry"), p.handbookGeometry);
    settings.setValue(QStringLiteral("experimentFolder"), p.experimentFolder);
    settings.setValue(QStringLiteral("figureFolder"), p.figureFolder);
    writeWorksheet(settings, p.worksheet);
}

} // namespace headscope
