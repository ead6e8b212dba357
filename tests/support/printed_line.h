// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody with a calculator makes of a line of arithmetic as it is printed.
#pragma once

#include <QLocale>
#include <QString>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace headscope::testing {

class PrintedLine {
public:
    /// The value of "e^(1.2 − 3.4) ÷ 1.007"; throws where it is no arithmetic.
    static double value(const QString& text) {
        PrintedLine line(text);
        const double result = line.sum();
        if (line.m_at != text.size())
            throw std::runtime_error("not read to its end: " + text.toStdString());
        return result;
    }
    /// Whether "arithmetic = number" holds within the last printed digit of the number.
    static bool holds(const QString& line) {
        const qsizetype equals = line.lastIndexOf(QStringLiteral(" = "));
        const QString result = line.sliced(equals + 3);
        const double computed = value(line.first(equals));
        if (result == QStringLiteral("NaN"))
            return std::isnan(computed);
        QString bare = result;
        bare.remove(u'<').remove(u'>');
        const double number = value(bare);
        if (result.startsWith(u'<'))
            return computed < number;
        if (result.startsWith(u'>'))
            return computed > number;
        const QString digits = bare.section(u'e', 0, 0);
        const qsizetype point = digits.indexOf(u'.');
        const qsizetype decimals = point < 0 ? 0 : digits.size() - point - 1;
        const QString power = bare.section(u'e', 1);
        const double unit =
            std::pow(10.0, (power.isEmpty() ? 0 : value(power)) - static_cast<double>(decimals));
        return computed == number || std::fabs(computed - number) <= unit * 0.51;
    }

private:
    explicit PrintedLine(const QString& text)
        : m_text(text) {}
    bool takes(const QString& sign) {
        while (m_at < m_text.size() && m_text[m_at] == u' ')
            ++m_at;
        if (!QStringView(m_text).sliced(m_at).startsWith(sign))
            return false;
        m_at += sign.size();
        return true;
    }
    void needs(const QString& sign) {
        if (!takes(sign))
            throw std::runtime_error("no " + sign.toStdString() + " in " + m_text.toStdString());
    }
    double sum() {
        double result = product();
        while (true) {
            if (takes(QStringLiteral("+")))
                result += product();
            else if (takes(QStringLiteral("− ")))
                result -= product();
            else
                return result;
        }
    }
    double product() {
        double result = factor();
        while (true) {
            if (takes(QStringLiteral("×")) || takes(QStringLiteral("·")))
                result *= factor();
            else if (takes(QStringLiteral("÷")))
                result /= factor();
            else
                return result;
        }
    }
    double inBrackets() {
        const double result = sum();
        needs(QStringLiteral(")"));
        return result;
    }
    static double normal(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
    double factor() {
        if (takes(QStringLiteral("√")))
            return std::sqrt(factor());
        if (takes(QStringLiteral("e^(")))
            return std::exp(inBrackets());
        if (takes(QStringLiteral("Φ(")))
            return normal(inBrackets());
        if (takes(QStringLiteral("gelu("))) {
            const double x = inBrackets();
            return x * normal(x);
        }
        if (takes(QStringLiteral("max("))) {
            const double x = sum();
            needs(QStringLiteral(", 0)"));
            return std::max(x, 0.0);
        }
        if (takes(QStringLiteral("("))) {
            const double result = inBrackets();
            return takes(QStringLiteral("²")) ? result * result : result;
        }
        return number();
    }
    double number() {
        const double sign = takes(QStringLiteral("−")) ? -1 : 1;
        if (takes(QStringLiteral("∞")))
            return sign * HUGE_VAL;
        QString digits;
        while (m_at < m_text.size()) {
            const QChar next = m_text[m_at];
            const bool ofPower = next == QChar(0x2212) && digits.endsWith(u'e');
            if (!next.isDigit() && next != u'.' && !(next == u'e' && !digits.isEmpty()) && !ofPower)
                break;
            digits += ofPower ? QChar(u'-') : next;
            ++m_at;
        }
        bool isNumber = false;
        const double value = QLocale::c().toDouble(digits, &isNumber);
        if (!isNumber)
            throw std::runtime_error("no number at " + std::to_string(m_at) + " of " +
                                     m_text.toStdString());
        return sign * value;
    }

    QString m_text;
    qsizetype m_at = 0;
};

} // namespace headscope::testing
