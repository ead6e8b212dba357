// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/train_scene.h"
#include "strip/stop_strip.h"

namespace headscope {

/// One training step from its data to the optimiser, run again and again; a stop that is an
/// attention chooses what the film shows, the others what stands under it. Beside it the player
/// of the recording and how fast the training goes.
class TrainStrip : public StopStrip {
    Q_OBJECT

public:
    explicit TrainStrip(QWidget* parent = nullptr);

    void setScene(const TrainScene& scene);
    void setPace(const TrainPace& pace);

Q_SIGNALS:
    void attentionAsked(const std::string& scope, headscope::TrainValues values);
    void stopAsked(headscope::StepStop::Kind stop);
    void paceAsked(const headscope::TrainPace& pace);

protected:
    void changeEvent(QEvent* event) override;

private:
    void open(int place);
    int shownStop() const;
    QString tipOf(StepStop::Kind kind) const;
    void fillPaces();

    TrainScene m_scene;
    QToolButton* m_pace;
    TrainPace m_chosen;
};

} // namespace headscope
