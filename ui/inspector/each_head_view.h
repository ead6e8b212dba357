// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/each_head.h"
#include "jobs/latest_runner.h"
#include "scene/scene.h"

#include <QWidget>

namespace headscope {

/// The second page of the inspector: what each head looks at, grouped by question, so that the
/// heads stand under each other. Bars are on the full possible range; the upright mark is what an
/// even spread would give. A click on a question sorts the heads by it.
class EachHeadView : public QWidget {
    Q_OBJECT

public:
    explicit EachHeadView(QWidget* parent = nullptr);

    /// Whether there is anything to say of the block that a scene shows.
    static bool isAbout(const Scene& scene);
    void setScene(const Scene& scene);
    void setPanelWidth(int width);
    /// Waits for what it computes.
    void finish() { m_measures.finish(); }

    const EachHead& content() const { return m_content; }
    const EachHeadGeometry& geometryNow() const { return m_geometry; }
    std::optional<Measure> sortedBy() const { return m_sortedBy; }

Q_SIGNALS:
    void headAsked(int head);
    /// From left to right; empty: by their numbers.
    void orderAsked(const std::vector<int>& order);

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Request {
        std::shared_ptr<const Run> run;
        std::string scope;
        Index sequence = 0;
        bool operator==(const Request&) const = default;
    };
    void measure();
    void take(std::vector<HeadMeasures> heads);
    void relayout();
    void sortBy(std::size_t group);
    std::optional<std::size_t> groupAt(QPointF position) const;
    std::optional<std::size_t> headAt(QPointF position) const;
    void paintGroup(QPainter& painter, std::size_t group) const;

    Scene m_scene;
    Request m_measured; ///< what m_heads are of, or are to be
    std::vector<HeadMeasures> m_heads;
    EachHead m_content;
    EachHeadGeometry m_geometry;
    std::optional<Measure> m_sortedBy;
    std::size_t m_cursor = 0; ///< the question that the keys stand at
    int m_panelWidth = 304;
    LatestRunner<Request, std::vector<HeadMeasures>> m_measures; ///< last: it uses what is above
};

} // namespace headscope
