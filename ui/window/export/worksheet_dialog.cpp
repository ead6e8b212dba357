// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/worksheet_dialog.h"

#include "controls/controls.h"
#include "controls/spin_boxes.h"
#include "files/file_question.h"
#include "scene/error_text.h"
#include "window/export/printing.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace headscope {

namespace {

constexpr QSize sheetSize(396, 548); ///< of the preview: a page of A4 and one of Letter fit
constexpr int mostBoxes = 60;
} // namespace

WorksheetDialog::WorksheetDialog(WorksheetRequest request, const WorksheetChoices& choices,
                                 const QString& folder, QWidget* parent)
    : SaveDialog(folder, parent)
    , m_request(std::move(request))
    , m_title(new QLineEdit(this))
    , m_blanks(new WholeSpinBox(this))
    , m_seed(new SeedSpinBox(this))
    , m_decimals(new WholeSpinBox(this))
    , m_tokens(new WholeSpinBox(this))
    , m_head(new QComboBox(this))
    , m_paper(new QComboBox(this))
    , m_format(new QComboBox(this))
    , m_solutions(new QCheckBox(tr("with the solutions"), this))
    , m_apart(new QCheckBox(tr("the solutions in a file of their own"), this))
    , m_handy(new QCheckBox(tr("numbers for hands"), this))
    , m_preview(new QLabel(this))
    , m_pageLabel(new QLabel(this))
    , m_back(new QToolButton(this))
    , m_forth(new QToolButton(this))
    , m_runner(doWorksheetJob, [this](const WorksheetOutcome& outcome) { take(outcome); }) {
    setWindowTitle(tr("Worksheet"));
    auto* form = new QFormLayout(&fields());
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(rowGap);
    form->addRow(tr("Title"), m_title);
    form->addRow(tr("Steps"), stepFields(choices));
    auto* boxes = new QHBoxLayout;
    boxes->addWidget(m_blanks, 1);
    boxes->addWidget(new QLabel(tr("seed"), this));
    boxes->addWidget(m_seed, 1);
    form->addRow(tr("Boxes"), boxes);
    form->addRow(tr("Tokens"), m_tokens);
    form->addRow(tr("Head"), m_head);
    form->addRow(tr("Decimals"), m_decimals);
    form->addRow(tr("Paper"), m_paper);
    form->addRow(tr("Format"), m_format);
    form->addRow(QString(), m_handy);
    form->addRow(QString(), m_solutions);
    form->addRow(QString(), m_apart);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(&fields(), 0, Qt::AlignTop);
    columns->addLayout(previewFields());
    rows().addLayout(columns);
    addFoot();
    connect(addButton(tr("Print…")), &QPushButton::clicked, this, &WorksheetDialog::print);
    fillFields(choices);
    watchFields();
    // A moment of rest before the preview follows: typing a number is several changes.
    m_timer.setSingleShot(true);
    m_timer.setInterval(60);
    connect(&m_timer, &QTimer::timeout, this, &WorksheetDialog::updatePreview);
    m_preview->setText(tr("The preview is being painted …"));
    updatePreview();
}

QWidget* WorksheetDialog::stepFields(const WorksheetChoices& choices) {
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
        auto* box = new QCheckBox(worksheetStepTitle(step), all);
        box->setChecked(std::ranges::find(choices.steps, step) != choices.steps.end());
        if (step == WorksheetStep::Masked && !masks) {
            box->setChecked(false);
            box->setEnabled(false);
            box->setToolTip(tr("Nothing is masked in this experiment."));
        }
        connect(box, &QCheckBox::toggled, this, &WorksheetDialog::later);
        grid->addWidget(box, place % rowCount, place / rowCount);
        m_steps.emplace_back(step, box);
        ++place;
    }
    return all;
}

