// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

#include <memory>

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

    /// The column asks before it gives room, so that nothing is laid over what is longer than it
    /// was.
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    /// In the width that it has nothing of it gives way.
    QSize minimumSizeHint() const override { return {0, heightForWidth(width())}; }

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

    int m_pixels;
    int m_line;
    bool m_quiet = false;
    QString m_html;
    QString m_held;
    /// A second one of the same text, to measure how high that is in other widths.
    std::unique_ptr<QTextDocument> m_measured;
};

} // namespace headscope
