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

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    Status available(const Scene& scene) const override;
    /// Of the ways to look at a text, by itself: where lines would cover each other.
    static bool comesFirst(const Scene& scene);
    std::optional<Selection> entry(const Scene& scene) const override;
    QWidget& view() override;
    TextView& text() { return *m_view; }
    PageControls controls() const override;
    std::optional<LabelledMatrix> matrix() const override;
    PageFigures figures() override;

protected:
    void show(const Scene& scene) override;

private:
    TextView* m_view;
};

} // namespace headscope
