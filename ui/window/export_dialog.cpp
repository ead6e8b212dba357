// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export_dialog.h"

#include "formats/file_io.h"
#include "window/language.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalBlocker>

#include <array>
#include <cmath>

namespace headscope {

namespace {

constexpr QSize previewSize(520, 360);
constexpr double pixelsPerMillimetre = 96 / 25.4;

/// Units of the size fields; 1/96 inch is the pixel of figures.
constexpr std::array<double, 3> pixelsPerUnit = {1.0, pixelsPerMillimetre, 96.0};

struct Preset {
    double width; ///< in pixels; 0: as typed
    double height;
};
constexpr std::array<Preset, 5> presets = {{
    {1600, 900},
    {1280, 720},
    {89 * pixelsPerMillimetre, 70 * pixelsPerMillimetre},
    {183 * pixelsPerMillimetre, 110 * pixelsPerMillimetre},
    {0, 0},
}};

} // namespace

ExportDialog::ExportDialog(FigureRequest request, const QString& folder, QWidget* parent)
    : QDialog(parent)
    , m_request(std::move(request))
    , m_folder(folder)
    , m_preset(new QComboBox(this))
    , m_width(new QDoubleSpinBox(this))
    , m_height(new QDoubleSpinBox(this))
    , m_unit(new QComboBox(this))
    , m_format(new QComboBox(this))
    , m_dpi(new QSpinBox(this))
    , m_dpiLabel(new QLabel(tr("Resolution"), this))
    , m_heads(new QComboBox(this))
    , m_theme(new QComboBox(this))
    , m_values(new QCheckBox(tr("values in cells, where they fit"), this))
    , m_preview(new QLabel(this))
    , m_error(new QLabel(this))
    , m_save(nullptr) {
    setWindowTitle(tr("Export the figure"));
    m_preview->setFixedSize(previewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAutoFillBackground(true);
    m_preview->setAccessibleName(tr("Preview"));
    m_error->setWordWrap(true);
    m_error->setTextFormat(Qt::PlainText);
    m_error->setForegroundRole(QPalette::BrightText);

    auto* size = new QHBoxLayout;
    size->addWidget(m_width);
    size->addWidget(new QLabel(QStringLiteral("×"), this));
    size->addWidget(m_height);
    size->addWidget(m_unit);
    auto* form = new QFormLayout;
    form->addRow(tr("For"), m_preset);
    form->addRow(tr("Size"), size);
    form->addRow(tr("Format"), m_format);
    form->addRow(m_dpiLabel, m_dpi);
    form->addRow(tr("Heads"), m_heads);
    form->addRow(tr("Colours"), m_theme);
    form->addRow(QString(), m_values);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addLayout(form);
    columns->addWidget(m_preview);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_save = buttons->addButton(tr("Save as…"), QDialogButtonBox::ActionRole);
    m_save->setDefault(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(24, 24, 24, 16);
    rows->setSpacing(16);
    rows->addLayout(columns);
    rows->addWidget(m_error);
    rows->addWidget(buttons);

    fillFields();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::save);
    // A moment of rest before the preview follows: typing a size is several changes.
    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(60);
    connect(&m_previewTimer, &QTimer::timeout, this, &ExportDialog::updatePreview);
    updatePreview();
}

void ExportDialog::fillFields() {
    m_preset->addItems({tr("screen, 1600 × 900"), tr("slide, 1280 × 720"), tr("one column, 89 mm"),
                        tr("two columns, 183 mm"), tr("own size")});
    m_unit->addItems({tr("px"), tr("mm"), tr("in")});
    m_format->addItems({QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF")});
    m_format->setItemData(0, tr("pixels, for slides and web pages"), Qt::ToolTipRole);
    m_dpi->setRange(72, 1200);
    m_dpi->setSingleStep(50);
    m_dpi->setValue(192);
    m_dpi->setSuffix(tr(" dpi"));
    m_theme->addItems({tr("light, on white"), tr("dark")});
    m_values->setChecked(m_request.values);
    m_heads->addItem(tr("all"));
    for (Index head = 0; head < m_request.run->heads(); ++head)
        m_heads->addItem(tr("head %1").arg(head + 1));
    if (m_request.heads.size() == 1)
        m_heads->setCurrentIndex(m_request.heads.front() + 1);
    for (QDoubleSpinBox* box : {m_width, m_height}) {
        box->setDecimals(1);
        box->setRange(1, largestFigureSide);
    }
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_unit->setAccessibleName(tr("Unit"));
    m_dpiLabel->setBuddy(m_dpi);
    usePreset(0);

    connect(m_preset, &QComboBox::activated, this, &ExportDialog::usePreset);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &ExportDialog::unitChanged);
    const auto later = [this] { m_previewTimer.start(); };
    for (QDoubleSpinBox* box : {m_width, m_height}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
            m_preset->setCurrentIndex(static_cast<int>(presets.size()) - 1);
            m_previewTimer.start();
        });
    }
    connect(m_format, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_dpi->setEnabled(index == static_cast<int>(FigureFormat::Png));
        m_dpiLabel->setEnabled(m_dpi->isEnabled());
    });
    connect(m_heads, &QComboBox::currentIndexChanged, this, later);
    connect(m_theme, &QComboBox::currentIndexChanged, this, later);
    connect(m_values, &QCheckBox::toggled, this, later);
}

