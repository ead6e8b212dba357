// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "forms/spin_boxes.h"
#include "support/answer_dialog.h"
#include "support/file_bytes.h"
#include "support/number_fields.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/actions.h"
#include "window/export/printing.h"
#include "window/export/worksheet_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPrinter>
#include <QPrinterInfo>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

WorksheetRequest dialogRequest(Experiment experiment) {
    WorksheetRequest request;
    request.cut = suggestedCut(experiment, request.options.steps);
    request.experiment = std::make_shared<const Experiment>(std::move(experiment));
    return request;
}

WorksheetRequest ticketSheet() {
    return dialogRequest(findExample("ticket")->make());
}

/// The field of that name for screen readers, or with that text.
template <class Kind> Kind& field(QWidget& dialog, const QString& name) {
    for (Kind* each : dialog.findChildren<Kind*>()) {
        if (each->accessibleName() == name)
            return *each;
        if constexpr (std::is_base_of_v<QAbstractButton, Kind>) {
            if (each->text() == name)
                return *each;
        }
    }
    throw std::runtime_error("no field " + name.toStdString());
}

bool canSave(const QWidget& dialog) {
    for (const QPushButton* button : dialog.findChildren<QPushButton*>()) {
        if (button->text().startsWith(u"Save"_s))
            return button->isEnabled();
    }
    return false;
}

bool says(const QWidget& dialog, const QString& part) {
    const auto labels = dialog.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->text().contains(part); });
}

} // namespace

class TestWorksheetDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void it_begins_with_a_sheet_that_fits();
    void fields_are_the_request();
    void numbers_are_those_of_every_locale();
    void what_does_not_fit_cannot_be_saved();
    void escape_gives_up_a_refused_number_first();
    void pages_can_be_turned();
    void a_sheet_is_made_once();
    void a_job_takes_the_sheet_that_it_is_given();
    void as_many_boxes_as_can_be_are_asked();
    void both_formats_are_written_data();
    void both_formats_are_written();
    void another_ending_is_refused();
    void a_folder_that_is_not_there_is_said();
    void a_mask_step_needs_a_mask();
    void the_menu_opens_it_and_choices_stay();
    void choices_are_remembered();
    void paper_takes_it();

private:
    QTemporaryDir m_folder;
};

void TestWorksheetDialog::initTestCase() {
    dressAsTheProgram();
    QVERIFY(m_folder.isValid());
}

void TestWorksheetDialog::it_begins_with_a_sheet_that_fits() {
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    dialog.finish();
    QCOMPARE(dialog.pageCount(), 3);
    QVERIFY(canSave(dialog));
    QVERIFY(says(dialog, u"page 1 of 3"_s));
    const WorksheetRequest request = dialog.request();
    QCOMPARE(request.cut.tokens, std::optional<Index>(4));
    QCOMPARE(request.cut.heads, std::vector<Index>{0});
    QVERIFY(dialog.choices() == WorksheetChoices());
}

void TestWorksheetDialog::numbers_are_those_of_every_locale() {
    const QLocale before;
    const auto restore = qScopeGuard([&before] { QLocale::setDefault(before); });
    for (const char* name : {"de_DE", "ar_EG"}) {
        QLocale::setDefault(QLocale(QString::fromLatin1(name)));
        WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
        const QStringList wrong = fieldsOfAnotherKind(dialog);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        // Between its words: the first … tokens of so many.
        for (auto* box : dialog.findChildren<QSpinBox*>()) {
            if (box->prefix().isEmpty())
                continue;
            QCOMPARE(typedInto(*box, u"3"_s), box->prefix() + u'3' + box->suffix());
            QCOMPARE(box->value(), 3);
        }
    }
}

void TestWorksheetDialog::fields_are_the_request() {
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    field<QLineEdit>(dialog, u"Title"_s).setText(u"Monday"_s);
    field<QSpinBox>(dialog, u"Boxes"_s).setValue(5);
    field<SeedSpinBox>(dialog, u"Seed of the boxes"_s).stepBy(8); // from 1
    field<QCheckBox>(dialog, u"scaled scores"_s).click();
    field<QCheckBox>(dialog, u"with the solutions"_s).click();
    dialog.finish();
    const WorksheetRequest request = dialog.request();
    QCOMPARE(request.title, u"Monday"_s);
    QCOMPARE(request.options.blanks, 5);
    QCOMPARE(request.options.seed, std::uint64_t{9});
    QVERIFY(!request.solutions);
    const std::vector<WorksheetStep> steps = {WorksheetStep::Scores, WorksheetStep::Softmax,
                                              WorksheetStep::Context};
    QVERIFY(request.options.steps == steps);
    const auto document = makeWorksheetDocument(request);
    QVERIFY(document.ok());
    QCOMPARE(dialog.pageCount(), static_cast<int>(document->pages.pages.size()));
}

