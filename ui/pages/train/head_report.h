// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/train_scene.h"

#include <QScrollArea>

namespace headscope {

/// What has each head learnt? One block for each head with its history, and how much of its
/// weight every head gives to every relation, beside chance.
class HeadReport : public QScrollArea {
    Q_OBJECT

public:
    explicit HeadReport(QWidget* parent = nullptr);

    void setScene(const TrainScene& scene);
    /// Where the block of a head is, in coordinates of widget().
    QRectF blockOf(int head) const;

Q_SIGNALS:
    void headAsked(int head);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool tableFirst() const;
    double tableHeight() const;
    double blocksTop() const;
    void relayout();
    void paint(QPainter& painter) const;
    void paintBlock(QPainter& painter, int head) const;
    void paintBars(QPainter& painter, const QRectF& rect, const std::vector<double>& values,
                   double most, double chance) const;
    void paintTable(QPainter& painter, double top) const;
    double px(double pixels) const { return pixels * m_scene.display.textScale; }

    TrainScene m_scene;
    std::vector<int> m_relations;
};

} // namespace headscope
