// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

class QCheckBox;
class QToolButton;
class QWidget;

namespace headscope {

class LinesView;
class SegmentedControl;

/// Who looks at whom: a line for each attention weight.
class LinesPage : public Page {
    Q_OBJECT

public:
    explicit LinesPage(QWidget* parent);

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    Status available(const Scene& scene) const override;
    std::optional<Selection> entry(const Scene& scene) const override;
    QWidget& view() override;
    LinesView& lines() { return *m_view; }
    /// The weights of the chosen head, whose lines they are.
    std::optional<LabelledMatrix> matrix() const override;
    PageParts parts() const override;
    PageFigures figures() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void retranslated() override;

protected:
    void show(const Scene& scene) override;

private:
    void retranslate();
    void showHeader();
    void choose(int heads);
    void makeHiding();
    void showHiding();

    LinesView* m_view;
    QWidget* m_header;
    QCheckBox* m_itself;
    SegmentedControl* m_heads;
    QToolButton* m_hide;
    QAction* m_toItself;
    /// First, separators, padding; whether the rest is renormalised; nothing is hidden any more.
    QList<QAction*> m_hiding;
};

} // namespace headscope