void TestWorksheetDialog::what_does_not_fit_cannot_be_saved() {
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    dialog.finish();
    for (QComboBox* box : dialog.findChildren<QComboBox*>()) {
        if (const int all = box->findText(u"all 4 heads"_s); all >= 0) {
            box->setCurrentIndex(all);
            Q_EMIT box->activated(all); // as a person does
        }
    }
    dialog.finish();
    QVERIFY(!canSave(dialog));
    QVERIFY(says(dialog, u"this does not fit two pages"_s));
    QCOMPARE(dialog.pageCount(), 0);
    for (QCheckBox* box : dialog.findChildren<QCheckBox*>()) {
        if (box->isChecked())
            box->click();
    }
    dialog.finish();
    QVERIFY(says(dialog, u"a sheet needs a step at least"_s));
    field<QCheckBox>(dialog, u"attention weights"_s).click();
    field<QSpinBox>(dialog, u"Boxes"_s).setValue(4);
    dialog.finish();
    QVERIFY(canSave(dialog));
    QVERIFY(!says(dialog, u"a sheet needs"_s));
}

void TestWorksheetDialog::escape_gives_up_a_refused_number_first() {
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    dialog.finish();
    QSpinBox& boxes = field<QSpinBox>(dialog, u"Boxes"_s);
    const int before = boxes.value();
    boxes.setFocus();
    boxes.selectAll();
    QTest::keyClicks(&boxes, u"99999"_s);
    QVERIFY(says(dialog, u"too large"_s));
    QTest::keyClick(&boxes, Qt::Key_Escape);
    QVERIFY(dialog.isVisible());
    QCOMPARE(boxes.value(), before);
    QVERIFY(boxes.hasAcceptableInput());
    QVERIFY(!says(dialog, u"too large"_s));
    QTest::keyClick(&boxes, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
}

void TestWorksheetDialog::pages_can_be_turned() {
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    dialog.finish();
    auto& forth = field<QToolButton>(dialog, u"Next page"_s);
    auto& back = field<QToolButton>(dialog, u"Previous page"_s);
    QVERIFY(!back.isEnabled());
    for (const char* said : {"page 2 of 3", "page 3 of 3"}) {
        forth.click();
        dialog.finish();
        QVERIFY(says(dialog, QLatin1String(said)));
    }
    QVERIFY(!forth.isEnabled());
    // Without solutions there is no third page to stay on.
    field<QCheckBox>(dialog, u"with the solutions"_s).click();
    dialog.finish();
    QVERIFY(says(dialog, u"page 2 of 2"_s));
}

void TestWorksheetDialog::a_sheet_is_made_once() {
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    dialog.finish();
    const WorksheetDocumentPointer first = dialog.document();
    QVERIFY(first);
    field<QToolButton>(dialog, u"Next page"_s).click();
    dialog.finish();
    QVERIFY(says(dialog, u"page 2 of 3"_s));
    QCOMPARE(dialog.document(), first);
    dialog.saveTo(m_folder.filePath(u"none/sheet.pdf"_s)); // fails: the sheet is as it was
    dialog.finish();
    QCOMPARE(dialog.document(), first);
    field<SeedSpinBox>(dialog, u"Seed of the boxes"_s).stepBy(8); // from 1
    dialog.finish();
    QVERIFY(dialog.document() && dialog.document() != first);
    QCOMPARE(dialog.document()->sheet.seed, std::uint64_t{9});
    dialog.saveTo(m_folder.filePath(u"once.pdf"_s));
    const WorksheetDocumentPointer second = dialog.document();
    dialog.finish();
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QCOMPARE(dialog.document(), second);
}

void TestWorksheetDialog::a_job_takes_the_sheet_that_it_is_given() {
    WorksheetRequest request = ticketSheet();
    request.options.blanks = 3;
    const auto given = std::make_shared<const WorksheetDocument>(*makeWorksheetDocument(request));
    request.options.blanks = 4; // so that it can be told apart from one made anew
    const WorksheetOutcome outcome = doWorksheetJob({request, given, 7, 96, QString()}, {});
    QVERIFY(outcome.status.ok());
    QCOMPARE(outcome.document, given);
    QCOMPARE(outcome.page, static_cast<int>(given->pages.pages.size()) - 1);
    QCOMPARE(outcome.png, *worksheetPng(*given, outcome.page, 96));
    const WorksheetOutcome made = doWorksheetJob({request, nullptr, 0, 96, QString()}, {});
    QCOMPARE(made.document->sheet.blanks.size(), std::size_t{4});
}

void TestWorksheetDialog::as_many_boxes_as_can_be_are_asked() {
    WorksheetRequest request = ticketSheet();
    request.cut.tokens = 1;
    WorksheetDialog dialog(request, {}, m_folder.path());
    dialog.finish();
    QVERIFY(canSave(dialog));
    const auto document = makeWorksheetDocument(dialog.request());
    QVERIFY(document.ok());
    QVERIFY(document->sheet.blanks.size() < 12);
    QVERIFY(says(dialog, u"%1 boxes"_s.arg(document->sheet.blanks.size())));
}

void TestWorksheetDialog::both_formats_are_written_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("pdf") << u"sheet.pdf"_s;
    QTest::newRow("tex") << u"sheet.TEX"_s;
}

