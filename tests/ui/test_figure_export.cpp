// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "jobs/animation.h"
#include "pages/page_time.h"
#include "support/figure_scenes.h"
#include "support/number_fields.h"
#include "support/page_situations.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/actions.h"
#include "window/export/export_dialog.h"
#include "window/export/page_export_dialog.h"
#include "window/frame/page_stack.h"
#include "window/frame/status_line.h"
#include "window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

FigureRequest request() {
    return figureScene(TensorName::AttentionWeights, 4, manyTokens(60), manyTokens(60),
                       [](Index head, Index row, Index column) {
                           return static_cast<float>((head + row + column) % 7) / 7;
                       })
        .request();
}

bool says(const QWidget& dialog, const QString& part) {
    const auto labels = dialog.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->text().contains(part); });
}

/// The boxes that have the steps of a journey from x to reshape, in their order.
void chooseStretch(const QWidget& dialog, int from, int to) {
    std::vector<QComboBox*> boxes;
    for (QComboBox* box : dialog.findChildren<QComboBox*>()) {
        if (box->findText(QStringLiteral("transpose(1, 2)")) > 0)
            boxes.push_back(box);
    }
    if (boxes.size() != 2)
        qFatal("there are other boxes");
    Q_EMIT boxes[0]->activated(from);
    Q_EMIT boxes[1]->activated(to);
}

QStringList everythingIn(const QTemporaryDir& folder) {
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

} // namespace

class TestFigureExport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_window_lives_on_while_a_file_is_written();
    void a_cancelled_export_leaves_no_file();
    void a_file_that_waits_for_its_name_goes_with_who_gives_it_up();
    void a_cancelled_figure_is_none_data();
    void a_cancelled_figure_is_none();
    void the_bytes_are_those_that_the_program_writes();
    void what_cannot_be_written_is_said();
    void progress_goes_up();
    void the_dialog_saves_and_gives_up();
    void the_dialog_knows_pages_and_words();
    void numbers_of_the_dialog_are_those_of_every_locale();
    void a_figure_is_copied_outside_the_window();
    void escape_ends_a_copy();
    void a_copy_is_of_the_page_in_front();
    void a_page_is_exported_as_it_stands();
    void a_film_that_is_given_up_leaves_no_file();
    void what_cannot_be_exported_is_said();
};

void TestFigureExport::the_window_lives_on_while_a_file_is_written() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.png"));
    FigureExport figures;
    bool done = false;
    figures.write(request(), FigureFormat::Png, path,
                  [&](const auto& files) { done = files.ok(); });
    QVERIFY(figures.isBusy());
    QVERIFY(!done);
    QVERIFY(!QFile::exists(path)); // it gets its name in a later turn of the event loop
    QTRY_VERIFY(done);
    QVERIFY(!QImage(path).isNull());
    QCOMPARE(everythingIn(folder).size(), 1);
}

void TestFigureExport::a_cancelled_export_leaves_no_file() {
    const QTemporaryDir folder;
    {
        FigureExport figures;
        bool heard = false;
        figures.write(request(), FigureFormat::Pdf, folder.filePath(QStringLiteral("a.pdf")),
                      [&](const auto&) { heard = true; });
        figures.cancel();
        QCoreApplication::processEvents();
        QVERIFY(!heard);
    }
    QCOMPARE(everythingIn(folder), QStringList());
}

void TestFigureExport::a_file_that_waits_for_its_name_goes_with_who_gives_it_up() {
    const QTemporaryDir folder;
    {
        FigureExport figures;
        bool heard = false;
        figures.write(request(), FigureFormat::Svg, folder.filePath(QStringLiteral("a.svg")),
                      [&](const auto&) { heard = true; });
        while (everythingIn(folder).isEmpty()) // it is being written, or complete
            QThread::msleep(1);
        figures.cancel();
        QCoreApplication::processEvents();
        QVERIFY(!heard);
    }
    QCOMPARE(everythingIn(folder), QStringList());
}