QLayout* WorksheetDialog::previewFields() {
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

void WorksheetDialog::fillFields(const WorksheetChoices& choices) {
    const Experiment& experiment = *m_request.experiment;
    const Index tokens = std::max(experiment.queryLength(), experiment.keyLength());
    m_title->setPlaceholderText(worksheetTitle());
    m_title->setAccessibleName(tr("Title"));
    m_blanks->setRange(1, mostBoxes);
    m_blanks->setValue(choices.blanks);
    m_blanks->setAccessibleName(tr("Boxes"));
    m_seed->setValue(m_request.options.seed);
    m_seed->setAccessibleName(tr("Seed of the boxes"));
    m_seed->setToolTip(tr("Another seed asks other boxes"));
    m_decimals->setRange(0, worksheetMostDecimals);
    m_decimals->setValue(choices.decimals);
    m_tokens->setRange(1, static_cast<int>(std::min(tokens, worksheetMostSide)));
    m_tokens->setPrefix(tr("first") + u' ');
    m_tokens->setSuffix(u' ' + tr("of %1").arg(tokens));
    m_tokens->setValue(static_cast<int>(m_request.cut.tokens.value_or(tokens)));
    m_tokens->setToolTip(tr("Fewer tokens are computed anew: rows still sum to 1"));
    for (Index head = 0; head < experiment.config.heads; ++head)
        m_head->addItem(tr("head %1").arg(head + 1), static_cast<int>(head));
    if (experiment.config.heads > 1)
        m_head->addItem(tr("all %1 heads").arg(experiment.config.heads), -1);
    m_head->setCurrentIndex(m_head->findData(
        m_request.cut.heads.empty() ? -1 : static_cast<int>(m_request.cut.heads.front())));
    if (m_head->currentIndex() < 0)
        m_head->setCurrentIndex(0);
    setEntries<WorksheetPaper>(m_paper, {{QStringLiteral("A4"), WorksheetPaper::A4},
                                         {QStringLiteral("Letter"), WorksheetPaper::Letter}});
    choose(m_paper, choices.paper);
    m_format->addItem(QStringLiteral("PDF"), 0);
    m_format->addItem(QStringLiteral("LaTeX"), 1);
    m_format->setCurrentIndex(choices.latex ? 1 : 0);
    m_solutions->setChecked(choices.solutions);
    m_apart->setChecked(choices.apart);
    m_apart->setEnabled(choices.solutions);
    m_handy->setChecked(choices.handy);
    m_handy->setToolTip(tr("Queries and keys are made larger or smaller where weights would read "
                           "0.00 or 0.99; the sheet says so"));

    for (QSpinBox* box : {m_blanks, m_decimals, m_tokens})
        connect(box, &QSpinBox::valueChanged, this, &WorksheetDialog::later);
    connect(m_seed, &SeedSpinBox::valueEdited, this, &WorksheetDialog::later);
    for (QComboBox* box : {m_head, m_paper})
        connect(box, &QComboBox::currentIndexChanged, this, &WorksheetDialog::later);
    for (QCheckBox* box : {m_solutions, m_apart, m_handy})
        connect(box, &QCheckBox::toggled, this, &WorksheetDialog::later);
    connect(m_solutions, &QCheckBox::toggled, m_apart, &QWidget::setEnabled);
    connect(m_title, &QLineEdit::textChanged, this, &WorksheetDialog::later);
}

WorksheetChoices WorksheetDialog::choices() const {
    WorksheetChoices choices;
    choices.steps.clear();
    for (const auto& [step, box] : m_steps) {
        if (box->isChecked())
            choices.steps.push_back(step);
    }
    choices.blanks = m_blanks->value();
    choices.decimals = m_decimals->value();
    choices.paper = chosen<WorksheetPaper>(m_paper);
    choices.solutions = m_solutions->isChecked();
    choices.apart = m_apart->isChecked();
    choices.handy = m_handy->isChecked();
    choices.latex = m_format->currentData().toInt() == 1;
    return choices;
}

WorksheetRequest WorksheetDialog::request() const {
    WorksheetRequest request = m_request;
    const WorksheetChoices chosenNow = choices();
    request.options.steps = chosenNow.steps;
    request.options.blanks = chosenNow.blanks;
    request.options.fewerBlanks = true; // how many there are stands below the page
    request.options.decimals = chosenNow.decimals;
    request.options.seed = m_seed->value();
    request.paper = chosenNow.paper;
    request.solutions = chosenNow.solutions;
    request.apart = chosenNow.apart;
    request.handy = chosenNow.handy;
    request.title = m_title->text();
    request.cut.tokens = m_tokens->value();
    request.cut.heads.clear();
    if (const int head = m_head->currentData().toInt(); head >= 0)
        request.cut.heads = {head};
    request.made = tr("HeadScope, seed %1").arg(m_seed->value());
    return request;
}

void WorksheetDialog::later() {
    m_timer.start();
}

void WorksheetDialog::turn(int by) {
    m_page = std::clamp(m_page + by, 0, std::max(0, m_pages - 1));
    updatePreview();
}

void WorksheetDialog::updatePreview() {
    if (isSaving())
        return;
    const QSizeF page = paperSize(chosen<WorksheetPaper>(m_paper)) / 144; // inches
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
    const bool latex = choices().latex;
    const QString ending = latex ? QStringLiteral("tex") : QStringLiteral("pdf");
    const QString kind = latex ? QStringLiteral("LaTeX") : QStringLiteral("PDF");
    const QString path = FileQuestion::ask(this, tr("Save the worksheet"),
                                           QStringLiteral("%1/worksheet.%2").arg(folder(), ending),
                                           {QStringLiteral("%1 (*.%2)").arg(kind, ending)});
    if (path.isEmpty())
        return;
    const QString beside = solutionsPath(path);
    const WorksheetChoices chosenNow = choices();
    if (chosenNow.solutions && chosenNow.apart && QFileInfo::exists(beside) &&
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
        this, m_title->text().isEmpty() ? worksheetTitle() : m_title->text(), pages);
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
