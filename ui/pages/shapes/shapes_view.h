// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/shapes_scene.h"

#include <QWidget>

class QButtonGroup;
class QPlainTextEdit;
class QScrollBar;
class QToolButton;

namespace headscope {

class ShapesCanvas;

/// The Shapes view: the picture, the code line's buttons and the timeline. A
/// function of the ShapesScene; what people want comes out as signals.
class ShapesView : public QWidget {
    Q_OBJECT

public:
    explicit ShapesView(QWidget* parent = nullptr);

    void setShapes(const ShapesScene& scene);
    ShapesCanvas& canvas() { return *m_canvas; }
    /// Does what a key of the view asks; false where it means nothing here.
    bool handleKey(int key);
    /// What the step does, in a sentence.
    QString sentence() const;
    /// One line for a status bar: the element in focus, else what the step does.
    QString status() const;
    QSize minimumSizeHint() const override { return {560, 440}; }

Q_SIGNALS:
    /// Space, an arrow, Home or End: a key of the time.
    void timeKeyPressed(int key);
    void elementHovered(std::optional<headscope::Index> element);
    void elementLocked(std::optional<headscope::Index> element);
    void optionsAsked(const headscope::ShapesOptions& options);
    void dialectAsked(headscope::CodeDialect dialect);
    void statusChanged(const QString& text);
    void languageChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildCode();
    void retranslate();
    /// Shorter names and smaller type where the row of buttons has no more room.
    void fitCodeBar(int room);
    void placeCode();
    /// The scroll bar of the tokens, behind the words that say which are drawn.
    void placeTokens();
    void scaleControls(double scale);
    void showPrint(bool shown);
    void updatePrint();
    QString codeLineText() const;
    QString printedTensor() const;

    ShapesScene m_scene;
    ShapesCanvas* m_canvas;
    QWidget* m_codeBar;
    QButtonGroup* m_dialects;
    QToolButton* m_copy;
    QAction* m_copyCode;
    QAction* m_copyPrint;
    QToolButton* m_print;
    QToolButton* m_attention;
    QPlainTextEdit* m_printed;
    QScrollBar* m_tokens;
    std::uint64_t m_printedModel = 0;
    std::size_t m_printedStep = 0;
    QString m_status;
    double m_scale = 1;
};

} // namespace headscope