void TestFigureExport::a_cancelled_figure_is_none_data() {
    QTest::addColumn<int>("format");
    QTest::newRow("png") << static_cast<int>(FigureFormat::Png);
    QTest::newRow("svg") << static_cast<int>(FigureFormat::Svg);
    QTest::newRow("pdf") << static_cast<int>(FigureFormat::Pdf);
}

void TestFigureExport::a_cancelled_figure_is_none() {
    QFETCH(int, format);
    // Given up before it begins, or behind the first matrix.
    for (const bool late : {false, true}) {
        FigureWork work{CancellationToken::create(), nullptr};
        int painted = 0;
        work.progress = [&](double) {
            ++painted;
            work.cancellation.cancel();
        };
        if (!late)
            work.cancellation.cancel();
        const auto figure = renderFigure(request(), static_cast<FigureFormat>(format), work);
        QVERIFY(!figure);
        QCOMPARE(figure.error().text(), std::string("the computation was cancelled"));
        QCOMPARE(painted, late ? 1 : 0);
    }
}

void TestFigureExport::the_bytes_are_those_that_the_program_writes() {
    FigureExport figures;
    std::vector<QByteArray> made;
    figures.render(request(), {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf},
                   [&](Result<std::vector<QByteArray>> files) { made = *files; });
    figures.finish();
    QCOMPARE(made.size(), std::size_t{3});
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf})
        QVERIFY(made[static_cast<std::size_t>(format)] == *renderFigure(request(), format));
}

void TestFigureExport::what_cannot_be_written_is_said() {
    for (const char* path : {"/dev/full", "/nowhere/at/all.png"}) {
        FigureExport figures;
        std::optional<Error> error;
        figures.write(request(), FigureFormat::Png, QString::fromLatin1(path),
                      [&](const auto& files) {
                          if (!files)
                              error = files.error();
                      });
        figures.finish();
        QVERIFY(error);
        QVERIFY2(error->text().find(path) != std::string::npos, error->text().c_str());
    }
}

void TestFigureExport::progress_goes_up() {
    FigureExport figures;
    std::vector<double> said;
    connect(&figures, &FigureExport::progressed, this, [&](double done) { said.push_back(done); });
    bool done = false;
    figures.render(request(), {FigureFormat::Png, FigureFormat::Svg},
                   [&](const auto&) { done = true; });
    QTRY_VERIFY(done);
    // Four heads, twice; what is said while nobody listens is heard once.
    QVERIFY(!said.empty() && said.size() <= 8);
    QVERIFY(std::ranges::is_sorted(said));
    QVERIFY(said.front() > 0 && said.back() < 1);
}

namespace {

/// The field behind a label of the dialog, or the box of that text.
template <class Field> Field* fieldOf(ExportDialog& dialog, const QString& label) {
    for (QCheckBox* box : dialog.findChildren<QCheckBox*>()) {
        if (auto* found = qobject_cast<Field*>(box); found && box->text() == label)
            return found;
    }
    const auto* form = dialog.findChild<QFormLayout*>();
    for (Field* field : dialog.findChildren<Field*>()) {
        const auto* before = qobject_cast<QLabel*>(form->labelForField(field));
        if (before && before->text() == label)
            return field;
    }
    return nullptr;
}

void chooseEntry(QComboBox* box, int index) {
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index); // as a person does
}

} // namespace

