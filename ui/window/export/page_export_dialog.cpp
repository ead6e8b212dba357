// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/page_export_dialog.h"

#include "figure/figure_preset.h"
#include "files/file_question.h"
#include "files/write_bytes.h"
#include "pages/page_export.h"
#include "words/error_text.h"
#include "words/numbers/number_format.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace headscope {

namespace {

constexpr QSize pagePreviewSize(440, 300);
constexpr int largestFilmSide = 4096;
constexpr std::array<double, 5> offeredSpeeds = {0.25, 0.5, 1, 2, 4};
constexpr int usualSpeed = 2; ///< place in them

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
    , m_speed(usualSpeed)
    , m_preview(new QLabel(this))
    , m_forecastLabel(new QLabel(this)) {
    setWindowTitle(tr("Export"));
    if (m_figures.film && m_figures.film->stops.size() < 2)
        m_figures.film.reset(); // nothing moves
    if (m_figures.film)
        m_film = m_figures.film->choice;
    declareFields();
    layOut();
    m_timer.setSingleShot(true);
    m_timer.setInterval(120);
    connect(&m_timer, &QTimer::timeout, this, &PageExportDialog::renew);
    connect(&m_sampling, &QTimer::timeout, this, &PageExportDialog::sample);
    choose(film && m_figures.film ? static_cast<int>(m_figures.stills.size()) : 0);
}

void PageExportDialog::declareFields() {
    form()
        .list({[this] { return m_what; },
               [this](int what, const EditName&) -> Status {
                   choose(what);
                   return Done{};
               }},
              [this] {
                  QStringList all;
                  for (const PageFigure& still : m_figures.stills)
                      all << tr("picture: %1").arg(still.title);
                  return m_figures.film ? all << tr("animation") : all;
              })
        .label(QT_TR_NOOP("What"), QT_TR_NOOP("What is exported"));
    form()
        .list(stored(m_format, [this] { later(); }), [this] { return formats(); })
        .label(QT_TR_NOOP("Format"));
    declareStop(QT_TR_NOOP("From"), &FilmChoice::from);
    declareStop(QT_TR_NOOP("To"), &FilmChoice::to);
    declareSize();
    form()
        .number(stored(m_dpi, [this] { later(); }), {figureDots.low, figureDots.high, 50})
        .label(QT_TR_NOOP("Resolution"))
        .when([this] { return ending() == u"png"; })
        .as<QSpinBox>()
        .setSuffix(tr(" dpi"));
    declareTime();
    form()
        .choice(stored(m_theme, [this] { later(); }),
                {{QT_TR_NOOP("light, on white"), ThemeKind::Light},
                 {QT_TR_NOOP("dark"), ThemeKind::Dark}})
        .label(QT_TR_NOOP("Colours"))
        .enabled([this] { return ending() != u"csv"; });
    form()
        .check(stored(m_titled, [this] { later(); }))
        .label(QT_TR_NOOP("Title and subtitle"))
        .when([this] { return !isFilm() && figure().mayLackTitle; });
}

void PageExportDialog::declareStop(const char* label, std::size_t FilmChoice::*stop) {
    auto& box = form()
                    .list({[this, stop] { return static_cast<int>(m_film.*stop); },
                           [this, stop](int place, const EditName&) -> Status {
                               m_film.*stop = static_cast<std::size_t>(place);
                               later();
                               return Done{};
                           }},
                          [this] { return m_figures.film ? m_figures.film->stops : QStringList(); })
                    .label(label)
                    .when([this] { return isFilm(); })
                    .as<QComboBox>();
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(18);
}

void PageExportDialog::declareSize() {
    auto* line = new QHBoxLayout;
    lines().addRow(tr("Size"), line);
    const auto side = [this](const char* name, int& (QSize::*of)()) -> FormField& {
        FormField& field = form()
                               .number(stored((m_size.*of)(), [this] { later(); }), {})
                               .name(name)
                               .enabled([this] { return ending() != u"csv"; });
        return field.prepared([this, &field, of] {
            QSize least = smallest();
            field.as<QSpinBox>().setRange((least.*of)(), largestSide());
        });
    };
    const auto isFree = [this] { return isFilm() || !figure().heightFollows; };
    line->addWidget(side(QT_TR_NOOP("Width"), &QSize::rwidth).control(), 1);
    line->addWidget(form().add(new QLabel(QStringLiteral("×"), this)).when(isFree).control());
    line->addWidget(side(QT_TR_NOOP("Height"), &QSize::rheight).when(isFree).control(), 1);
    line->addWidget(new QLabel(tr("px"), this));
}

void PageExportDialog::declareTime() {
    form()
        .number(stored(m_film.framesPerSecond, [this] { later(); }),
                {filmRates.low, filmRates.high})
        .label(QT_TR_NOOP("Frames per second"))
        .when([this] { return isFilm(); });
    form()
        .list(stored(m_speed, [this] { later(); }),
              [] {
                  QStringList speeds;
                  for (const double speed : offeredSpeeds)
                      speeds << QStringLiteral("%1 ×").arg(speed);
                  return speeds;
              })
        .label(QT_TR_NOOP("Speed"))
        .tip(QT_TR_NOOP("How fast its time goes; frames per second say how smoothly"))
        .when([this] { return isFilm() && m_figures.film->timed; });
    form()
        .check(stored(m_once))
        .label(QT_TR_NOOP("Play once"))
        .tip(QT_TR_NOOP("It stays at its last picture instead of repeating for ever"))
        .when([this] { return isFilm(); });
}

void PageExportDialog::layOut() {
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
    return m_what == std::ssize(m_figures.stills);
}

const PageFigure& PageExportDialog::figure() const {
    return m_figures.stills[static_cast<std::size_t>(m_what)];
}

QStringList PageExportDialog::formats() const {
    if (isFilm())
        return {QStringLiteral("GIF")};
    QStringList formats{QStringLiteral("SVG"), QStringLiteral("PDF"), QStringLiteral("PNG")};
    return figure().table ? formats << QStringLiteral("CSV") : formats;
}

QString PageExportDialog::ending() const {
    return formats()[m_format].toLower();
}

QSize PageExportDialog::smallest() const {
    return isFilm() ? m_figures.film->smallest : figure().smallest;
}

int PageExportDialog::largestSide() const {
    return isFilm() ? largestFilmSide : largestFigureSide;
}

void PageExportDialog::choose(int what) {
    const QString format = formats()[m_format];
    m_what = what;
    m_format = std::max(0, static_cast<int>(formats().indexOf(format)));
    m_size = (isFilm() ? m_figures.film->choice.size : figure().look.size)
                 .expandedTo(smallest())
                 .boundedTo({largestSide(), largestSide()});
    if (!isFilm())
        m_dpi = static_cast<int>(figure().look.dotsPerInch);
    later();
}

PageLook PageExportDialog::look() const {
    PageLook look;
    look.size = QSize(m_size.width(), figure().heightFollows ? 0 : m_size.height());
    look.dotsPerInch = m_dpi;
    look.theme = m_theme;
    look.titled = m_titled;
    return look;
}

FilmChoice PageExportDialog::filmChoice() const {
    FilmChoice choice = m_film;
    choice.size = m_size;
    choice.speed = offeredSpeeds[static_cast<std::size_t>(m_speed)];
    choice.theme = m_theme;
    return choice;
}

QString PageExportDialog::objection() const {
    if (isFilm() && m_film.from > m_film.to)
        return tr("The animation ends before it begins: choose a later end.");
    return {};
}

void PageExportDialog::later() {
    form().show();
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

void PageExportDialog::save() {
    const QString name = isFilm() ? m_figures.film->fileName : figure().fileName;
    const QString kind = formats()[m_format];
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
        request.repeats = !m_once;
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
