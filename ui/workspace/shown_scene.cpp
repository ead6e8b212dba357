// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/shown_scene.h"

#include <QMetaObject>

#include <utility>

namespace headscope {

namespace {

/// Whether two scenes need the same pictures.
bool showsTheSame(const Scene& a, const Scene& b) {
    return a.trace == b.trace && a.selection.stage == b.selection.stage &&
           a.selection.tensor == b.selection.tensor && a.selection.sequence == b.selection.sequence;
}

} // namespace

ShownScene::ShownScene(const Scene& wanted)
    : m_wanted(wanted)
    , m_pictures(
          [](const Preparation& asked, const CancellationToken& token) {
              const Execution execution{allThreads(), token};
              Prepared prepared = asked.before;
              if (!prepared.stage || !suits(*prepared.stage, asked.scene))
                  prepared.stage = prepareStage(asked.scene, execution, asked.before.stage.get());
              if (!asked.layers)
                  prepared.layers = nullptr;
              else if (!prepared.layers || !suits(*prepared.layers, asked.scene))
                  prepared.layers = prepareLayers(asked.scene, execution);
              return prepared;
          },
          [this](const Prepared& prepared) { takePrepared(prepared); }) {}

bool ShownScene::isEnough(const Prepared& prepared) const {
    return prepared.stage && suits(*prepared.stage, m_wanted) &&
           (!needsLayers() || (prepared.layers && suits(*prepared.layers, m_wanted)));
}

void ShownScene::show() {
    if (m_wanted.isEmpty()) {
        m_shown = m_wanted;
        return announce();
    }
    Prepared prepared = {m_shown.stage, m_shown.layers};
    if (!isEnough(prepared)) { // else it is another cell, panel or colour of the same matrices
        const Index work = preparationWork(m_wanted) + (needsLayers() ? layersWork(m_wanted) : 0);
        if (work > workAtOnce) {
            m_shown.display = m_wanted.display; // needs no other pictures of the old matrices
            if (!m_preparing || m_preparing->layers != needsLayers() ||
                !showsTheSame(m_preparing->scene, m_wanted)) {
                m_preparing = {m_wanted, std::move(prepared), needsLayers()};
                m_pictures.request(*m_preparing);
            }
            return announce();
        }
        prepared = {}; // made when it is announced, once for many changes
    }
    forgetPictures();
    replace(prepared);
}

void ShownScene::showAtOnce() {
    m_shown.compared = m_wanted.compared;
    m_shown.pointed = m_wanted.pointed;
    announce();
}

void ShownScene::setLayersShown(bool shown) {
    if (std::exchange(m_layersShown, shown) != shown)
        show();
}

void ShownScene::forgetPictures() {
    if (std::exchange(m_preparing, std::nullopt))
        m_pictures.forget();
}

void ShownScene::letGo() {
    forgetPictures();
    m_retired.clear();
    m_shown.run = m_wanted.run;
    m_shown.pieces.reset();
    m_shown.trace.reset();
    m_shown.blocks.reset();
    m_shown.stage.reset();
    m_shown.layers.reset();
    Q_EMIT changed(m_shown);
}

void ShownScene::finish() {
    while (m_pictures.isBusy())
        m_pictures.finish();
}

void ShownScene::takePrepared(const Prepared& prepared) {
    m_preparing.reset();
    if (!isEnough(prepared))
        return show();
    replace(prepared);
}

void ShownScene::replace(const Prepared& prepared) {
    const bool otherStage = m_shown.stage && m_shown.stage != prepared.stage;
    if (otherStage && preparationWork(m_shown) > workAtOnce)
        m_retired.push_back(std::make_shared<const Scene>(m_shown));
    m_shown = m_wanted;
    m_shown.stage = prepared.stage;
    if (needsLayers())
        m_shown.layers = prepared.layers;
    announce();
}

void ShownScene::announce() {
    if (m_announcing)
        return;
    m_announcing = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_announcing = false;
            if (!m_shown.isEmpty())
                m_shown.stage = preparedStage(m_shown);
            if (!m_shown.isEmpty() && needsLayers() && layersWork(m_shown) <= workAtOnce)
                m_shown.layers = preparedLayers(m_shown);
            Q_EMIT changed(m_shown);
            // Every view has the new one now; the old one is taken apart elsewhere.
            for (auto& scene : std::exchange(m_retired, {}))
                m_pictures.discard(std::move(scene));
        },
        Qt::QueuedConnection);
}

} // namespace headscope
