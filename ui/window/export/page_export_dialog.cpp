// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/page_export_dialog.h"

#include "controls/controls.h"
#include "controls/spin_boxes.h"
#include "figure/figure_preset.h"
#include "files/file_question.h"
#include "files/write_bytes.h"
#include "pages/page_export.h"
#include "words/error_text.h"
#include "words/number_format.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>
#include <array>

namespace headscope {

namespace {

constexpr QSize pagePreviewSize(440, 300);
constexpr int filmPlace = -1;
constexpr int largestFilmSide = 4096;
constexpr int leastPageDpi = 24;
constexpr int mostPageDpi = 1200;
constexpr std::array<double, 5> filmSpeeds = {0.25, 0.5, 1, 2, 4};
constexpr int usualFilmSpeed = 2; ///< place in them

QString megabytes(qint64 bytes) {
    constexpr double million = 1e6;
    constexpr double thousand = 1e3;
    const auto count = static_cast<double>(bytes);
    return count < million / 10
               ? QStringLiteral("%1 kB").arg(std::max(1, static_cast<int>(count / thousand + 0.5)))
               : QStringLiteral("%1 MB").arg(QString::number(count / million, 'f', 1));
}

} // namespace

PageExportDialog::PageExportDialog(PageFigures figures, bool film, const QString& folder,
                                   QWidget* parent)
    : SaveDialog(folder, parent)
    , m_figures(std::move(figures))
    , m_what(new QComboBox(this))
    , m_format(new QComboBox(this))
    , m_width(new WholeSpinBox(this))
    , m_height(new WholeSpinBox(this))
    , m_times(new QLabel(QStringLiteral("×"), this))
    , m_dpi(new WholeSpinBox(this))
    , m_theme(new QComboBox(this))
    , m_from(new QComboBox(this))
    , m_to(new QComboBox(this))
    , m_frames(new WholeSpinBox(this))
    , m_speed(new QComboBox(this))
    , m_once(new QCheckBox(tr("Play once"), this))
    , m_form(new QFormLayout(&fields()))
    , m_preview(new QLabel(this))
    , m_forecastLabel(new QLabel(this)) {
    setWindowTitle(tr("Export"));
    fillFields();
    layOut();
    watchFields();
    if (film && m_figures.film)
        m_what->setCurrentIndex(m_what->findData(filmPlace));
    m_timer.setSingleShot(true);
    m_timer.setInterval(120);
    connect(&m_timer, &QTimer::timeout, this, &PageExportDialog::renew);
    connect(&m_sampling, &QTimer::timeout, this, &PageExportDialog::sample);
    connect(m_what, &QComboBox::currentIndexChanged, this, &PageExportDialog::propose);
    for (QComboBox* box : {m_format, m_theme, m_from, m_to, m_speed})
        connect(box, &QComboBox::currentIndexChanged, this, &PageExportDialog::later);
    for (QSpinBox* box : {m_width, m_height, m_dpi, m_frames})
        connect(box, &QSpinBox::valueChanged, this, &PageExportDialog::later);
    propose();
}

void PageExportDialog::fillFields() {
    for (std::size_t i = 0; i < m_figures.stills.size(); ++i)
        m_what->addItem(tr("picture: %1").arg(m_figures.stills[i].title), static_cast<int>(i));
    if (m_figures.film) {
        m_what->addItem(tr("animation"), filmPlace);
        m_from->addItems(m_figures.film->stops);
        m_to->addItems(m_figures.film->stops);
        m_from->setCurrentIndex(static_cast<int>(m_figures.film->choice.from));
        m_to->setCurrentIndex(static_cast<int>(m_figures.film->choice.to));
        m_frames->setValue(m_figures.film->choice.framesPerSecond);
    }
    m_dpi->setRange(leastPageDpi, mostPageDpi);
    m_dpi->setSingleStep(50);
    m_dpi->setSuffix(tr(" dpi"));
    m_frames->setRange(1, 50);
    for (const double speed : filmSpeeds)
        m_speed->addItem(QStringLiteral("%1 ×").arg(speed));
    m_speed->setCurrentIndex(usualFilmSpeed);
    setEntries<ThemeKind>(
        m_theme, {{tr("light, on white"), ThemeKind::Light}, {tr("dark"), ThemeKind::Dark}});
    m_what->setAccessibleName(tr("What is exported"));
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_once->setToolTip(tr("It stays at its last picture instead of repeating for ever"));
    m_speed->setToolTip(tr("How fast its time goes; frames per second say how smoothly"));
}

void PageExportDialog::layOut() {
    auto* size = new QHBoxLayout;
    size->addWidget(m_width, 1);
    size->addWidget(m_times);
    size->addWidget(m_height, 1);
    size->addWidget(new QLabel(tr("px"), this));
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->addRow(tr("What"), m_what);
    m_form->addRow(tr("Format"), m_format);
    m_form->addRow(tr("From"), m_from);
    m_form->addRow(tr("To"), m_to);
    m_form->addRow(tr("Size"), size);
    m_form->addRow(tr("Resolution"), m_dpi);
    m_form->addRow(tr("Frames per second"), m_frames);
    m_form->addRow(tr("Speed"), m_speed);
    m_form->addRow(QString(), m_once);
    m_form->addRow(tr("Colours"), m_theme);
    for (QComboBox* box : {m_from, m_to}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(18);
    }
    m_preview->setFixedSize(pagePreviewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAutoFillBackground(true);
    m_preview->setAccessibleName(tr("Preview"));
    m_forecastLabel->setWordWrap(true);
    m_forecastLabel->setTextFormat(Qt::PlainText);
    auto* right = new QVBoxLayout;
    right->addWidget(m_preview);
    right->addWidget(m_forecastLabel);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(&fields(), 0, Qt::AlignTop);
    columns->addLayout(right);
    rows().addLayout(columns);
    addFoot();
}

bool PageExportDialog::isFilm() const {
    return m_what->currentData().toInt() == filmPlace;
}

const PageFigure& PageExportDialog::figure() const {
    return m_figures.stills[static_cast<std::size_t>(m_what->currentData().toInt())];
}

QString PageExportDialog::ending() const {
    return m_format->currentText().toLower();
}

void PageExportDialog::propose() {
    QStringList formats;
    if (isFilm())
        formats << QStringLiteral("GIF");
    else
        formats << QStringLiteral("SVG") << QStringLiteral("PDF") << QStringLiteral("PNG");
    if (!isFilm() && figure().table)
        formats << QStringLiteral("CSV");
    const QString before = m_format->currentText();
    const QSignalBlocker quiet(m_format);
    m_format->clear();
    m_format->addItems(formats);
    m_format->setCurrentIndex(std::max(0, m_format->findText(before)));
    const QSize size = isFilm() ? m_figures.film->choice.size : figure().look.size;
    const QSize least = isFilm() ? m_figures.film->smallest : figure().smallest;
    const int most = isFilm() ? largestFilmSide : largestFigureSide;
    const QSignalBlocker quietWidth(m_width);
    const QSignalBlocker quietHeight(m_height);
    m_width->setRange(least.width(), most);
    m_height->setRange(least.height(), most);
    m_width->setValue(size.width());
    m_height->setValue(size.height());
    if (!isFilm())
        m_dpi->setValue(static_cast<int>(figure().look.dotsPerInch));
    later();
}

void PageExportDialog::showFields() {
    const auto show = [this](QWidget* field, bool shown) {
        field->setVisible(shown);
        m_form->labelForField(field)->setVisible(shown);
    };
    const bool table = ending() == u"csv";
    show(m_from, isFilm());
    show(m_to, isFilm());
    show(m_frames, isFilm());
    show(m_speed, isFilm() && m_figures.film->timed);
    m_once->setVisible(isFilm());
    show(m_dpi, ending() == u"png");
    const bool free = isFilm() || !figure().heightFollows;
    m_times->setVisible(free);
    m_height->setVisible(free);
    for (QWidget* field : {static_cast<QWidget*>(m_width), static_cast<QWidget*>(m_height),
                           static_cast<QWidget*>(m_theme)})
        field->setEnabled(!table);
}

PageLook PageExportDialog::look() const {
    PageLook look;
    look.size = QSize(m_width->value(), figure().heightFollows ? 0 : m_height->value());
    look.dotsPerInch = m_dpi->value();
    look.theme = chosen<ThemeKind>(m_theme);
    return look;
}

FilmChoice PageExportDialog::filmChoice() const {
    FilmChoice choice;
    choice.from = static_cast<std::size_t>(std::max(0, m_from->currentIndex()));
    choice.to = static_cast<std::size_t>(std::max(0, m_to->currentIndex()));
    choice.size = QSize(m_width->value(), m_height->value());
    choice.framesPerSecond = m_frames->value();
    choice.speed = filmSpeeds[static_cast<std::size_t>(m_speed->currentIndex())];
    choice.theme = chosen<ThemeKind>(m_theme);
    return choice;
}

QString PageExportDialog::objection() const {
    if (isFilm() && m_from->currentIndex() > m_to->currentIndex())
        return tr("The animation ends before it begins: choose a later end.");
    return {};
}

void PageExportDialog::later() {
    showFields();
    m_sampling.stop();
    m_forecast.reset();
    const QString wrong = objection();
    setSavable(wrong.isEmpty());
    showError(wrong);
    showForecast();
    m_timer.start();
}

void PageExportDialog::renew() {
    m_timer.stop();
    if (isSaving() || !objection().isEmpty())
        return;
    if (isFilm()) {
        m_forecast.emplace(m_figures.film->film(filmChoice()));
        m_sampling.start(0);
    }
    paintPreview();
    showForecast();
}

void PageExportDialog::sample() {
    if (!m_forecast || m_forecast->isDone() || isSaving())
        return m_sampling.stop();
    m_forecast->sample();
    showForecast();
}

QString PageExportDialog::forecast() const {
    if (!isFilm()) {
        if (ending() == u"csv")
            return {};
        const QSizeF paper = QSizeF(look().size) / pixelsPerMillimetre;
        return figure().heightFollows
                   ? tr("%1 mm wide on paper, as high as it takes").arg(paper.width(), 0, 'f', 0)
                   : tr("%1 × %2 mm on paper")
                         .arg(paper.width(), 0, 'f', 0)
                         .arg(paper.height(), 0, 'f', 0);
    }
    if (!m_forecast)
        return {};
    const QString said = tr("%n frames at most", nullptr, m_forecast->frames()) +
                         QStringLiteral(" · ") + tr("%1 s").arg(m_forecast->seconds(), 0, 'f', 1);
    return m_forecast->bytes() > 0
               ? said + QStringLiteral(" · ") + tr("about %1").arg(megabytes(m_forecast->bytes()))
               : said;
}

void PageExportDialog::showForecast() {
    m_forecastLabel->setText(forecast());
}

void PageExportDialog::paintPreview() {
    const double ratio = devicePixelRatioF();
    const QSizeF room = QSizeF(pagePreviewSize) * ratio;
    QImage image;
    QString wrong;
    if (isFilm()) {
        image = m_figures.film->film(filmChoice()).paint(0);
    } else if (ending() != u"csv") {
        PageLook small = look();
        const QSizeF size(small.size.width(), std::max(1, small.size.height()));
        constexpr double reference = 96;
        small.dotsPerInch =
            reference * std::min({room.width() / size.width(), room.height() / size.height(), 1.0});
        const Result<QByteArray> png = figure().render(FigureFormat::Png, small);
        if (png)
            image.loadFromData(*png, "PNG");
        else
            wrong = translated(png.error());
    }
    setSavable(wrong.isEmpty());
    showError(wrong);
    if (image.isNull())
        return m_preview->clear();
    if (image.width() > room.width() || image.height() > room.height())
        image = image.scaled(room.toSize(), Qt::KeepAspectRatio, Qt::SmoothTransformation);
    QPixmap pixmap = QPixmap::fromImage(image);
    pixmap.setDevicePixelRatio(ratio);
    m_preview->setPixmap(pixmap);
}

void PageExportDialog::finish() {
    if (m_timer.isActive())
        renew();
    while (m_forecast && !m_forecast->isDone())
        m_forecast->sample();
    showForecast();
}

void PageExportDialog::save() {
    const QString name = isFilm() ? m_figures.film->fileName : figure().fileName;
    const QString kind = m_format->currentText();
    const QString path =
        FileQuestion::ask(this, isFilm() ? tr("Save the animation") : tr("Save the figure"),
                          QStringLiteral("%1/%2.%3").arg(folder(), name, ending()),
                          {QStringLiteral("%1 (*.%2)").arg(kind, ending())});
    if (!path.isEmpty())
        saveTo(path);
}

void PageExportDialog::saveTo(const QString& path) {
    m_timer.stop();
    m_sampling.stop();
    showError(objection());
    if (!objection().isEmpty())
        return;
    Status written = Done{};
    if (!isFilm()) {
        // By the ending, whatever was chosen: a name says what a file is.
        written = PageExport::write(figure(), path, look());
    } else if (QFileInfo(path).suffix().toLower() != u"gif") {
        written = makeError(HEADSCOPE_MESSAGE("Message", "\"%1\" ends in none of %2"),
                            QFileInfo(path).fileName().toStdString(), ".gif");
    } else {
        setSaving(true);
        const CancellationToken token = CancellationToken::create();
        m_cancellation = token;
        GifRequest request = m_figures.film->film(filmChoice());
        request.cancellation = token;
        request.repeats = !m_once->isChecked();
        QElapsedTimer pause;
        pause.start();
        request.progress = [this, &pause](double done) {
            showProgress(done);
            constexpr int turn = 40; // milliseconds
            if (pause.elapsed() < turn)
                return;
            QCoreApplication::processEvents();
            pause.restart();
        };
        const Result<GifFile> file = encodeGif(request);
        if (token.isCancelled())
            return; // giveUp() said so
        written = file ? writeBytes(path, file->content) : Status(file.error());
        setSaving(false);
    }
    if (!written)
        return showError(unmistaken(translated(written.error())));
    acceptFile(path);
}

} // namespace headscope
