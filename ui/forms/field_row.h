// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;

namespace headscope {

/// Marks a control whose value was refused, or takes the mark away.
void markRefused(QWidget& control, bool refused, const QPalette& colours);

/// A control with its label and, where a value was refused, the sentence that
/// says what would be right, with a button for each value that is offered. What a number field
/// has against its text (FieldCheck) it says by itself.
class FieldRow : public QWidget {
    Q_OBJECT

public:
    enum class LabelPlace : std::uint8_t {
        Beside, ///< label left, control right
        Above   ///< label above, a note at its right, the control below in full width
    };

    FieldRow(QWidget* control, LabelPlace place, QWidget* parent = nullptr);

    QWidget* control() const { return m_control; }
    /// `label` may be math markup ("d_{model}"); `name` is what a screen reader says.
    void setTexts(const QString& label, const QString& name, const QString& explanation);
    /// How wide the label beside the control is.
    void setLabelWidth(int width);
    /// A short note at the right of a label above.
    void setNote(const QString& note);

    /// What was typed stays in the control.
    void showError(const QString& sentence, const std::vector<int>& offers = {});
    void clearError();
    bool hasError() const { return !m_sentence.isEmpty(); }
    const QString& errorSentence() const { return m_sentence; }

Q_SIGNALS:
    void offerTaken(int value);

protected:
    void changeEvent(QEvent* event) override;

private:
    void markControl();

    QWidget* m_control;
    QLabel* m_label;
    QLabel* m_note = nullptr;
    QWidget* m_errorArea;
    QLabel* m_errorLabel;
    QHBoxLayout* m_offers;
    QString m_sentence;
    bool m_marking = false;
};

} // namespace headscope