void TestFigureExport::numbers_of_the_dialog_are_those_of_every_locale() {
    const QTemporaryDir folder;
    const QLocale before;
    const auto restore = qScopeGuard([&before] { QLocale::setDefault(before); });
    for (const char* name : {"de_DE", "ar_EG"}) {
        QLocale::setDefault(QLocale(QString::fromLatin1(name)));
        ExportDialog dialog(request(), folder.path());
        auto* preset = fieldOf<QComboBox>(dialog, QStringLiteral("For"));
        chooseEntry(preset, preset->count() - 1);
        const QStringList wrong = fieldsOfAnotherKind(dialog);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        auto* width = dialog.findChild<NumberSpinBox*>();
        dialog.show();
        const double value = width->value();
        typedInto(*width, QStringLiteral("99999999"));
        bool said = false;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            said = said || label->text().startsWith(QStringLiteral("“99999999” is too large"));
        QVERIFY(said);
        // What was typed stays to be corrected, and is not saved; the old value comes back.
        const auto buttons = dialog.findChildren<QPushButton*>();
        QPushButton* const save = *std::ranges::find_if(buttons, &QPushButton::isDefault);
        save->disconnect(); // it would ask for a name
        QSignalSpy saved(save, &QPushButton::clicked);
        QTest::keyClick(width, Qt::Key_Return);
        QCOMPARE(saved.size(), 0);
        QVERIFY(width->text().startsWith(QStringLiteral("99999999")));
        QFocusEvent left(QEvent::FocusOut);
        QApplication::sendEvent(width, &left);
        QCOMPARE(width->value(), value);
        QTest::keyClick(width, Qt::Key_Return);
        QCOMPARE(saved.size(), 1);
        typedInto(*width, QStringLiteral("640,5"));
        QCOMPARE(width->value(), 640.5);
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            QVERIFY(!label->text().contains(QStringLiteral("too large")));
    }
}

void TestFigureExport::the_dialog_knows_pages_and_words() {
    const QTemporaryDir folder;
    ExportDialog dialog(request(), folder.path());
    auto* preset = fieldOf<QComboBox>(dialog, QStringLiteral("For"));
    QVERIFY(preset);
    QCOMPARE(dialog.request().preset, FigurePreset::Free);
    QCOMPARE(dialog.request().size, QSize(1600, 900));
    chooseEntry(preset, 2);
    QCOMPARE(dialog.request().preset, FigurePreset::Column);
    QCOMPARE(dialog.request().dotsPerInch, 300.0);
    chooseEntry(fieldOf<QComboBox>(dialog, QStringLiteral("Range")), 2);
    fieldOf<QSpinBox>(dialog, QStringLiteral("Side by side"))->setValue(1);
    fieldOf<QCheckBox>(dialog, QStringLiteral("letters a, b, c … at the heads"))->click();
    fieldOf<QCheckBox>(dialog, QStringLiteral("Caption"))->click();
    fieldOf<QLineEdit>(dialog, QStringLiteral("Subtitle"))->setText(QStringLiteral("my data"));
    const FigureRequest said = dialog.request();
    QCOMPARE(said.range.mode, RangeMode::PerHead);
    QCOMPARE(said.gridColumns, 1);
    QVERIFY(said.letters && said.titled && !said.crop);
    QCOMPARE(said.caption, std::optional(QString())); // what the figure says of itself
    QCOMPARE(said.subtitle, QStringLiteral("my data"));
    fieldOf<QCheckBox>(dialog, QStringLiteral("Title"))->click();
    QVERIFY(!dialog.request().titled);
    QVERIFY(!fieldOf<QLineEdit>(dialog, QStringLiteral("Subtitle"))->isEnabled());
    const QString onlySeen = QStringLiteral("only the part that is seen");
    QVERIFY(fieldOf<QCheckBox>(dialog, onlySeen)->isHidden());
    FigureRequest seen = request();
    seen.part = CellSpan{1, 3, 2, 5};
    ExportDialog zoomed(seen, folder.path());
    QVERIFY(!zoomed.request().part);
    fieldOf<QCheckBox>(zoomed, onlySeen)->click();
    QCOMPARE(zoomed.request().part, seen.part);
    // What has no room is said beside the preview.
    fieldOf<QSpinBox>(dialog, QStringLiteral("Side by side"))->setValue(2);
    const auto notes = [&] {
        QStringList texts;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            texts << label->text();
        return texts.join(u'\n');
    };
    QTRY_VERIFY(notes().contains(QStringLiteral("smaller than 6 pt")));
    const QString path = folder.filePath(QStringLiteral("heads.png"));
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    dialog.saveTo(path);
    QTRY_COMPARE(accepted.size(), 1);
    QCOMPARE(QImage(path).width(), 1004); // 85 mm at 300 dpi
}

