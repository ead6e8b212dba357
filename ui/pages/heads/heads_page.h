// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

class QStackedWidget;

namespace headscope {

class CompareView;
class HeadsView;
class SegmentedControl;

/// The heads of an attention, and the matrices of every other block; or two states of them
/// beside each other.
class HeadsPage : public Page {
    Q_OBJECT

public:
    explicit HeadsPage(QWidget* parent);

    QString name(const Scene& scene) const override;
    QString action() const override;
    QString explanation() const override;
    std::optional<ScopeKind> subject() const override { return ScopeKind::Attention; }
    QWidget& view() override;
    QWidget& keyboard() override;
    HeadsView& heads() { return *m_view; }
    CompareView& comparison() { return *m_compare; }
    PageControls controls() const override;
    std::optional<CellSpan> seenCells() const override;
    std::optional<LabelledMatrix> matrix() const override;
    Surroundings surroundings() const override;
    bool handleKey(const QKeyEvent& event) override;
    std::optional<QString> exportFigure(QString& folder) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    void finish() override;

    bool isComparing() const { return m_comparing; }
    void setComparing(bool on);

protected:
    void show(const Scene& scene) override;
    void shownChanged(bool shown) override;

private:
    void retranslate();

    QStackedWidget* m_stack;
    HeadsView* m_view;
    CompareView* m_compare;
    QWidget* m_header;
    SegmentedControl* m_mode;
    bool m_comparing = false;
};

} // namespace headscope
