// SPDX-License-Identifier: GPL-3.0-or-later
// What the menus of the main window do; how it is built is in main_window.cpp.
#include "files/carried_models.h"
#include "window/main_window.h"

#include "examples/examples.h"
#include "experiment/edit.h"
#include "handbook/handbook_window.h"
#include "lessons/lesson_session.h"
#include "scene/error_text.h"
#include "scene/formula.h"
#include "scene/learnt_words.h"
#include "scene/stage_text.h"
#include "scene/statements.h"
#include "window/actions.h"
#include "window/data_export.h"
#include "window/experiment_file.h"
#include "window/export_dialog.h"
#include "window/matrix_copy.h"
#include "window/page_export_dialog.h"
#include "window/page_stack.h"
#include "window/printing.h"
#include "window/recent_files.h"
#include "window/screen_room.h"
#include "window/side_panel.h"
#include "window/status_line.h"
#include "window/worksheet_dialog.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>

#include <algorithm>

namespace headscope {

void MainWindow::openExample(const QString& id) {
    for (const CarriedModel& model : carriedModels()) {
        if (id == QLatin1String(model.name)) {
            m_file->open({folderOf(model)});
            return updateTitle(); // the chooser, too
        }
    }
    const Example* example = findExample(id.toStdString());
    if (!example || !m_file->mayLeave()) {
        updateTitle(); // the chooser, too
        return;
    }
    tell(Done{});
    if (m_lessons->lesson()) {
        m_walk->forgetAside(); // the example is what they want to see
        m_lessons->close();
    }
    m_workspace.document().begin(tr("open an example"), example->make());
    m_workspace.lock(std::nullopt);
}

void MainWindow::followLanguage() {
    if (m_lessons->lesson())
        return m_lessons->followLanguage();
    // An example that nobody touched follows; what somebody made of it keeps its words.
    const Experiment& experiment = m_workspace.experiment(); // of no example where there is none
    const Example* const example = findExample(experiment.example, currentLanguage());
    if (example && experiment.example != example->id && isUnedited(experiment))
        m_workspace.document().begin(tr("open an example"), example->make());
}

void MainWindow::connectActions() {
    // A menu bar that is hidden, as in presentation mode, would take its keys with it.
    addActions(m_actions->findChildren<QAction*>(Qt::FindDirectChildrenOnly));
    connect(m_actions->open, &QAction::triggered, this, [this] { m_file->open(); });
    connect(m_actions->openModel, &QAction::triggered, this, [this] { m_file->openModel(); });
    connect(m_actions->recent, &RecentFiles::chosen, this,
            [this](const QString& path) { openFile(path); });
    connect(&m_workspace.document(), &Document::placeChanged, this, [this] {
        const DocumentPlace& place = m_workspace.document().place();
        const QString path =
            place.path.isEmpty() && place.opened ? place.opened->alone : place.path;
        if (!path.isEmpty())
            m_actions->recent->add(path);
    });
    connect(m_actions->reload, &QAction::triggered, this, [this] { m_file->reload(); });
    connect(m_actions->save, &QAction::triggered, this, [this] { m_file->save(); });
    connect(m_actions->saveAs, &QAction::triggered, this, [this] { m_file->saveAs(); });
    connect(m_actions->exportFigure, &QAction::triggered, this, &MainWindow::exportFigure);
    connect(m_actions->exportAnimation, &QAction::triggered, this, &MainWindow::exportAnimation);
    connect(m_actions->print, &QAction::triggered, this, &MainWindow::printFigure);
    connect(m_actions->exportData, &QAction::triggered, this, &MainWindow::exportData);
    connect(m_actions->worksheet, &QAction::triggered, this, &MainWindow::makeWorksheet);
    connect(m_actions->copyPicture, &QAction::triggered, this, &MainWindow::copyFigure);
    connect(m_actions->copyMatrix, &QAction::triggered, this, &MainWindow::copyMatrix);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->nextStage, &QAction::triggered, this, [this] { stepStage(1); });
    connect(m_actions->previousStage, &QAction::triggered, this, [this] { stepStage(-1); });
    connect(m_actions->allHeads, &QAction::triggered, &m_workspace,
            [this] { m_workspace.setSolo(false); });
    connect(m_actions->valuesInCells, &QAction::toggled, this, [this](bool on) {
        changeDisplay([on](DisplayOptions& display) { display.valuesInCells = on; });
    });
    connect(m_actions->rowsAreKeys, &QAction::toggled, this, [this](bool on) {
        changeDisplay([on](DisplayOptions& display) { display.rowsAreKeys = on; });
    });
    connect(m_actions->words, &QAction::toggled, this, [this](bool on) {
        changeDisplay([on](DisplayOptions& display) { display.words = on; });
    });
    connect(m_actions->summaries, &QAction::toggled, this, [this](bool on) {
        changeDisplay([on](DisplayOptions& display) { display.summaries = on; });
    });
    connect(m_actions->reducedMotion, &QAction::toggled, this, [this](bool on) {
        changeDisplay([on](DisplayOptions& display) { display.reducedMotion = on; });
    });
    // By the person, who knows better than the system.
    connect(m_actions->reducedMotion, &QAction::triggered, this,
            [this](bool on) { m_preferences.reducedMotion = on; });
    connect(m_actions->spotlight, &QAction::toggled, this, [this](bool on) {
        changeDisplay([on](DisplayOptions& display) { display.spotlight = on; });
    });
    m_actions->valuesInCells->setChecked(m_preferences.valuesInCells);
    m_actions->rowsAreKeys->setChecked(m_preferences.rowsAreKeys);
    m_actions->words->setChecked(m_preferences.words);
    m_actions->summaries->setChecked(m_preferences.summaries);
    m_actions->reducedMotion->setChecked(m_preferences.reducedMotion.value_or(false));
    connectFold(m_left, m_actions->foldSetup, m_preferences.setupFolded);
    connectFold(m_right, m_actions->foldInspector, m_preferences.inspectorFolded);
    connect(m_actions->presentation, &QAction::toggled, this, &MainWindow::setPresentation);
    connect(m_actions->theme, &QActionGroup::triggered, this,
            [this](QAction* action) { setTheme(action->data().value<ThemeChoice>()); });
    connect(m_actions->language, &QActionGroup::triggered, this, [this](QAction* action) {
        setLanguage(languageFrom(action->data().toString()).value_or(Language::English));
        followLanguage();
    });
    for (QAction* action : m_actions->language->actions())
        action->setChecked(action->data().toString() == languageCode(currentLanguage()));
    connect(m_actions->moreHeads, &QAction::triggered, this,
            [this] { tell(m_workspace.changeHeads(1)); });
    connect(m_actions->fewerHeads, &QAction::triggered, this,
            [this] { tell(m_workspace.changeHeads(-1)); });
    connect(m_actions->causal, &QAction::triggered, this,
            [this](bool on) { tell(m_workspace.setCausal(on)); });
    connect(m_actions->togglePair, &QAction::triggered, this, [this] {
        if (const auto pair = m_pages->page().askedPair())
            carryOut(*pair);
    });
    connect(m_actions->newSeed, &QAction::triggered, this, [this] { tell(m_workspace.newSeed()); });
    connect(m_actions->whatIsThis, &QAction::triggered, this, &MainWindow::explainView);
    connect(m_actions->handbook, &QAction::triggered, this, &MainWindow::openHandbook);
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::connectFold(SidePanel* side, QAction* action, bool& chosen) {
    const auto choose = [this, &chosen](bool folded) {
        chosen = folded;
        showScene(m_workspace.scene());
    };
    connect(action, &QAction::triggered, side, [side, choose](bool open) {
        side->setFolded(!open);
        choose(!open);
    });
    connect(side, &SidePanel::foldToggled, this, choose);
    connect(side, &SidePanel::foldedChanged, action,
            [action](bool folded) { action->setChecked(!folded); });
}

void MainWindow::stepStage(int by) {
    if (!m_pages->page().step(by))
        m_workspace.stepStage(by);
}

void MainWindow::changeDisplay(const std::function<void(DisplayOptions&)>& change) {
    DisplayOptions display = m_workspace.display();
    change(display);
    m_preferences.map = display.map;
    m_preferences.range = display.range;
    m_preferences.valuesInCells = display.valuesInCells;
    // A lesson has its own for as long as it lasts.
    if (!m_inLesson)
        m_preferences.rowsAreKeys = display.rowsAreKeys;
    m_preferences.words = display.words;
    m_preferences.summaries = display.summaries;
    m_preferences.layers = display.layers;
    m_preferences.dialect = display.dialect;
    m_workspace.setDisplay(display);
}

FigureRequest MainWindow::figureRequest() const {
    const Scene& scene = m_workspace.scene();
    FigureRequest request;
    request.trace = scene.trace;
    request.blocks = scene.blocks;
    request.run = scene.run;
    request.tensor = shownTensor(scene).value_or(request.tensor);
    request.sequence = scene.selection.sequence;
    request.map = scene.display.map;
    request.range = scene.display.range;
    request.values = scene.display.valuesInCells;
    request.rowsAreKeys = scene.display.rowsAreKeys;
    request.told = tellsScale(scene.pointed);
    request.title = m_workspace.document().source().experiment()
                        ? runTitle(scene.run->origin(), m_file->path())
                        : documentTitle(m_workspace.document());
    if (scene.selection.solo && scene.selection.panel < scene.run->heads())
        request.heads = {scene.selection.panel};
    request.mean = scene.selection.solo && scene.selection.panel == scene.run->heads() &&
                   hasMeanOfHeads(*request.trace, request.tensor);
    return request;
}

void MainWindow::exportFigure() {
    m_workspace.finishSoon();
    PageFigures figures = m_pages->page().figures();
    if (!figures.stills.empty())
        return exportPage(std::move(figures), false);
    if (m_workspace.scene().isEmpty())
        return;
    FigureRequest request = figureRequest();
    request.part = m_pages->page().controls().seen;
    ExportDialog dialog(std::move(request), m_preferences.figureFolder, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_preferences.figureFolder = dialog.folder();
    m_status->showMessage(tr("Saved: %1").arg(visibleName(dialog.path())));
}

void MainWindow::exportAnimation() {
    m_workspace.finishSoon();
    exportPage(m_pages->page().figures(), true);
}

void MainWindow::exportPage(PageFigures figures, bool film) {
    if (!figures.possible)
        return m_status->showMessage(capitalised(translated(figures.possible.error())));
    PageExportDialog dialog(std::move(figures), film, m_preferences.figureFolder, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_preferences.figureFolder = dialog.folder();
    m_status->showMessage(tr("Saved: %1").arg(visibleName(dialog.path())));
}

void MainWindow::printFigure() {
    m_workspace.finishSoon();
    const PageFigures figures = m_pages->page().figures();
    if (!figures.possible)
        return m_status->showMessage(capitalised(translated(figures.possible.error())));
    if (figures.stills.empty() && m_workspace.scene().isEmpty())
        return;
    constexpr double sharp = 384; // of a figure that is made smaller to fit, 600 dpi and more
    Result<QByteArray> png = QByteArray();
    if (figures.stills.empty()) {
        FigureRequest request = figureRequest();
        request.dotsPerInch = sharp;
        png = renderFigure(request, FigureFormat::Png);
    } else {
        PageLook look = figures.stills.front().look;
        look.dotsPerInch = sharp;
        png = figures.stills.front().render(FigureFormat::Png, look);
    }
    if (!png)
        return m_status->showMessage(capitalised(translated(png.error())));
    const QImage picture = QImage::fromData(*png, "PNG");
    const FigurePage page =
        Printing::pageOf(picture, QSizeF(picture.size()) * (96 / sharp), windowTitle());
    const QString said = Printing::print(this, tr("Print the figure"), {&page, 1}).sentence;
    if (!said.isEmpty())
        m_status->showMessage(said);
}

void MainWindow::exportData() {
    m_workspace.finishSoon();
    if (m_workspace.scene().isEmpty())
        return;
    DataExport dialog(m_workspace.scene(), m_preferences.figureFolder, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_preferences.figureFolder = dialog.folder();
    m_status->showMessage(tr("Saved: %1").arg(visibleName(dialog.path())));
}

void MainWindow::makeWorksheet() {
    m_workspace.finishSoon();
    const Scene& scene = m_workspace.scene();
    WorksheetRequest request;
    request.experiment = m_workspace.document().experiment();
    request.fileName = m_file->path();
    request.cut = suggestedCut(*request.experiment, m_preferences.worksheet.steps);
    // The head and the sequence that are looked at, as far as the experiment has them.
    const Selection& selection = scene.selection;
    const Experiment& experiment = *request.experiment;
    if (!request.cut.heads.empty() && selection.panel < experiment.config.heads)
        request.cut.heads = {selection.panel};
    request.options.sequence = std::min(selection.sequence, experiment.batch() - 1);
    if (!scene.isEmpty() && scene.trace->find(TensorName::Scores) && !selection.scope.empty())
        request.scope = selection.scope;
    WorksheetDialog dialog(std::move(request), m_preferences.worksheet, m_preferences.figureFolder,
                           this);
    const bool saved = dialog.exec() == QDialog::Accepted;
    m_preferences.worksheet = dialog.choices();
    if (!saved)
        return;
    m_preferences.figureFolder = dialog.folder();
    m_status->showMessage(tr("Saved: %1").arg(visibleName(dialog.path())));
}

void MainWindow::copyFigure() {
    m_workspace.finishSoon();
    if (m_workspace.scene().isEmpty())
        return;
    m_status->showLastingMessage(tr("copying the figure … Esc gives it up"));
    m_copy->render(figureRequest(), {FigureFormat::Png, FigureFormat::Svg},
                   [this](const Result<std::vector<QByteArray>>& files) {
                       m_status->showMessage({});
                       if (!files)
                           return m_status->setFailure(files.error());
                       auto* copied = new QMimeData;
                       copied->setImageData(QImage::fromData(files->front(), "PNG"));
                       copied->setData(QStringLiteral("image/png"), files->front());
                       copied->setData(QStringLiteral("image/svg+xml"), files->back());
                       QGuiApplication::clipboard()->setMimeData(copied);
                       m_status->showMessage(tr("The figure is on the clipboard, as PNG and SVG."));
                   });
}

void MainWindow::copyMatrix() {
    m_workspace.finishSoon();
    const std::optional<LabelledMatrix> matrix = m_pages->page().matrix();
    if (!matrix)
        return m_status->showMessage(tr("There is no matrix here to copy."));
    m_copy->cancel();
    m_matrixCopy->copy(*matrix, MatrixFormat::Tsv);
}

void MainWindow::cancelCopy() {
    m_copy->cancel();
    m_matrixCopy->cancel();
    m_status->showMessage(tr("Nothing was copied."));
}

void MainWindow::explainView() {
    const Experiment& experiment = m_workspace.experiment();
    QString text;
    if (const Example* example = findExample(experiment.example); isUnedited(experiment))
        text =
            QStringLiteral("<p><b>%1</b><br>%2</p>")
                .arg(QCoreApplication::translate("Example", example->title).toHtmlEscaped(),
                     QCoreApplication::translate("Example", example->explanation).toHtmlEscaped());
    const Scene& scene = m_workspace.scene();
    if (const QString weights =
            scene.run ? weightsSentence(scene.run->origin(), scene.selection.scope) : QString();
        !weights.isEmpty())
        text += QStringLiteral("<p>%1</p>").arg(weights.toHtmlEscaped());
    text += QStringLiteral("<p>%1</p>").arg(m_pages->page().words(m_workspace.scene()).explanation);
    text += QStringLiteral("<p>%1</p>")
                .arg(tr("The strip above is the computation, from the embeddings X to the output; "
                        "now you see: <b>%1</b>. Hover a cell to ask where its number comes from, "
                        "click to lock the question, Esc to release it.")
                         .arg(stageName(m_workspace.selection().stage).toHtmlEscaped()));
    if (m_workspace.scene().isModel())
        text += QStringLiteral("<p>%1</p>")
                    .arg(tr("Above it stands which block of the model you see; Page Up and Page "
                            "Down go to the one before and behind. Layers shows every head of "
                            "every layer at once."));
    text +=
        QStringLiteral("<p>%1</p>")
            .arg(tr("Keys: Space next stage · ← → stage or cell · Enter lock · 1–9 one head · 0 "
                    "all heads · M allow or forbid a pair · L spotlight · Ctrl+Z undo · F11 "
                    "presentation"));
    if (m_lessons->state())
        text += QStringLiteral("<p>%1</p>")
                    .arg(tr("Lesson, in presentation mode and on the projector: Space shows the "
                            "answer, then goes on · H hint · N goes on in any case: what nobody "
                            "answered is shown first, or passed while answers are hidden"));
    QMessageBox box(QMessageBox::NoIcon, tr("What am I looking at?"), text, QMessageBox::Ok, this);
    box.setTextFormat(Qt::RichText);
    // Who asks once more wants to know more.
    QPushButton* const more = box.addButton(tr("&Handbook (F1)"), QMessageBox::HelpRole);
    auto* again = new QAction(&box);
    again->setShortcut(QKeySequence(Qt::Key_F1));
    box.addAction(again);
    connect(again, &QAction::triggered, more, &QAbstractButton::click);
    box.setDefaultButton(QMessageBox::Ok);
    box.setEscapeButton(QMessageBox::Ok);
    box.exec();
    if (box.clickedButton() == more)
        openHandbook();
}

void MainWindow::openHandbook() {
    if (!m_handbook) {
        m_handbook = new HandbookWindow(this);
        openOnScreen(*m_handbook, m_preferences.handbookGeometry, HandbookWindow::usualSize,
                     HandbookWindow::leastSize);
    }
    m_handbook->open(m_lessons->state()             ? QStringLiteral("lessons")
                     : m_workspace.scene().compared ? QStringLiteral("compare")
                                                    : QString::fromStdString(m_pages->id()));
}

void MainWindow::showAbout() {
    QMessageBox::about(
        this, tr("About HeadScope"),
        tr("<p><b>HeadScope %1</b></p><p>Shows what multi-head attention really does. Every number "
           "on screen is computed.</p><p>Free software under the GNU General Public License, "
           "version 3 or later. Uses Qt, Eigen and QCustomPlot.</p>")
            .arg(QCoreApplication::applicationVersion()));
}

} // namespace headscope
