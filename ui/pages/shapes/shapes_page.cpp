// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_page.h"

#include "formats/file_io.h"
#include "pages/shapes/shapes_animation.h"
#include "pages/shapes/shapes_panel.h"
#include "pages/shapes/shapes_view.h"
#include "scene/error_text.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMessageBox>
#include <QProgressDialog>

namespace headscope {

ShapesTab::ShapesTab(QWidget* parent)
    : QObject(parent)
    , m_view(new ShapesView(parent))
    , m_panel(new ShapesPanel(parent)) {
    connectView();
    m_desk.setShown(false);
}

void ShapesTab::connectView() {
    Animation& animation = m_desk.animation();
    connect(&m_desk, &ShapesDesk::sceneChanged, this, &ShapesTab::show);
    connect(m_view, &ShapesView::elementHovered, &m_desk, &ShapesDesk::hover);
    connect(m_view, &ShapesView::elementLocked, &m_desk, &ShapesDesk::lock);
    connect(m_view, &ShapesView::optionsAsked, &m_desk, &ShapesDesk::setOptions);
    connect(m_view, &ShapesView::playToggled, &animation, &Animation::togglePlaying);
    connect(m_view, &ShapesView::stepForwardAsked, &animation, &Animation::stepForward);
    connect(m_view, &ShapesView::stepBackAsked, &animation, &Animation::stepBack);
    connect(m_view, &ShapesView::startAsked, &animation, &Animation::goToStart);
    connect(m_view, &ShapesView::endAsked, &animation, &Animation::goToEnd);
    connect(m_view, &ShapesView::seekAsked, &animation, &Animation::seek);
    connect(m_view, &ShapesView::speedAsked, &animation, &Animation::setSpeed);
    connect(m_view, &ShapesView::statusChanged, this, &ShapesTab::statusChanged);
    connect(m_panel, &ShapesPanel::optionsAsked, &m_desk, &ShapesDesk::setOptions);
    connect(m_panel, &ShapesPanel::reducedMotionAsked, this, &ShapesTab::reducedMotionAsked);
    connect(m_panel, &ShapesPanel::experimentSizesAsked, this, &ShapesTab::sizesAsked);
}

void ShapesTab::show(const ShapesScene& scene) {
    m_view->setShapes(scene);
    m_panel->setShapes(scene);
    m_wanted ? seekWanted() : announceStage();
    if (const QString now = m_view->sentence(); now != m_sentence) {
        m_sentence = now;
        Q_EMIT sentenceChanged(now);
    }
}

void ShapesTab::setShown(bool shown) {
    m_shown = shown;
    m_announced.reset();
    m_desk.setShown(shown);
    if (!shown)
        return;
    Q_EMIT statusChanged(m_view->status());
    announceStage();
}

void ShapesTab::announceStage() {
    const ShapesScene& scene = m_desk.scene();
    if (!m_shown || scene.isEmpty() || m_wanted)
        return;
    const Stage stage = stageOfStep(scene.model->right, scene.position().stage);
    const bool several =
        scene.options.path == LayoutPath::Split && scene.options.values == ShapesValues::Experiment;
    const std::pair now(stage, several ? static_cast<std::size_t>(scene.options.of) : 0);
    if (m_announced == now)
        return;
    m_announced = now;
    Q_EMIT stageShown(now.first, now.second);
}

void ShapesTab::seekWanted() {
    const ShapesScene& scene = m_desk.scene();
    if (scene.isEmpty() || scene.model->right.path() != scene.options.path)
        return;
    const std::optional<std::size_t> step = stepOfStage(scene.model->right, *m_wanted);
    m_wanted.reset();
    if (step)
        // Where it rests: what the step before left has arrived under the words of this one.
        m_desk.animation().seek(scene.model->timeline.moveStartOf(*step)); // shows and announces
    else
        announceStage();
}

bool ShapesTab::handleKey(const QKeyEvent& event) {
    return m_view->handleKey(event.key());
}

void ShapesTab::step(int by) {
    by > 0 ? m_desk.animation().stepForward() : m_desk.animation().stepBack();
}

bool ShapesTab::showStage(Stage stage) {
    ShapesOptions options = m_desk.options();
    switch (stage) {
    case Stage::Input:
    case Stage::Projections:
    case Stage::Split: options.path = LayoutPath::Split; break;
    case Stage::Context:
    case Stage::Merge:
    case Stage::Output:
        if (options.path == LayoutPath::Split)
            options.path = LayoutPath::Merge;
        break;
    default: return false;
    }
    const ShapesScene& scene = m_desk.scene();
    if (!scene.isEmpty() && scene.model->right.path() == options.path &&
        stageOfStep(scene.model->right, scene.position().stage) == stage)
        return true; // somewhere in it already
    m_wanted = stage;
    m_desk.setOptions(options);
    if (m_wanted)
        seekWanted();
    return true;
}

QString ShapesTab::exportAnimation(QString& folder) {
    m_desk.finish();
    if (m_desk.scene().isEmpty())
        return {};
    m_desk.animation().pause();
    QString path = QFileDialog::getSaveFileName(
        m_view->window(), tr("Export the animation"),
        QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(QStringLiteral("shapes.gif")),
        tr("Animated GIF (*.gif)"));
    if (path.isEmpty())
        return {};
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".gif");
    folder = QFileInfo(path).absolutePath();

    ShapesAnimation animation;
    animation.scene = m_desk.scene();
    animation.to = animation.scene.model->right.steps().size() - 1;
    animation.cancellation = CancellationToken::create();
    constexpr int whole = 1000;
    QProgressDialog progress(tr("Painting the frames …"), tr("Cancel"), 0, whole, m_view->window());
    progress.setWindowModality(Qt::WindowModal);
    progress.setMinimumDuration(300);
    animation.progress = [&](double done) {
        progress.setValue(std::min(whole - 1, static_cast<int>(done * whole)));
        if (progress.wasCanceled())
            animation.cancellation.cancel();
    };
    const Result<GifFile> file = encodeShapes(animation);
    progress.reset();
    if (!file && animation.cancellation.isCancelled())
        return tr("The export was cancelled; no file was written.");
    Status written = Done{};
    if (file)
        written = writeFileAtomically(
            QFile::encodeName(path).toStdString(),
            {file->content.constData(), static_cast<std::size_t>(file->content.size())});
    if (!file || !written) {
        QMessageBox::warning(m_view->window(), tr("Export the animation"),
                             unmistaken(translated(file ? written.error() : file.error())));
        return {};
    }
    return tr("Saved: %1").arg(visibleName(path));
}

} // namespace headscope
