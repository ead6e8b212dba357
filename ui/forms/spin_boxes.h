// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

#include <functional>
#include <optional>

namespace headscope {

/// What speaks against the text of a number field. A field takes every key, because a key that is
/// dropped makes another number of what was typed; a text that is no number of the field stays
/// until the field is left, and is no value: what stood before somebody typed comes back then, not
/// the digits that fitted. Numbers are read and written in one way whatever the locale is: a
/// decimal comma becomes a point, foreign digits become ours.
class FieldCheck : public QObject {
    Q_OBJECT

public:
    explicit FieldCheck(QAbstractSpinBox* field)
        : QObject(field) {}

    /// nullptr where the widget is no number field.
    static FieldCheck* of(const QWidget* field);

    QAbstractSpinBox* field() const { return static_cast<QAbstractSpinBox*>(parent()); }
    /// Empty: nothing speaks against it.
    const QString& sentence() const { return m_sentence; }
    void say(const QString& sentence);
    /// Whether the text as it stands is no value.
    bool refuses() const;
    /// Asked when somebody begins to type: what then brings back what stands now.
    void setBack(std::function<std::function<void()>()> back) { m_backNow = std::move(back); }
    void begin();
    /// What was typed has been taken.
    void end() { m_back = nullptr; }
    /// What was typed is given up, but what speaks against it stays said.
    void giveUp();

Q_SIGNALS:
    void changed(const QString& sentence);

private:
    QString m_sentence;
    std::function<std::function<void()>()> m_backNow;
    std::function<void()> m_back; ///< to what stood before somebody typed
};

/// A whole number. Any can be typed; arrow keys stay in the range.
class WholeSpinBox : public QSpinBox {
    Q_OBJECT

public:
    explicit WholeSpinBox(QWidget* parent = nullptr);

    /// What the sentence calls the largest, where the field holds larger ones to say what is
    /// wrong with them.
    void setLargest(int largest) { m_largest = largest; }
    QValidator::State validate(QString& input, int& position) const override;
    void fixup(QString& input) const override;
    int valueFromText(const QString& text) const override;
    void stepBy(int steps) override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QString objection(const QString& text, bool finished) const;

    std::optional<int> m_largest;
    FieldCheck* m_check; ///< last: making it asks whether the text is valid
};

/// A size. Any number can be typed, so that a sentence can say why one is wrong;
/// arrow keys only go to numbers that are right. Where 0 means automatic, that is
/// the lowest step and shows the automatic value.
class SizeSpinBox : public WholeSpinBox {
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

/// A number that may be typed as people write it: "0,25", "1e-4". Places beyond those that the
/// field has are rounded.
class NumberSpinBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit NumberSpinBox(QWidget* parent = nullptr);

    /// What can be typed at least, where smaller numbers of the field stand for something else.
    void setSmallest(double smallest) { m_smallest = smallest; }
    QValidator::State validate(QString& input, int& position) const override;
    void fixup(QString& input) const override;
    double valueFromText(const QString& text) const override;
    void stepBy(int steps) override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QString objection(const QString& text, bool finished) const;
    /// To as many places as the field has.
    double rounded(double value) const;

    std::optional<double> m_smallest;
    FieldCheck* m_check; ///< last, as above
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
    void fixup(QString& input) const override;

Q_SIGNALS:
    /// Typed or stepped, not by setValue().
    void valueEdited(quint64 value);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    StepEnabled stepEnabled() const override;

private:
    quint64 m_value = 0;
    FieldCheck* m_check; ///< last, as above
};

} // namespace headscope
