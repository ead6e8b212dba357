// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/comparing_page.h"

class QStackedWidget;

namespace headscope {

class CompareView;
class HeadsView;

/// The heads of an attention, and the matrices of every other block; or two states of them
/// beside each other.
class HeadsPage : public ComparingPage {
    Q_OBJECT

public:
    explicit HeadsPage(QWidget* parent);

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    QWidget& view() override;
    QWidget& keyboard() override;
    HeadsView& heads() { return *m_view; }
    CompareView& comparison() { return *m_compare; }
    PageControls controls() const override;
    std::optional<LabelledMatrix> matrix() const override;
    PageFigures figures() override;
    void finish() override;
    void keepView(PreparedView& view) const override;
    Status showView(const PageRequest& view) override;
    /// It begins with all of the matrix; what was seen of it comes back.
    void lesson(LessonStep step) override;

protected:
    void show(const Scene& scene) override;
    void comparingChanged() override;

private:
    QStackedWidget* m_stack;
    HeadsView* m_view;
    CompareView* m_compare;
};

} // namespace headscope
