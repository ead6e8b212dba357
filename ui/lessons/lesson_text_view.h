// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace headscope {

/// A paragraph of a lesson, as high as it needs. Marked words have a dotted rule; they can be
/// reached with Tab and clicked with Enter.
class LessonTextView : public QTextBrowser {
    Q_OBJECT

public:
    LessonTextView(int pixels, int line, QWidget* parent = nullptr);

    /// `plain` is what a screen reader says.
    void setText(const QString& html, const QString& plain);
    /// In the colour of what is less important.
    void setQuiet(bool quiet);
    /// The mark that is held, drawn as such; empty: none.
    void setHeld(const QString& mark);

Q_SIGNALS:
    /// A mark is under the pointer, or has the keyboard's focus; empty: none has.
    void pointed(const QString& mark);
    void clicked(const QString& mark);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void restyle();
    void fit();

    int m_pixels;
    int m_line;
    bool m_quiet = false;
    QString m_html;
    QString m_held;
};

} // namespace headscope
