// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

#include <functional>

namespace headscope {

/// A size. Any number can be typed, so that a sentence can say why one is wrong;
/// arrow keys only go to numbers that are right. Where 0 means automatic, that is
/// the lowest step and shows the automatic value.
class SizeSpinBox : public QSpinBox {
    Q_OBJECT

public:
    explicit SizeSpinBox(QWidget* parent = nullptr);

    /// The number that follows `from` upwards (direction 1) or downwards (−1);
    /// `from` itself where there is none.
    void setNext(std::function<int(int from, int direction)> next) { m_next = std::move(next); }
    /// "auto (16)" stands for 0.
    void setAutomatic(int value);
    /// While an arrow or the wheel changes the value, not the keyboard's digits.
    bool isStepping() const { return m_stepping; }
    void stepBy(int steps) override;

protected:
    StepEnabled stepEnabled() const override;

private:
    std::function<int(int, int)> m_next;
    bool m_stepping = false;
};

/// A number that may be typed as people write small ones: "1e-4". QDoubleSpinBox takes the letter
/// and the sign away one by one, and what is left is 14.
class NumberSpinBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    using QDoubleSpinBox::QDoubleSpinBox;

    QValidator::State validate(QString& input, int& position) const override;
    double valueFromText(const QString& text) const override;

private:
    /// To as many places as the field has.
    double rounded(double value) const;
};

/// A whole number of 64 bits without a sign, which QSpinBox cannot hold.
class SeedSpinBox : public QAbstractSpinBox {
    Q_OBJECT

public:
    explicit SeedSpinBox(QWidget* parent = nullptr);

    quint64 value() const { return m_value; }
    void setValue(quint64 value);
    void stepBy(int steps) override;
    QValidator::State validate(QString& input, int& position) const override;

Q_SIGNALS:
    /// Typed or stepped, not by setValue().
    void valueEdited(quint64 value);

protected:
    StepEnabled stepEnabled() const override;

private:
    quint64 m_value = 0;
};

} // namespace headscope