void TestFigureExport::the_dialog_saves_and_gives_up() {
    const QTemporaryDir folder;
    ExportDialog dialog(request(), folder.path());
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    QSignalSpy rejected(&dialog, &QDialog::rejected);
    dialog.saveTo(folder.filePath(QStringLiteral("given up.png")));
    QVERIFY(dialog.isSaving());
    dialog.reject(); // Cancel, or Escape: once for the file, once for the dialog
    QVERIFY(!dialog.isSaving());
    QCOMPARE(rejected.size(), 0);
    dialog.saveTo(folder.filePath(QStringLiteral("no folder/heads.png")));
    QTRY_VERIFY(!dialog.isSaving());
    QCOMPARE(accepted.size(), 0);
    // The name says what a file is: another one than was chosen, or none.
    dialog.saveTo(folder.filePath(QStringLiteral("heads.bmp")));
    QVERIFY(!dialog.isSaving());
    QCOMPARE(everythingIn(folder), QStringList());
    ExportDialog other(request(), folder.path());
    QSignalSpy written(&other, &QDialog::accepted);
    const QString svg = folder.filePath(QStringLiteral("heads.SVG"));
    other.saveTo(svg);
    QTRY_COMPARE(written.size(), 1);
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("<svg"));
    QVERIFY(file.remove());
    const QString path = folder.filePath(QStringLiteral("heads.png"));
    dialog.saveTo(path);
    QTRY_COMPARE(accepted.size(), 1);
    QCOMPARE(dialog.path(), path);
    QCOMPARE(QImage(path).width(), 3200); // 1600 at 192 dpi
    QCOMPARE(everythingIn(folder), QStringList{QStringLiteral("heads.png")});
    dialog.reject();
    QCOMPARE(rejected.size(), 1);
}

