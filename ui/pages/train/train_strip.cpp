// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_strip.h"

#include "pages/train/train_words.h"

#include <QEvent>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace headscope {

TrainStrip::TrainStrip(QWidget* parent)
    : StopStrip(parent)
    , m_pace(addButton(52)) {
    m_pace->setPopupMode(QToolButton::InstantPopup);
    m_pace->setMenu(new QMenu(m_pace));
    connect(this, &StopStrip::stopAsked, this, &TrainStrip::open);
    fillPaces();
}

void TrainStrip::setScene(const TrainScene& scene) {
    m_scene = scene;
    StopStripPicture picture;
    for (const StepStop& stop : scene.moment.stops)
        picture.stops.push_back(
            {stopName(stop, scene), tipOf(stop.kind), stop.shape, stop.axes, true});
    picture.current = shownStop();
    picture.playing = scene.playing;
    picture.playable = scene.moment.records.size() > 1;
    picture.theme = scene.display.theme;
    picture.textScale = scene.display.textScale;
    picture.presented = scene.display.presentation;
    setPicture(picture);
}

int TrainStrip::shownStop() const {
    const auto& stops = m_scene.moment.stops;
    const auto kindOf = [&](const std::string& scope) {
        // Of several layers the strip has the last one; the chips have all.
        const auto exact = std::ranges::find(stops, scope, &StepStop::scope);
        if (exact != stops.end() && exact->attention)
            return exact;
        return std::ranges::find_if(stops, [&](const StepStop& stop) {
            return stop.attention && sameKind(stop.scope, scope);
        });
    };
    const auto found = m_scene.stop ? std::ranges::find(stops, *m_scene.stop, &StepStop::kind)
                       : m_scene.values == TrainValues::Gradient
                           ? std::ranges::find(stops, StepStop::Kind::Gradient, &StepStop::kind)
                           : kindOf(m_scene.scope);
    return found == stops.end() ? -1 : static_cast<int>(found - stops.begin());
}

void TrainStrip::open(int place) {
    const StepStop& stop = m_scene.moment.stops[static_cast<std::size_t>(place)];
    if (stop.kind == StepStop::Kind::Gradient)
        return Q_EMIT attentionAsked(m_scene.scope, TrainValues::Gradient);
    if (!stop.attention)
        return Q_EMIT stopAsked(stop.kind);
    Q_EMIT attentionAsked(sameKind(stop.scope, m_scene.scope) ? m_scene.scope : stop.scope,
                          m_scene.values == TrainValues::Gradient ? TrainValues::Weights
                                                                  : m_scene.values);
}

void TrainStrip::setPace(const TrainPace& pace) {
    m_chosen = pace;
    fillPaces();
}

void TrainStrip::fillPaces() {
    m_pace->setAccessibleName(tr("How fast it learns"));
    m_pace->setToolTip(tr("How fast it learns"));
    QMenu* menu = m_pace->menu();
    menu->clear();
    const auto entry = [&](const QString& text, const QString& brief, const TrainPace& pace) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(pace == m_chosen);
        if (pace == m_chosen)
            m_pace->setText(brief);
        connect(action, &QAction::triggered, this, [this, pace] {
            setPace(pace);
            Q_EMIT paceAsked(pace);
        });
    };
    entry(tr("as fast as it can"), QStringLiteral("1×"), {});
    entry(tr("20 steps per second"), QStringLiteral("20/s"), {20, false});
    entry(tr("5 steps per second"), QStringLiteral("5/s"), {5, false});
    entry(tr("one step per Space"), tr("Space", "the key, on a narrow button"), {0, true});
}

QString TrainStrip::tipOf(StepStop::Kind kind) const {
    using enum StepStop::Kind;
    switch (kind) {
    case Data: return tr("The sentences of one batch, as numbers of words");
    case Encoder: return tr("Where the source looks in itself: (batch, heads, query, key)");
    case Self: return tr("Where each word looks in its own sentence: (batch, heads, query, key)");
    case Cross: return tr("Where each word looks in the source: (batch, heads, query, key)");
    case Logits: return tr("A number for each word that could come next");
    case Loss: return tr("One number: how much probability the right words lack");
    case Gradient: return tr("How the loss would change with each parameter; shows ∂loss/∂scores");
    case Optimiser: return tr("Every parameter goes a little against its gradient");
    }
    return {};
}

void TrainStrip::changeEvent(QEvent* event) {
    StopStrip::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        fillPaces();
        setScene(m_scene);
    }
}

} // namespace headscope
