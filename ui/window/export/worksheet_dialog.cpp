// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/worksheet_dialog.h"

#include "files/file_question.h"
#include "window/export/printing.h"
#include "words/error_text.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QPushButton>

#include <algorithm>

namespace headscope {

namespace {

constexpr QSize sheetSize(396, 548); ///< of the preview: a page of A4 and one of Letter fit
constexpr int mostBoxes = 60;
} // namespace

WorksheetDialog::WorksheetDialog(WorksheetRequest request, const WorksheetChoices& choices,
                                 const QString& folder, QWidget* parent)
    : SaveDialog(folder, parent)
    , m_request(std::move(request))
    , m_choices(choices)
    , m_runner(doWorksheetJob, [this](const WorksheetOutcome& outcome) { take(outcome); }) {
    setWindowTitle(tr("Worksheet"));
    lines().setVerticalSpacing(rowGap);
    declareSheet();
    declareLook();
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(&fields(), 0, Qt::AlignTop);
    columns->addLayout(previewFields());
    rows().addLayout(columns);
    addFoot();
    connect(addButton(tr("Print…")), &QPushButton::clicked, this, &WorksheetDialog::print);
    // A moment of rest before the preview follows: typing a number is several changes.
    m_timer.setSingleShot(true);
    m_timer.setInterval(60);
    connect(&m_timer, &QTimer::timeout, this, &WorksheetDialog::updatePreview);
    m_preview->setText(tr("The preview is being painted …"));
    form().show();
    updatePreview();
}

void WorksheetDialog::declareSheet() {
    const auto changed = [this] { change(); };
    const Experiment& experiment = *m_request.experiment;
    const Index tokens = std::max(experiment.queryLength(), experiment.keyLength());
    const Index most = std::min(tokens, worksheetMostSide);
    const auto heads = static_cast<int>(experiment.config.heads);
    const std::vector<Index>& cut = m_request.cut.heads;
    // What was remembered may be more than the fields take.
    m_choices.blanks = std::clamp(m_choices.blanks, 1, mostBoxes);
    m_choices.decimals = std::clamp(m_choices.decimals, 0, worksheetMostDecimals);
    m_tokens = std::min(m_request.cut.tokens.value_or(tokens), most);
    m_head = cut.empty() && heads > 1 ? heads : 0;
    if (!cut.empty() && cut.front() < heads)
        m_head = static_cast<int>(cut.front());
    form().line(stored(m_request.title, changed), worksheetTitle()).label(QT_TR_NOOP("Title"));
    lines().addRow(tr("Steps"), stepFields());
    auto* boxes = new QHBoxLayout;
    boxes->addWidget(form()
                         .number(stored(m_choices.blanks, changed), {1, mostBoxes})
                         .name(QT_TR_NOOP("Boxes"))
                         .control(),
                     1);
    boxes->addWidget(new QLabel(tr("seed"), this));
    boxes->addWidget(form()
                         .seed(stored(m_request.options.seed, changed))
                         .name(QT_TR_NOOP("Seed of the boxes"))
                         .tip(QT_TR_NOOP("Another seed asks other boxes"))
                         .control(),
                     1);
    lines().addRow(tr("Boxes"), boxes);
    auto& first = form()
                      .number(stored(m_tokens, changed), {1, static_cast<int>(most)})
                      .label(QT_TR_NOOP("Tokens"))
                      .tip(QT_TR_NOOP("Fewer tokens are computed anew: rows still sum to 1"))
                      .as<QSpinBox>();
    first.setPrefix(tr("first") + u' ');
    first.setSuffix(u' ' + tr("of %1").arg(tokens));
    form()
        .list(stored(m_head, changed),
              [heads] {
                  QStringList texts;
                  for (int head = 1; head <= heads; ++head)
                      texts << tr("head %1").arg(head);
                  if (heads > 1)
                      texts << tr("all %1 heads").arg(heads);
                  return texts;
              })
        .label(QT_TR_NOOP("Head"));
}

void WorksheetDialog::declareLook() {
    const auto changed = [this] { change(); };
    form()
        .number(stored(m_choices.decimals, changed), {0, worksheetMostDecimals})
        .label(QT_TR_NOOP("Decimals"));
    form()
        .choice(stored(m_choices.paper, changed),
                {{"A4", WorksheetPaper::A4}, {"Letter", WorksheetPaper::Letter}})
        .label(QT_TR_NOOP("Paper"));
    form()
        .choice(stored(m_choices.latex), {{"PDF", false}, {"LaTeX", true}})
        .label(QT_TR_NOOP("Format"));
    form()
        .check(stored(m_choices.handy, changed))
        .label(QT_TR_NOOP("numbers for hands"))
        .tip(QT_TR_NOOP("Queries and keys are made larger or smaller where weights would read "
                        "0.00 or 0.99; the sheet says so"));
    form().check(stored(m_choices.solutions, changed)).label(QT_TR_NOOP("with the solutions"));
    form()
        .check(stored(m_choices.apart, changed))
        .label(QT_TR_NOOP("the solutions in a file of their own"))
        .enabled([this] { return m_choices.solutions; });
}

QWidget* WorksheetDialog::stepFields() {
    auto* all = new QWidget(this);
    auto* grid = new QGridLayout(all);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    const bool masks = modelProblemOf(*m_request.experiment).attention.mask.any();
    int place = 0;
    constexpr int rowCount = 5;
    for (const WorksheetStepName& named : worksheetStepNames()) {
        if (named.steps.size() > 1)
            continue;
        const WorksheetStep step = named.steps.front();
        auto& box = form()
                        .check({[this, step] {
                                    return std::ranges::find(m_choices.steps, step) !=
                                           m_choices.steps.end();
                                },
                                [this, step](bool on, const EditName&) -> Status {
                                    std::erase(m_choices.steps, step);
                                    if (on)
                                        m_choices.steps.push_back(step);
                                    std::ranges::sort(m_choices.steps); // as they are computed
                                    change();
                                    return Done{};
                                }})
                        .as<QCheckBox>();
        box.setText(worksheetStepTitle(step));
        if (step == WorksheetStep::Masked && !masks) {
            std::erase(m_choices.steps, step);
            box.setEnabled(false);
            box.setToolTip(tr("Nothing is masked in this experiment."));
        }
        grid->addWidget(&box, place % rowCount, place / rowCount);
        ++place;
    }
    return all;
}

QLayout* WorksheetDialog::previewFields() {
    m_preview = new QLabel(this);
    m_pageLabel = new QLabel(this);
    m_back = new QToolButton(this);
    m_forth = new QToolButton(this);
    m_preview->setFixedSize(sheetSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAutoFillBackground(true);
    m_preview->setAccessibleName(tr("Preview"));
    m_back->setArrowType(Qt::LeftArrow);
    m_back->setAccessibleName(tr("Previous page"));
    m_back->setToolTip(m_back->accessibleName());
    m_forth->setArrowType(Qt::RightArrow);
    m_forth->setAccessibleName(tr("Next page"));
    m_forth->setToolTip(m_forth->accessibleName());
    connect(m_back, &QToolButton::clicked, this, [this] { turn(-1); });
    connect(m_forth, &QToolButton::clicked, this, [this] { turn(1); });
    auto* pages = new QHBoxLayout;
    pages->addStretch(1);
    pages->addWidget(m_back);
    pages->addWidget(m_pageLabel);
    pages->addWidget(m_forth);
    pages->addStretch(1);
    auto* column = new QVBoxLayout;
    column->addWidget(m_preview);
    column->addLayout(pages);
    return column;
}

WorksheetRequest WorksheetDialog::request() const {
    WorksheetRequest request = m_request;
    request.options.steps = m_choices.steps;
    request.options.blanks = m_choices.blanks;
    request.options.fewerBlanks = true; // how many there are stands below the page
    request.options.decimals = m_choices.decimals;
    request.paper = m_choices.paper;
    request.solutions = m_choices.solutions;
    request.apart = m_choices.apart;
    request.handy = m_choices.handy;
    request.cut.tokens = m_tokens;
    request.cut.heads.clear();
    if (m_head < m_request.experiment->config.heads)
        request.cut.heads = {m_head};
    request.made = tr("HeadScope, seed %1").arg(m_request.options.seed);
    return request;
}

void WorksheetDialog::change() {
    form().show();
    m_timer.start();
}

void WorksheetDialog::turn(int by) {
    m_page = std::clamp(m_page + by, 0, std::max(0, m_pages - 1));
    updatePreview();
}

void WorksheetDialog::updatePreview() {
    if (isSaving())
        return;
    const QSizeF page = paperSize(m_choices.paper) / 144; // inches
    const double fit =
        std::min((sheetSize.width() - 2) / page.width(), (sheetSize.height() - 2) / page.height());
    start(m_page, fit * devicePixelRatioF(), QString());
}

void WorksheetDialog::start(int page, double dotsPerInch, const QString& path) {
    // Turned pages and the file are of a sheet that is there.
    WorksheetRequest asked = request();
    if (!(asked == m_asked))
        m_document = nullptr;
    m_asked = asked;
    m_runner.request({std::move(asked), m_document, page, dotsPerInch, path});
}

void WorksheetDialog::take(const WorksheetOutcome& outcome) {
    const QString target = std::exchange(m_target, QString());
    m_document = outcome.document;
    if (target.isEmpty())
        return showPreview(outcome);
    setSaving(false);
    Status published = outcome.status;
    for (const auto& file : outcome.files) {
        if (published)
            published = file->publish();
    }
    if (!published)
        return showError(translated(published.error()));
    acceptFile(target);
}

void WorksheetDialog::showPreview(const WorksheetOutcome& outcome) {
    const bool shown = outcome.status.ok();
    setSavable(shown);
    showError(shown ? QString() : translated(outcome.status.error()));
    m_pages = shown ? static_cast<int>(m_document->pages.pages.size()) : 0;
    m_page = shown ? outcome.page : m_page;
    m_back->setEnabled(shown && m_page > 0);
    m_forth->setEnabled(shown && m_page + 1 < m_pages);
    // What cannot be printed is not shown as if it could.
    if (!shown) {
        m_pageLabel->clear();
        return m_preview->clear();
    }
    QStringList said{tr("page %1 of %2").arg(m_page + 1).arg(m_pages),
                     tr("%n boxes", nullptr, static_cast<int>(m_document->sheet.blanks.size()))};
    if (m_document->leftOut > 0)
        said << tr("%n typed numbers are left out", nullptr, static_cast<int>(m_document->leftOut));
    m_pageLabel->setText(said.join(QStringLiteral(" · ")));
    QPixmap pixmap;
    pixmap.loadFromData(outcome.png, "PNG");
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(pixmap);
}

void WorksheetDialog::finish() {
    if (m_timer.isActive()) {
        m_timer.stop();
        updatePreview();
    }
    m_runner.finish();
}

void WorksheetDialog::save() {
    const bool latex = m_choices.latex;
    const QString ending = latex ? QStringLiteral("tex") : QStringLiteral("pdf");
    const QString kind = latex ? QStringLiteral("LaTeX") : QStringLiteral("PDF");
    const QString path = FileQuestion::ask(this, tr("Save the worksheet"),
                                           QStringLiteral("%1/worksheet.%2").arg(folder(), ending),
                                           {QStringLiteral("%1 (*.%2)").arg(kind, ending)});
    if (path.isEmpty())
        return;
    const QString beside = solutionsPath(path);
    if (m_choices.solutions && m_choices.apart && QFileInfo::exists(beside) &&
        !FileQuestion::mayOverwrite(this, tr("Save the worksheet"), beside))
        return;
    saveTo(path);
}

void WorksheetDialog::print() {
    finish(); // what is shown is what is printed
    if (!m_document)
        return;
    const std::vector<FigurePage> pages = worksheetFigurePages(*m_document);
    const Printing::Outcome outcome = Printing::print(
        this, m_request.title.isEmpty() ? worksheetTitle() : m_request.title, pages);
    if (!outcome.sentence.isEmpty())
        showError(outcome.sentence);
}

void WorksheetDialog::saveTo(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != QStringLiteral("pdf") && ending != QStringLiteral("tex"))
        return showError(tr("The name must end in .pdf or .tex."));
    m_timer.stop();
    showError({});
    m_target = path;
    setSaving(true);
    start(0, 96, path);
}

void WorksheetDialog::giveUp() {
    m_target.clear();
    m_runner.forget();
}

} // namespace headscope
