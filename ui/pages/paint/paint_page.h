// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"
#include "pages/paint/paint_session.h"

class QScrollArea;

namespace headscope {

class PaintFindings;
class PaintPanel;
class PaintView;
class StopStrip;

/// An attention is painted, and gradient descent finds the W_Q and W_K of a head that has it, or
/// it does not: then it says what is known about why.
class PaintPage : public Page {
    Q_OBJECT

public:
    explicit PaintPage(QWidget* parent);

    PaintSession& session() { return m_session; }
    PaintView& painting() { return *m_view; }
    PaintPanel& panel() { return *m_panel; }
    PaintFindings& findings() { return *m_findings; }
    StopStrip& strip() { return *m_strip; }

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    Status available(const Scene& scene) const override;
    QWidget& view() override;
    QWidget& keyboard() override;
    PageControls controls() const override { return m_controls; }
    /// The painting: `headscope paint --target` takes it.
    std::optional<LabelledMatrix> matrix() const override;
    PageParts parts() const override;
    bool handleKey(const QKeyEvent& event) override;
    bool step(int by) override;
    PageFigures figures() override;
    std::optional<want::TurnPair> askedPair() const override;
    QString unsaved() const override;
    void settled() override;
    void finish() override { m_session.finish(); }
    Status showView(const PageRequest& view) override;

protected:
    void show(const Scene& scene) override;
    void shownChanged(bool shown) override;
    /// The strip is given words, and so is the status line.
    void retranslated() override;

private:
    void connectParts();
    void showPaint();
    void showControls();
    void start();
    /// Paints it and looks for a head that has it.
    Status paintPattern(std::string_view name);
    void useWeights();
    void moveRecord(int by);

    PaintSession m_session;
    /// What a head got last.
    struct Used {
        PaintTarget target;      ///< that the weights were found for
        std::size_t strokes = 0; ///< of the session: the target's cells may follow a mask
        HeadWeights weights;
        bool isSettled = false; ///< nobody has to be asked about it any more
    };
    std::optional<Used> m_used;
    bool isInDocument(const Used& used) const;
    QScrollArea* m_scroll;
    PaintView* m_view;
    PaintPanel* m_panel;
    QScrollArea* m_findingsScroll;
    PaintFindings* m_findings;
    StopStrip* m_strip;
    PageControls m_controls;
};

} // namespace headscope
