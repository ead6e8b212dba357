// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

#include <optional>

namespace headscope {

class FigureCanvas;

/// How far somebody came with the lessons of the program.
struct LessonProgress {
    std::optional<std::size_t> place; ///< of the present one, from 0; nothing: somebody's own
    std::vector<bool> done;           ///< of each: all of its questions were answered
    double part = 0;                  ///< of the questions of the present one that are answered

    bool operator==(const LessonProgress&) const = default;
};

/// A small circle for each lesson: those that are done are filled; the present one has a ring and
/// fills as its questions are answered.
class LessonDots : public QWidget {
    Q_OBJECT

public:
    explicit LessonDots(QWidget* parent = nullptr);

    void setProgress(const LessonProgress& progress);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void say();

    LessonProgress m_progress;
};

struct DotColours {
    QColor present;
    QColor done;
    QColor open;
};
/// Draws them from `left` on; `unit`: how large.
void paintLessonDots(FigureCanvas& canvas, QPointF left, double unit,
                     const LessonProgress& progress, const DotColours& colours);
double lessonDotsWidth(const LessonProgress& progress, double unit);

} // namespace headscope
