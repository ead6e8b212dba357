// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/compare_controls.h"
#include "pages/layers/layers_comparison.h"
#include "scene/intent.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace headscope {

class SegmentedControl;

/// What stands over the overview: which measure stands under the heads and in which order they
/// are; of a comparison the answer, the two states and the edits between them, and which of both
/// is shown large.
class LayersBar : public QWidget {
    Q_OBJECT

public:
    explicit LayersBar(QWidget* parent = nullptr);

    void setScene(const Scene& scene, bool comparing);
    void setComparison(const LayersComparison* comparison);
    void setPart(ComparedPart part);
    /// Whether a head stands large beside the overview, so that there is a choice of what.
    void setLarge(bool large);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

    CompareControls& controls() const { return *m_controls; }
    /// The answer, in coordinates of the widget; empty where nothing is compared.
    QRectF titleRect() const { return m_title; }

    /// What stands farthest right.
    QRect lastControl() const;

Q_SIGNALS:
    void asked(const headscope::Intent& intent);
    void partAsked(headscope::ComparedPart part);
    /// The head that the answer names.
    void answerAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void setFonts();
    void retranslate();
    void showLook();
    /// Where everything stands in a bar of some width.
    struct Places {
        QRectF title;
        QRect states;
        QRectF badgeA, badgeB;
        CompareControls::Places compared; ///< in coordinates of the states
        QRect firstLabel, first;
        QRect orderLabel, order;
        int height = 0;
    };
    Places placesIn(int width) const;
    void arrange();
    /// What stands before the order: of the measure, or of what is large.
    QWidget* firstLabel() const;
    QWidget* first() const;
    double px(double pixels) const { return pixels * m_scene.display.textScale; }

    Scene m_scene;
    bool m_comparing = false;
    QString m_answer;
    QString m_detail;
    QString m_said; ///< what the number of the answer is
    bool m_anyEdits = false;
    bool m_large = true;
    QWidget* m_states; ///< the menus, over their own part of the bar
    CompareControls* m_controls;
    QLabel* m_measureLabel;
    QComboBox* m_measure;
    QLabel* m_orderLabel;
    QComboBox* m_order;
    QLabel* m_partLabel;
    SegmentedControl* m_part;
    QRectF m_title;
    QRectF m_badgeA; ///< in coordinates of the widget
    QRectF m_badgeB;
};

} // namespace headscope
