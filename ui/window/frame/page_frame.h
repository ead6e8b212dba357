// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace headscope {

class Actions;
class Appearance;
class AxesBar;
class ColourChoices;
class Inspector;
class LeftSide;
class LessonPanel;
class LessonSlide;
class PageRunBar;
class PageStack;
class Presentation;
class SidePanel;
class Sides;
class Slot;
class StageBar;
class ViewHeader;
class WeightsBar;
class Workspace;
struct PageControls;
struct Preferences;
struct Scene;

/// The page that is shown, or the slide of a lesson in its place, and around it what the page does
/// not bring along: stages above, editors at the left, the inspector at the right.
class PageFrame : public QWidget {
    Q_OBJECT

public:
    struct Parts {
        Preferences& preferences;
        Workspace& workspace;
        PageStack& pages;
        Actions& actions;
        Appearance& appearance;
        Presentation& presentation;
    };
    /// Of the left: `editors`, and `lesson` in their place.
    PageFrame(const Parts& parts, QWidget* editors, LessonPanel* lesson, LessonSlide* slide,
              QWidget* parent);

    Sides& sides() { return *m_sides; }
    LeftSide& leftSide() { return *m_leftSide; }
    StageBar& stages() { return *m_stages; }
    WeightsBar& weights() { return *m_weights; }
    void setScene(const Scene& scene);
    /// What the shown page wants around it, and what its controls, which come back, allow. `left`:
    /// whether there is anything for the left but what the page brings along.
    PageControls showPage(bool left);
    /// What asks about the document.
    void showDocument();

private:
    void connectParts();
    /// Whether the picture is of another run than the experiment's.
    void showPageRun();

    Parts m_parts;
    LeftSide* m_leftSide;
    SidePanel* m_left;
    Slot* m_leftSlot;  ///< the editors
    Slot* m_stripSlot; ///< blocks, stages and playback
    Slot* m_rightSlot; ///< the inspector
    SidePanel* m_right;
    Sides* m_sides;
    StageBar* m_stages;
    ViewHeader* m_header;
    ColourChoices* m_colours; ///< at the colour bar of the shown page
    PageRunBar* m_pageRun;    ///< that a page's own run is shown
    AxesBar* m_axes;          ///< how an attention from a file is to be read
    WeightsBar* m_weights;    ///< which of the weights in a file
    Inspector* m_inspector;
};

} // namespace headscope
