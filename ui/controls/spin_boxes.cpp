// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/spin_boxes.h"

#include "scene/fonts.h"

#include <QLineEdit>
#include <QRegularExpression>

#include <cmath>
#include <limits>

namespace headscope {

namespace {
constexpr int largestTyped = 9'999'999;
}

SizeSpinBox::SizeSpinBox(QWidget* parent)
    : QSpinBox(parent) {
    setRange(0, largestTyped);
    setFont(textFont(13));
    setFocusPolicy(Qt::StrongFocus);
}

void SizeSpinBox::setAutomatic(int value) {
    const QString text = tr("auto (%1)").arg(value);
    if (text != specialValueText())
        setSpecialValueText(text);
}

void SizeSpinBox::stepBy(int steps) {
    m_stepping = true;
    int target = value();
    for (int i = 0; i < qAbs(steps); ++i) {
        const int direction = steps > 0 ? 1 : -1;
        target = m_next ? m_next(target, direction) : target + direction;
    }
    setValue(target);
    selectAll();
    m_stepping = false;
}

QAbstractSpinBox::StepEnabled SizeSpinBox::stepEnabled() const {
    StepEnabled enabled = StepUpEnabled;
    if (!m_next || m_next(value(), -1) != value())
        enabled |= StepDownEnabled;
    return enabled;
}

QValidator::State NumberSpinBox::validate(QString& input, int& position) const {
    if (!input.contains(u'e', Qt::CaseInsensitive))
        return QDoubleSpinBox::validate(input, position);
    static const QRegularExpression begun(
        QStringLiteral("^[+-]?(\\d+\\.?\\d*|\\.\\d+)[eE][+-]?\\d*$"));
    if (!begun.match(input).hasMatch())
        return QValidator::Invalid;
    bool ok = false;
    const double value = QLocale::c().toDouble(input, &ok);
    // A small number that is rounded to 0, which may mean something else there, is not meant.
    const bool kept = ok && (value == 0 || rounded(value) != 0);
    return kept && value >= minimum() && value <= maximum() ? QValidator::Acceptable
                                                            : QValidator::Intermediate;
}

double NumberSpinBox::rounded(double value) const {
    const double unit = std::pow(10.0, decimals());
    return std::round(value * unit) / unit;
}

double NumberSpinBox::valueFromText(const QString& text) const {
    bool ok = false;
    const double value = QLocale::c().toDouble(text, &ok);
    if (!ok || !text.contains(u'e', Qt::CaseInsensitive))
        return QDoubleSpinBox::valueFromText(text);
    return qBound(minimum(), rounded(value), maximum());
}

SeedSpinBox::SeedSpinBox(QWidget* parent)
    : QAbstractSpinBox(parent) {
    setFont(textFont(13));
    setFocusPolicy(Qt::StrongFocus);
    lineEdit()->setText(QStringLiteral("0"));
    connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) {
        bool ok = false;
        const quint64 value = text.toULongLong(&ok);
        if (!ok || value == m_value)
            return;
        m_value = value;
        Q_EMIT valueEdited(value);
    });
    connect(this, &QAbstractSpinBox::editingFinished, this,
            [this] { lineEdit()->setText(QString::number(m_value)); });
}

void SeedSpinBox::setValue(quint64 value) {
    bool ok = false;
    const quint64 shown = lineEdit()->text().toULongLong(&ok);
    m_value = value;
    if (!ok || shown != value)
        lineEdit()->setText(QString::number(value));
}

void SeedSpinBox::stepBy(int steps) {
    const auto by = static_cast<quint64>(qAbs(steps));
    if (steps > 0)
        m_value += qMin(by, std::numeric_limits<quint64>::max() - m_value);
    else
        m_value -= qMin(by, m_value);
    lineEdit()->setText(QString::number(m_value));
    selectAll();
    Q_EMIT valueEdited(m_value);
}

QValidator::State SeedSpinBox::validate(QString& input, int&) const {
    if (input.isEmpty())
        return QValidator::Intermediate;
    for (const QChar c : input) {
        if (c < u'0' || c > u'9')
            return QValidator::Invalid;
    }
    bool ok = false;
    input.toULongLong(&ok);
    return ok ? QValidator::Acceptable : QValidator::Invalid;
}

QAbstractSpinBox::StepEnabled SeedSpinBox::stepEnabled() const {
    return m_value > 0 ? StepUpEnabled | StepDownEnabled : StepEnabled(StepUpEnabled);
}

} // namespace headscope