void TestWorksheetDialog::both_formats_are_written() {
    QFETCH(QString, name);
    const QString path = m_folder.filePath(name);
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    dialog.finish();
    dialog.saveTo(path);
    dialog.finish();
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QCOMPARE(dialog.path(), path);
    const auto document = makeWorksheetDocument(dialog.request());
    QVERIFY(document.ok());
    const auto files = worksheetFiles(*document, path);
    QVERIFY(files.ok() && files->size() == 2);
    for (const WorksheetFile& file : *files)
        QVERIFY(!file.content.isEmpty() && bytesOf(file.path) == file.content);
}

void TestWorksheetDialog::another_ending_is_refused() {
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    dialog.finish();
    dialog.saveTo(m_folder.filePath(u"sheet.doc"_s));
    QVERIFY(!dialog.isSaving());
    QVERIFY(says(dialog, u"must end in .pdf or .tex"_s));
    QVERIFY(!QFile::exists(m_folder.filePath(u"sheet.doc"_s)));
}

void TestWorksheetDialog::a_folder_that_is_not_there_is_said() {
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    dialog.saveTo(m_folder.filePath(u"none/sheet.pdf"_s));
    dialog.finish();
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
    QVERIFY(!dialog.isSaving());
    QVERIFY(says(dialog, u"none"_s));
}

void TestWorksheetDialog::a_mask_step_needs_a_mask() {
    WorksheetDialog without(ticketSheet(), {}, m_folder.path());
    QVERIFY(!field<QCheckBox>(without, u"masked scores"_s).isEnabled());
    WorksheetDialog with(dialogRequest(withCausal(findExample("ticket")->make(), true)), {},
                         m_folder.path());
    auto& box = field<QCheckBox>(with, u"masked scores"_s);
    QVERIFY(box.isEnabled());
    box.click();
    with.finish();
    QVERIFY(canSave(with));
}

void TestWorksheetDialog::the_menu_opens_it_and_choices_stay() {
    const auto window = shownWindow(findExample("ticket")->make());
    window->workspace().showPanel(2);
    {
        QString head;
        QTimer::singleShot(0, [&head] {
            auto* dialog = qobject_cast<WorksheetDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            head = QString::number(dialog->request().cut.heads.front() + 1);
            field<QSpinBox>(*dialog, u"Boxes"_s).setValue(7);
            dialog->reject();
        });
        window->findChild<Actions*>()->worksheet->trigger();
        QCOMPARE(head, u"3"_s); // the one that is looked at
    }
    int boxes = 0;
    QTimer::singleShot(0, [&boxes] {
        auto* dialog = qobject_cast<WorksheetDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        boxes = dialog->request().options.blanks;
        dialog->reject();
    });
    window->findChild<Actions*>()->worksheet->trigger();
    QCOMPARE(boxes, 7);
}

void TestWorksheetDialog::choices_are_remembered() {
    Preferences preferences;
    WorksheetChoices& choices = preferences.worksheet;
    choices.steps = {WorksheetStep::ProjectKey, WorksheetStep::Output};
    choices.blanks = 5;
    choices.decimals = 3;
    choices.paper = WorksheetPaper::Letter;
    choices.solutions = choices.apart = choices.handy = false;
    choices.latex = true;
    savePreferences(preferences);
    QVERIFY(loadPreferences().worksheet == choices);
    savePreferences({});
    QVERIFY(loadPreferences().worksheet == WorksheetChoices());
}

/// A file stands in for the printer.
void TestWorksheetDialog::paper_takes_it() {
    const auto document = makeWorksheetDocument(ticketSheet());
    QVERIFY(document.ok());
    const std::vector<FigurePage> pages = worksheetFigurePages(*document);
    QPrinter printer(QPrinter::HighResolution);
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(m_folder.filePath(u"printed.pdf"_s));
    printer.setPageSize(QPageSize(QPageSize::A4));
    QVERIFY(Printing::paint(printer, pages).ok());
    const QByteArray printed = bytesOf(printer.outputFileName());
    QCOMPARE(printed.count("/Type /Page\n"), static_cast<qsizetype>(pages.size()));
    QVERIFY(printed.contains("/FontFile")); // text is text
    QPrinter nowhere(QPrinter::HighResolution);
    nowhere.setOutputFormat(QPrinter::PdfFormat);
    nowhere.setOutputFileName(m_folder.filePath(u"none/printed.pdf"_s));
    QVERIFY(!Printing::paint(nowhere, pages).ok());
    if (!QPrinterInfo::availablePrinters().isEmpty())
        QSKIP("there is a printer, which would be asked for");
    WorksheetDialog dialog(ticketSheet(), {}, m_folder.path());
    dialog.finish();
    field<QPushButton>(dialog, u"Print…"_s).click();
    QVERIFY(says(dialog, u"This computer has no printer"_s));
}

HEADSCOPE_TEST(TestWorksheetDialog, QApplication)
#include "test_worksheet_dialog.moc"
