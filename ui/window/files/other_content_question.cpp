// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/files/other_content_question.h"

#include "words/error_text.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace headscope {

OtherContent askAboutOtherContent(QWidget* window, const QString& name) {
    QMessageBox box(QMessageBox::Warning,
                    QCoreApplication::translate("OtherContentQuestion", "Changed elsewhere"),
                    unmistaken(QCoreApplication::translate("OtherContentQuestion",
                                                           "“%1” was changed by another program "
                                                           "since it was read or saved here.")
                                   .arg(name)),
                    QMessageBox::Cancel, window);
    box.setInformativeText(QCoreApplication::translate(
        "OtherContentQuestion", "Overwriting loses what the other program wrote. Reloading shows "
                                "it, and Undo brings back what stands here."));
    const auto* overwrite =
        box.addButton(QCoreApplication::translate("OtherContentQuestion", "&Overwrite"),
                      QMessageBox::DestructiveRole);
    const auto* reload = box.addButton(
        QCoreApplication::translate("OtherContentQuestion", "&Reload"), QMessageBox::ActionRole);
    auto* saveAs = box.addButton(QCoreApplication::translate("OtherContentQuestion", "Save &as…"),
                                 QMessageBox::AcceptRole);
    box.setDefaultButton(saveAs);
    box.exec();
    const QAbstractButton* clicked = box.clickedButton();
    return clicked == overwrite ? OtherContent::Overwrite
           : clicked == reload  ? OtherContent::Reload
           : clicked == saveAs  ? OtherContent::SaveAs
                                : OtherContent::Cancel;
}

} // namespace headscope