void ExportDialog::usePreset(int index) {
    const Preset& preset = presets[static_cast<std::size_t>(index)];
    if (preset.width == 0)
        return;
    const QSignalBlocker quietWidth(m_width);
    const QSignalBlocker quietHeight(m_height);
    const double unit = pixelsPerUnit[static_cast<std::size_t>(m_unit->currentIndex())];
    m_width->setValue(preset.width / unit);
    m_height->setValue(preset.height / unit);
    m_previewTimer.start();
}

void ExportDialog::unitChanged() {
    // The size stays, its numbers change.
    const QSignalBlocker quietWidth(m_width);
    const QSignalBlocker quietHeight(m_height);
    const double factor = pixelsPerUnit[static_cast<std::size_t>(m_shownUnit)] /
                          pixelsPerUnit[static_cast<std::size_t>(m_unit->currentIndex())];
    m_shownUnit = m_unit->currentIndex();
    m_width->setValue(m_width->value() * factor);
    m_height->setValue(m_height->value() * factor);
}

QSizeF ExportDialog::sizeInPixels() const {
    const double unit = pixelsPerUnit[static_cast<std::size_t>(m_unit->currentIndex())];
    return {m_width->value() * unit, m_height->value() * unit};
}

FigureFormat ExportDialog::format() const {
    return static_cast<FigureFormat>(m_format->currentIndex());
}

FigureRequest ExportDialog::request() const {
    FigureRequest request = m_request;
    request.size = sizeInPixels().toSize();
    request.dotsPerInch = m_dpi->value();
    request.theme = m_theme->currentIndex() == 1 ? ThemeKind::Dark : ThemeKind::Light;
    request.values = m_values->isChecked();
    request.heads.clear();
    if (m_heads->currentIndex() > 0)
        request.heads = {m_heads->currentIndex() - 1};
    return request;
}

void ExportDialog::updatePreview() {
    FigureRequest shown = request();
    const double fit = std::min({1.0, previewSize.width() / std::max(1.0, sizeInPixels().width()),
                                 previewSize.height() / std::max(1.0, sizeInPixels().height())});
    shown.dotsPerInch = 96 * fit * devicePixelRatioF();
    const Result<QByteArray> png = renderFigure(shown, FigureFormat::Png);
    m_save->setEnabled(png.ok());
    m_error->setText(png ? QString() : translated(png.error()));
    if (!png)
        return;
    QPixmap pixmap;
    pixmap.loadFromData(*png, "PNG");
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(pixmap);
}

void ExportDialog::save() {
    const QString ending = m_format->currentText().toLower();
    const QString start = QStringLiteral("%1/heads.%2").arg(m_folder, ending);
    QString path = QFileDialog::getSaveFileName(
        this, tr("Save the figure"), start,
        QStringLiteral("%1 (*.%2)").arg(m_format->currentText(), ending));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += u'.' + ending;
    if (saveTo(path))
        accept();
}

bool ExportDialog::saveTo(const QString& path) {
    const Result<QByteArray> figure = renderFigure(request(), format());
    Status written = Done{};
    if (figure)
        written = writeFileAtomically(
            path.toStdString(), {figure->constData(), static_cast<std::size_t>(figure->size())});
    if (!figure || !written) {
        m_error->setText(translated(figure ? written.error() : figure.error()));
        return false;
    }
    m_path = path;
    m_folder = QFileInfo(path).absolutePath();
    return true;
}

Status copyFigureToClipboard(const FigureRequest& request) {
    const Result<QByteArray> png = renderFigure(request, FigureFormat::Png);
    if (!png)
        return png.error();
    const Result<QByteArray> svg = renderFigure(request, FigureFormat::Svg);
    if (!svg)
        return svg.error();
    auto* data = new QMimeData;
    data->setImageData(QImage::fromData(*png, "PNG"));
    data->setData(QStringLiteral("image/png"), *png);
    data->setData(QStringLiteral("image/svg+xml"), *svg);
    QGuiApplication::clipboard()->setMimeData(data);
    return Done{};
}

} // namespace headscope