void TestFigureExport::a_figure_is_copied_outside_the_window() {
    MainWindow window(findExample("ticket")->make(), Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    window.findChild<Actions*>()->copyPicture->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
    window.settle();
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    QVERIFY(copied->hasImage());
    QVERIFY(copied->data(QStringLiteral("image/svg+xml")).contains("</svg>"));
    QVERIFY(window.findChild<StatusLine*>()->text().contains(QStringLiteral("clipboard")));
}

void TestFigureExport::escape_ends_a_copy() {
    MainWindow window(findExample("ticket")->make(), Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    window.findChild<Actions*>()->copyPicture->trigger();
    QTest::keyClick(&window, Qt::Key_Escape);
    window.settle();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
    QCOMPARE(window.findChild<StatusLine*>()->text(), QStringLiteral("Nothing was copied."));
}

void TestFigureExport::a_copy_is_of_the_page_in_front() {
    const auto window = windowFor("paint");
    const auto copy = [&](const char* page) {
        window->showPage(page);
        window->settle();
        window->findChild<Actions*>()->copyPicture->trigger();
        window->settle();
    };
    const auto copied = [](const QString& format) {
        return QGuiApplication::clipboard()->mimeData()->data(format);
    };
    const QString svg = QStringLiteral("image/svg+xml");
    copy("heads");
    const QByteArray heads = copied(svg);
    QVERIFY(heads.contains("</svg>"));
    copy("shapes");
    const PageFigure figure = window->pages().page().figures().stills.front();
    QVERIFY(copied(svg) == *figure.render(FigureFormat::Svg, figure.look));
    QVERIFY(copied(svg) != heads);
    QVERIFY(copied(QStringLiteral("image/png")) == *figure.render(FigureFormat::Png, figure.look));
    QVERIFY(window->findChild<StatusLine*>()->text().contains(QStringLiteral("clipboard")));
    // A page without a figure says what is missing, and leaves what is there.
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    copy("paint");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
    QVERIFY(window->findChild<StatusLine*>()->text().contains(QStringLiteral("paint something")));
}

void TestFigureExport::a_page_is_exported_as_it_stands() {
    const QTemporaryDir folder;
    const auto window = shownWindow(findExample("arange")->make());
    window->showPage("shapes");
    window->settle();
    Page& page = window->pages().page();
    page.time()->animation().seek(page.time()->animation().timeline().timeOf(3, 0.5));
    const PageFigures figures = page.figures();
    PageExportDialog dialog(figures, false, folder.path());
    QVERIFY(!dialog.isFilm());
    QCOMPARE(dialog.ending(), QStringLiteral("svg"));
    QVERIFY(dialog.forecast().contains(QStringLiteral("317 × 201 mm")));
    for (const auto& [name, format] :
         {std::pair("a.svg", FigureFormat::Svg), std::pair("a.pdf", FigureFormat::Pdf),
          std::pair("a.png", FigureFormat::Png)}) {
        const QString path = folder.filePath(QLatin1String(name));
        dialog.saveTo(path);
        QCOMPARE(dialog.path(), path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll() == *figures.stills.front().render(format, dialog.look()));
    }
    PageExportDialog film(figures, true, folder.path());
    QVERIFY(film.isFilm());
    QCOMPARE(film.ending(), QStringLiteral("gif"));
    const FilmChoice choice = film.filmChoice();
    QCOMPARE(choice.from, choice.to);
    const GifForecast forecast = forecastOf(figures.film->film(choice));
    QTRY_VERIFY2(film.forecast().startsWith(QStringLiteral("%1 frames at most · %2 s · about ")
                                                .arg(forecast.frames())
                                                .arg(forecast.seconds(), 0, 'f', 1)),
                 qPrintable(film.forecast()));
    const QString path = folder.filePath(QStringLiteral("a.gif"));
    film.saveTo(path);
    QCOMPARE(film.result(), int(QDialog::Accepted));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll() == encodeGif(figures.film->film(choice))->content);
    file.close();
    film.findChild<QCheckBox*>()->click();
    film.saveTo(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    GifRequest once = figures.film->film(choice);
    once.repeats = false;
    QVERIFY(file.readAll() == encodeGif(once)->content);
}

void TestFigureExport::a_film_that_is_given_up_leaves_no_file() {
    const QTemporaryDir folder;
    const auto window = shownWindow(findExample("arange")->make());
    window->showPage("shapes");
    window->settle();
    PageExportDialog dialog(window->pages().page().figures(), true, folder.path());
    dialog.show();
    chooseStretch(dialog, 0, 4);
    QTimer::singleShot(0, &dialog, &QDialog::reject); // in the middle: while it is painted
    dialog.saveTo(folder.filePath(QStringLiteral("a.gif")));
    QVERIFY(!dialog.isSaving());
    QVERIFY(dialog.isVisible()); // it was the film that was given up
    QVERIFY(says(dialog, QStringLiteral("cancelled; no file was written")));
    QCOMPARE(everythingIn(folder), QStringList());
}

void TestFigureExport::what_cannot_be_exported_is_said() {
    const QTemporaryDir folder;
    const auto window = shownWindow(findExample("arange")->make());
    window->showPage("shapes");
    window->settle();
    PageExportDialog dialog(window->pages().page().figures(), true, folder.path());
    dialog.show();
    chooseStretch(dialog, 4, 0);
    QVERIFY(dialog.filmChoice().from > dialog.filmChoice().to);
    QVERIFY(says(dialog, QStringLiteral("ends before it begins")));
    dialog.saveTo(folder.filePath(QStringLiteral("a.gif")));
    QCOMPARE(everythingIn(folder), QStringList());
    PageExportDialog still(window->pages().page().figures(), false, folder.path());
    still.saveTo(folder.filePath(QStringLiteral("none/a.svg")));
    QVERIFY(says(still, QStringLiteral("none")));
    still.saveTo(folder.filePath(QStringLiteral("a.gif")));
    QVERIFY(says(still, QStringLiteral("ends in none of")));
    QCOMPARE(everythingIn(folder), QStringList());
    QCOMPARE(still.result(), int(QDialog::Rejected));
}

HEADSCOPE_TEST(TestFigureExport, QApplication)
#include "test_figure_export.moc"
