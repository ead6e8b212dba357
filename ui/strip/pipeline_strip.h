// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/compared.h"
#include "scene/scene.h"
#include "scene/strip_place.h"

#include <QStringList>
#include <QWidget>

namespace headscope {

/// The map of one block's computation: every stage with its symbol and its shape;
/// click or arrow keys choose one. Which block, says the BlockStrip above.
class PipelineStrip : public QWidget {
    Q_OBJECT

public:
    explicit PipelineStrip(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// The moment of a picture that moves, which can be dragged then; nothing: what is shown
    /// stands at its stage.
    void setPlace(const std::optional<StripPlace>& place);

    /// What is said at a stage.
    struct Stop {
        Stage stage = Stage::Input;
        QString symbol; ///< markup
        QString word;   ///< in the place of a shape, if any: "none", "only in B"
        PerAxis<AxisFamily> families;
        Shape sizes;
        bool active = true; ///< false: the mask stage without a mask, or what only A has
    };
    const std::vector<Stop>& stops() const { return m_stops; }
    /// Where the mark of a stage is, for tests and tool tips.
    QPointF markOf(Stage stage) const;
    /// Where the shapes of the stops stand; all of them, or none where nobody could read them.
    std::vector<QRectF> shapeRects() const;
    double shapePixels() const { return m_shapePixels; }

Q_SIGNALS:
    void stageAsked(headscope::Stage stage);
    void placeAsked(const headscope::StripPlace& place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    static QString shapeText(const Stop& stop);

    void rebuild();
    void addStop(Stage stage);
    std::optional<std::vector<Stage>> stagesOfSide(const Compared::Side& side) const;
    void compareStages();
    /// "only in B" where two states are compared and only one of them has that stage.
    QString onlyIn(Stage stage) const;
    QString tipOf(Stage stage) const;
    void chooseShapeSize();
    QPointF markAt(int place) const;
    /// How many there are before what is told beside the computation: the line ends there.
    int computedStops() const;
    /// How far the time has come.
    double xNow() const;
    StripPlace placeAt(double x) const;
    /// The place of a stage among the stops, -1 where it has none.
    int placeOf(Stage stage) const;
    /// Between two stops, without a gap.
    double room() const;
    std::optional<Stage> stageAt(QPointF position) const;
    QRectF shapeRect(int place, bool current) const;
    QFont shapeFont(const Stop& stop, bool current) const;
    void paintShape(QPainter& painter, int place, bool current) const;
    /// Smaller where stops are close together.
    /// As much of it as can be read in its room.
    QString fitting(const QString& symbol) const;
    QFont fontFor(const QString& symbol, bool current, double room) const;
    double scale() const { return m_scene.display.textScale; }
    /// Sizes of the strip, larger in presentation mode.
    struct Measures {
        double height, mark, symbol, current, shape, leastShape, shapeLine, word, rule;
    };
    Measures measures() const;
    /// What the size of the shapes follows from; most edits leave it as it is, and to
    /// measure it anew takes 4 % of the small frame.
    struct ShapeNeeds {
        QStringList shapes;
        double room = 0;
        double most = 0, least = 0; ///< pixels
        bool staggers = false;
        bool operator==(const ShapeNeeds&) const = default;
    };

    Scene m_scene;
    std::optional<StripPlace> m_place;
    bool m_dragging = false;
    std::vector<Stop> m_stops;
    std::vector<Stage> m_onlyInA; ///< of a comparison
    std::vector<Stage> m_onlyInB;
    double m_shapePixels = 12;
    bool m_narrowShapes = false; ///< in the type of words, whose figures are narrower
    ShapeNeeds m_measured;
    int m_shapeRows = 1; ///< 2: every second shape stands lower; 0: there is no room for them
};

} // namespace headscope
