// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

namespace headscope {

class TextView;

/// One row of a head laid onto the text.
class TextPage : public Page {
    Q_OBJECT

public:
    explicit TextPage(QWidget* parent);

    QString name(const Scene& scene) const override;
    QString toolTip() const override;
    QString action() const override;
    QString explanation() const override;
    Status available(const Scene& scene) const override;
    /// Where lines would cover each other.
    bool comesFirst(const Scene& scene) const override;
    std::optional<ScopeKind> subject() const override { return ScopeKind::Attention; }
    bool shows(const Scene& scene) const override;
    Selection entry(const Scene& scene) const override;
    QWidget& view() override;
    TextView& text() { return *m_view; }
    PageControls controls() const override;
    std::optional<LabelledMatrix> matrix() const override;
    bool showsStage(Stage stage) const override;
    PageFigures figures() override;

protected:
    void show(const Scene& scene) override;

private:
    TextView* m_view;
};

} // namespace headscope
