// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/timeline.h"

#include <QWidget>

#include <optional>

namespace headscope {

/// A line of time, to be dragged. The keys belong to the view.
class TimeLine : public QWidget {
    Q_OBJECT

public:
    explicit TimeLine(QWidget* parent = nullptr);

Q_SIGNALS:
    void seekAsked(headscope::Time time);

protected:
    /// The time that a person means who points at x; nothing: there is none.
    virtual std::optional<Time> timePointedAt(double x) const = 0;

    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
};

} // namespace headscope
