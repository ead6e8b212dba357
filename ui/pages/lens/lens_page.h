// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/logit_lens.h"
#include "jobs/latest_runner.h"
#include "pages/page.h"

namespace headscope {

class ModelGridView;

/// What each layer of a trained model would say at each token.
class LensPage : public Page {
    Q_OBJECT

public:
    explicit LensPage(QWidget* parent);

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    Status available(const Scene& scene) const override;
    QWidget& view() override;
    PageFigures figures() override;
    void finish() override { m_runner.finish(); }
    void retranslated() override { draw(); }
    ModelGridView& grid() { return *m_view; }

protected:
    void show(const Scene& scene) override;

private:
    using Lens = std::shared_ptr<const LogitLens>;
    void take(const std::shared_ptr<const Run>& run, const Lens& lens);
    void draw();
    /// As the page shows it: with the run whose lens is there.
    Scene lensScene() const;

    ModelGridView* m_view;
    std::shared_ptr<const Run> m_asked; ///< whose lens is there, or on its way
    std::shared_ptr<const Run> m_of;    ///< whose lens is there
    Lens m_lens;
    // Last: what it delivers changes the above.
    LatestRunner<std::shared_ptr<const Run>, std::pair<std::shared_ptr<const Run>, Lens>> m_runner;
};

} // namespace headscope
