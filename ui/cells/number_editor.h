// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

class QLabel;

namespace headscope {

/// A number that is typed into a cell of a matrix, in its place. Enter takes it, Esc gives it up,
/// Tab takes it and goes on; who clicks elsewhere takes it too. Text that is no number stays, with
/// a sentence below.
class NumberEditor : public QLineEdit {
    Q_OBJECT

public:
    explicit NumberEditor(QWidget* parent);

    /// `name` is what a screen reader says; the text is selected, so that typing replaces it.
    void open(const QRectF& cell, double pixels, const QString& text, const QString& name);
    /// The cell lies elsewhere now.
    void moveTo(const QRectF& cell);
    bool isOpen() const { return m_open; }
    /// Gives up what was typed.
    void leave();
    /// What is wrong; empty while nothing is.
    QString sentence() const;

Q_SIGNALS:
    /// Another number than what stood there.
    void typed(float value);
    /// Tab: to the next cell of the row, or to the one before.
    void movedOn(int by);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// False where the text is no number.
    bool take();
    void refuse(const QString& sentence);
    void place();

    QLabel* m_sentence;
    QRectF m_cell;
    QString m_before;
    bool m_open = false;
};

} // namespace headscope
