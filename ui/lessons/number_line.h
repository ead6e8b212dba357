// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cmath>
#include <optional>

namespace headscope {

/// A number to be guessed, on a line between two ends. The keyboard has the field beside it.
class NumberLine : public QWidget {
    Q_OBJECT

public:
    explicit NumberLine(QWidget* parent = nullptr);

    void setRange(double low, double high, const QString& lowText, const QString& highText);
    /// What it is at the start; nothing, or no number: not said. `isNow`: that is what is shown.
    void setNow(std::optional<double> now, bool isNow) {
        m_now = now && std::isfinite(*now) ? now : std::nullopt;
        m_isNow = isNow;
        update();
    }
    /// Nothing: nobody has guessed yet.
    void setValue(std::optional<double> value);
    /// What came out of it; nothing: not shown.
    void setAnswer(std::optional<double> answer) {
        m_answer = answer;
        update();
    }
    QSize sizeHint() const override { return {200, 47}; }
    QSize minimumSizeHint() const override { return {120, 47}; }
    /// Where a number stands on it, for tests.
    double placeOf(double value) const;

Q_SIGNALS:
    void valueChosen(double value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    double m_low = 0;
    double m_high = 1;
    QString m_lowText;
    QString m_highText;
    std::optional<double> m_now;
    bool m_isNow = true;
    std::optional<double> m_value;
    std::optional<double> m_answer;
};

} // namespace headscope
