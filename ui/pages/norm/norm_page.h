// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

namespace headscope {

class NormView;

/// Layer and batch norm side by side, in the place of the heads where a norm is shown.
class NormPage : public Page {
    Q_OBJECT

public:
    explicit NormPage(QWidget* parent);

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    Status available(const Scene& scene) const override;
    QWidget& view() override;
    PageControls controls() const override;
    std::optional<LabelledMatrix> matrix() const override;
    PageFigures figures() override;

protected:
    void show(const Scene& scene) override;

private:
    NormView* m_view;
};

} // namespace headscope
