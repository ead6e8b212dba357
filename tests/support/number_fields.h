// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "forms/spin_boxes.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QtTest>

namespace headscope {

/// Replaces the text of a field as a person would; what stands there then.
inline QString typedInto(QAbstractSpinBox& field, const QString& text) {
    auto* edit = field.findChild<QLineEdit*>();
    edit->selectAll();
    for (const QChar c : text) { // QTest knows the keys of Latin letters only
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, QString(c));
        QCoreApplication::sendEvent(edit, &press);
    }
    return edit->text();
}

/// Types quarters and digits of other scripts into every field of `parent` and finishes: no field
/// may make another number of them, and none may write in anything but our digits. Gives the
/// names of those that do.
inline QStringList fieldsOfAnotherKind(const QWidget& parent) {
    QStringList wrong;
    for (auto* field : parent.findChildren<QAbstractSpinBox*>()) {
        const FieldCheck* check = FieldCheck::of(field);
        auto* number = qobject_cast<QDoubleSpinBox*>(field);
        const auto* whole = qobject_cast<QSpinBox*>(field);
        const auto* seed = qobject_cast<SeedSpinBox*>(field);
        const auto value = [&] {
            return number  ? number->value()
                   : whole ? whole->value()
                   : seed  ? static_cast<double>(seed->value())
                           : 0;
        };
        if (!check || (!number && !whole && !seed)) {
            wrong << field->accessibleName() + QStringLiteral(" takes what it likes");
            continue;
        }
        if (!field->isEnabled())
            continue;
        for (const QString& text : {QStringLiteral("0.25"), QStringLiteral("0,25"),
                                    QStringLiteral("۰٫۲۵"), QStringLiteral("٠٫٢٥")}) {
            const double before = value();
            const QString shown = typedInto(*field, text);
            if (!shown.contains(QStringLiteral("0.25")))
                wrong << field->accessibleName() + QStringLiteral(" shows ") + shown;
            QTest::keyClick(field, Qt::Key_Return);
            // Taken (as exactly as the field is), or refused with a sentence. Keys that were read
            // one by one may have left the 0 before the point.
            const bool taken =
                number && std::abs(value() - 0.25) <= 0.5 * std::pow(10.0, -number->decimals());
            const bool refused =
                !check->sentence().isEmpty() && (value() == before || value() == 0);
            if (!taken && !refused)
                wrong << QStringLiteral("%1 makes %2 of %3")
                             .arg(field->accessibleName(), QString::number(value()), text);
            for (const QChar c : field->text()) {
                if (c.isDigit() && c.unicode() >= 128)
                    wrong << field->accessibleName() + QStringLiteral(" writes ") + field->text();
            }
        }
    }
    return wrong;
}

} // namespace headscope
