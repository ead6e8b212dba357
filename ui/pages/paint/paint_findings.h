// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/paint_scene.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace headscope {

class PaintBars;
class PaintPlane;
class PaintRows;

/// The right side of the Paint page: can one head do this, why not, where the keys stand, and
/// what each row is missing.
class PaintFindings : public QWidget {
    Q_OBJECT

public:
    explicit PaintFindings(QWidget* parent = nullptr);

    void setPaint(const PaintScene& scene, const QString& refusal);
    /// All that it says, for readers and tests.
    QString text() const;

Q_SIGNALS:
    void keyDimAsked(int keyDim);
    void rowAsked(int query);

protected:
    void changeEvent(QEvent* event) override;

private:
    void show();
    QLabel* label(double pixels, int weight);

    PaintScene m_scene;
    QString m_refusal;
    QLabel* m_question;
    QLabel* m_answer;
    QLabel* m_source;
    PaintBars* m_bars;
    QLabel* m_reasons;
    QLabel* m_planeTitle;
    PaintPlane* m_plane;
    QLabel* m_planeLegend;
    QLabel* m_rowsTitle;
    PaintRows* m_rows;
    QLabel* m_rowsLegend;
};

} // namespace headscope
