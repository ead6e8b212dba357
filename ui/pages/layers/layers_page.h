// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

class QScrollArea;

namespace headscope {

class HeadPreview;
class LayersView;

/// Every head of every layer at once.
class LayersPage : public Page {
    Q_OBJECT

public:
    explicit LayersPage(QWidget* parent);

    QString name(const Scene& scene) const override;
    QString toolTip() const override;
    QString action() const override;
    QString explanation() const override;
    Status available(const Scene& scene) const override;
    bool shows(const Scene& scene) const override;
    Selection entry(const Scene& scene) const override;
    bool staysForExample() const override { return false; }
    bool needsLayers() const override { return true; }
    QWidget& view() override;
    QWidget& keyboard() override;
    PageControls controls() const override;
    std::optional<LabelledMatrix> matrix() const override;
    bool showsStage(Stage stage) const override { return isQueryKeyStage(stage); }
    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void show(const Scene& scene) override;

private:
    void shareRoom();
    void showPreview();

    QWidget* m_page; ///< the overview and one head beside it
    QScrollArea* m_scroll;
    LayersView* m_view;
    HeadPreview* m_preview;
};

} // namespace headscope
