// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

namespace headscope {

class HeadsView;

/// The heads of an attention, and the matrices of every other block.
class HeadsPage : public Page {
    Q_OBJECT

public:
    explicit HeadsPage(QWidget* parent);

    QString name(const Scene& scene) const override;
    QString action() const override;
    QString explanation() const override;
    std::optional<ScopeKind> subject() const override { return ScopeKind::Attention; }
    QWidget& view() override;
    HeadsView& heads() { return *m_view; }
    PageControls controls() const override;
    std::optional<LabelledMatrix> matrix() const override;

protected:
    void show(const Scene& scene) override;

private:
    HeadsView* m_view;
};

} // namespace headscope
