// SPDX-License-Identifier: GPL-3.0-or-later
#include "monkey.h"

#include <algorithm>

namespace headscope::testing {

namespace {

QString wrongCell(const char* name, const std::optional<PanelCell>& cell, int panels, Index rows,
                  Index columns) {
    if (!cell || (cell->panel >= 0 && cell->panel < panels && cell->row >= 0 && cell->row < rows &&
                  cell->column >= 0 && cell->column < columns))
        return {};
    return QStringLiteral("the %1 cell %2: %3, %4 lies outside of %5 panels of %6 × %7")
        .arg(QLatin1String(name))
        .arg(cell->panel)
        .arg(cell->row)
        .arg(cell->column)
        .arg(panels)
        .arg(rows)
        .arg(columns);
}

} // namespace

QString contradiction(MainWindow& window) {
    Workspace& workspace = window.workspace();
    const Scene& scene = workspace.scene();
    if (workspace.isComputing())
        return QStringLiteral("it computes although it has settled");
    if (scene.isEmpty())
        return workspace.error() ? QString() : QStringLiteral("no picture and no error");
    if (!workspace.error() && scene.revision != workspace.document().revision())
        return QStringLiteral("the picture is not that of the experiment");
    const auto& scopes = scene.blocks->scopes;
    if (std::ranges::find(scopes, scene.selection.scope, &TraceScope::path) == scopes.end())
        return QStringLiteral("the model has no block \"%1\"")
            .arg(QString::fromStdString(scene.selection.scope));
    const Selection& selection = scene.selection;
    const std::vector<Stage> stages = allStagesOf(scene.kind(), *scene.trace);
    if (std::ranges::find(stages, selection.stage) == stages.end() &&
        std::ranges::find(stagesOf(scene.kind()), selection.stage) == stagesOf(scene.kind()).end())
        return QStringLiteral("the block has no stage %1").arg(static_cast<int>(selection.stage));
    if (selection.sequence < 0 || selection.sequence >= scene.run->batch())
        return QStringLiteral("there is no sequence %1").arg(qint64{selection.sequence});
    const auto tensors = tensorsOf(selection.stage, *scene.trace);
    if (tensors.empty())
        return {};
    if (selection.tensor >= tensors.size())
        return QStringLiteral("the stage has no tensor %1").arg(selection.tensor);
    const auto panels = panelsOf(*scene.trace, tensors[selection.tensor], selection.sequence, true);
    if (panels.empty())
        return {};
    const int count = static_cast<int>(panels.size());
    if (selection.panel < 0 || selection.panel >= count)
        return QStringLiteral("there is no panel %1 of %2").arg(selection.panel).arg(count);
    const Index rows = panels[0].matrix.size(0);
    const Index columns = panels[0].matrix.size(1);
    const QString hovered = wrongCell("hovered", selection.hovered, count, rows, columns);
    return hovered.isEmpty() ? wrongCell("locked", selection.locked, count, rows, columns)
                             : hovered;
}

} // namespace headscope::testing
