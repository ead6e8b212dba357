// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "forms/form.h"
#include "pages/shapes/shapes_scene.h"

#include <QWidget>

#include <array>
#include <functional>
#include <optional>

class QLabel;

namespace headscope {

/// The left panel of the Shapes view: which numbers and sizes, which way and
/// memory order, how it is coloured, and what is shown besides.
class ShapesPanel : public QWidget {
    Q_OBJECT

public:
    explicit ShapesPanel(QWidget* parent = nullptr);

    /// Shows the options without emitting.
    void setShapes(const ShapesScene& scene);
    /// The sizes that were asked for last cannot be: their field is marked.
    void refuseSizes(const QString& sentence);

Q_SIGNALS:
    void optionsAsked(const headscope::ShapesOptions& options);
    void reducedMotionAsked(bool reduced);
    /// Other sizes while the numbers are those of the experiment.
    void experimentSizesAsked(const headscope::LayoutSizes& sizes);

private:
    enum Size : std::uint8_t { Batch, Sequence, ModelDim, Heads };

    template <class T> Binding<T> bound(T ShapesOptions::*member);
    void declareNumbers();
    void declareLayout();
    void declareColours();
    void declareShown();
    void showWidthSymbol();
    void showSizes();
    /// What is cut into heads: d_model, or heads·d_k where that is another width.
    QString widthSymbol() const;
    void showWrongWays();
    void showLegend();
    void proposeSizes(Size changed);
    /// Of what is shown, as the fields have them.
    std::array<Index, 4> shownSizes() const;
    void propose(const std::function<void(ShapesOptions&)>& change);

    Form m_form;
    ShapesScene m_scene;
    std::array<SizeSpinBox*, 4> m_sizes{};
    Size m_changed = Batch;        ///< by a person, last
    std::optional<Size> m_refused; ///< that was refused and still stands there
    std::array<FieldRow*, 4> m_sizeRows{};
    QLabel* m_headDim;
    QLabel* m_legend;
    QComboBox* m_wrongWay;
    QLabel* m_wrongPlace; ///< the step at which it is to be seen
    std::uint64_t m_shownModel = 0;
    QString m_shownLegend;
    bool m_shown = false;
};

} // namespace headscope
