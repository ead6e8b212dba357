// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/export_dialog.h"

#include "controls/controls.h"
#include "controls/spin_boxes.h"
#include "files/file_question.h"
#include "scene/language.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <array>
#include <cmath>

namespace headscope {

namespace {

constexpr QSize previewSize(520, 360);
/// Units of the size fields; 1/96 inch is the pixel of figures.
constexpr std::array<double, 3> pixelsPerUnit = {1.0, pixelsPerMillimetre, 96.0};

/// What the figure is for, in the order of the box; the last one is whatever is typed.
constexpr std::array<FigurePreset, 5> presets = {FigurePreset::Free, FigurePreset::Slide,
                                                 FigurePreset::Column, FigurePreset::Columns,
                                                 FigurePreset::Free};
constexpr QSizeF screenSize(1600, 900);

} // namespace

ExportDialog::ExportDialog(FigureRequest request, const QString& folder, QWidget* parent)
    : SaveDialog(folder, parent)
    , m_request(std::move(request))
    , m_preset(new QComboBox(this))
    , m_width(new NumberSpinBox(this))
    , m_height(new NumberSpinBox(this))
    , m_unit(new QComboBox(this))
    , m_format(new QComboBox(this))
    , m_dpi(new WholeSpinBox(this))
    , m_dpiLabel(new QLabel(tr("Resolution"), this))
    , m_heads(new QComboBox(this))
    , m_theme(new QComboBox(this))
    , m_root(new QCheckBox(tr("colours by square root"), this))
    , m_values(new QCheckBox(tr("values in cells, where they fit"), this))
    , m_titled(new QCheckBox(tr("Title"), this))
    , m_title(new QLineEdit(this))
    , m_subtitle(new QLineEdit(this))
    , m_captioned(new QCheckBox(tr("Caption"), this))
    , m_caption(new QLineEdit(this))
    , m_range(new QComboBox(this))
    , m_columns(new WholeSpinBox(this))
    , m_letters(new QCheckBox(tr("letters a, b, c … at the heads"), this))
    , m_crop(new QCheckBox(tr("no margin beyond the content"), this))
    , m_part(new QCheckBox(tr("only the part that is seen"), this))
    , m_preview(new QLabel(this))
    , m_notes(new QLabel(this)) {
    setWindowTitle(tr("Export the figure"));
    m_preview->setFixedSize(previewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAutoFillBackground(true);
    m_preview->setAccessibleName(tr("Preview"));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);

    auto* size = new QHBoxLayout;
    size->addWidget(m_width);
    size->addWidget(new QLabel(QStringLiteral("×"), this));
    size->addWidget(m_height);
    size->addWidget(m_unit);
    auto* form = new QFormLayout(&fields());
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("For"), m_preset);
    form->addRow(tr("Size"), size);
    form->addRow(tr("Format"), m_format);
    form->addRow(m_dpiLabel, m_dpi);
    form->addRow(tr("Heads"), m_heads);
    if (m_request.part)
        form->addRow(QString(), m_part);
    m_part->setVisible(m_request.part.has_value());
    form->addRow(tr("Side by side"), m_columns);
    form->addRow(tr("Colours"), m_theme);
    form->addRow(tr("Range"), m_range);
    form->addRow(QString(), m_root);
    form->addRow(m_titled, m_title);
    form->addRow(tr("Subtitle"), m_subtitle);
    form->addRow(m_captioned, m_caption);
    form->addRow(QString(), m_values);
    form->addRow(QString(), m_letters);
    form->addRow(QString(), m_crop);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(&fields());
    columns->addWidget(m_preview);
    rows().addLayout(columns);
    rows().addWidget(m_notes);
    addFoot();
    m_preview->setText(tr("The preview is being painted …"));

    fillFields();
    watchFields();
    connect(&m_file, &FigureExport::progressed, this, &ExportDialog::showProgress);
    // A moment of rest before the preview follows: typing a size is several changes.
    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(60);
    connect(&m_previewTimer, &QTimer::timeout, this, &ExportDialog::updatePreview);
    updatePreview();
}

void ExportDialog::fillFields() {
    m_preset->addItems({tr("screen, 1600 × 900"), tr("slide, 16:9"), tr("one column, 85 mm"),
                        tr("two columns, 174 mm"), tr("own size")});
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
    if (hasMeanOfHeads(*m_request.trace, m_request.tensor))
        m_heads->addItem(tr("mean of the heads"));
    if (m_request.mean)
        m_heads->setCurrentIndex(m_heads->count() - 1);
    if (m_request.heads.size() == 1)
        m_heads->setCurrentIndex(m_request.heads.front() + 1);
    for (QDoubleSpinBox* box : {m_width, m_height}) {
        box->setDecimals(1);
        box->setRange(1, largestFigureSide);
    }
    setEntries<RangeMode>(m_range, {{tr("fixed"), RangeMode::Fixed},
                                    {tr("of all heads"), RangeMode::AllHeads},
                                    {tr("of each head"), RangeMode::PerHead},
                                    {tr("of each row"), RangeMode::PerRow}});
    choose(m_range, m_request.range.mode);
    m_root->setChecked(m_request.range.squareRoot);
    m_root->setToolTip(tr("Small weights are told apart"));
    m_columns->setRange(0, 64);
    m_columns->setSpecialValueText(tr("as it fits"));
    m_titled->setChecked(true);
    m_title->setPlaceholderText(tr("what is shown"));
    m_title->setAccessibleName(tr("Title"));
    m_subtitle->setPlaceholderText(tr("where the numbers come from"));
    m_caption->setPlaceholderText(tr("what the figure says of itself"));
    m_caption->setAccessibleName(tr("Caption"));
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
    connect(m_range, &QComboBox::currentIndexChanged, this, later);
    connect(m_columns, &QSpinBox::valueChanged, this, later);
    for (QCheckBox* box : {m_values, m_root, m_titled, m_captioned, m_letters, m_crop, m_part}) {
        connect(box, &QCheckBox::toggled, this, later);
        connect(box, &QCheckBox::toggled, this, &ExportDialog::enableFields);
    }
    for (QLineEdit* line : {m_title, m_subtitle, m_caption})
        connect(line, &QLineEdit::textChanged, this, later);
    enableFields();
}

void ExportDialog::enableFields() {
    m_title->setEnabled(m_titled->isChecked());
    m_subtitle->setEnabled(m_titled->isChecked());
    m_caption->setEnabled(m_captioned->isChecked());
    const bool isFree = preset() == FigurePreset::Free;
    m_width->setEnabled(isFree);
    m_height->setEnabled(isFree);
}

FigurePreset ExportDialog::preset() const {
    return presets[static_cast<std::size_t>(m_preset->currentIndex())];
}

void ExportDialog::usePreset(int index) {
    m_preset->setCurrentIndex(index);
    enableFields();
    m_previewTimer.start();
    const bool asTyped = index + 1 == static_cast<int>(presets.size());
    if (asTyped)
        return;
    const std::optional<FigurePresetSize> fixed = sizeOf(preset());
    const QSizeF size = fixed ? fixed->millimetres * pixelsPerMillimetre : screenSize;
    if (fixed)
        m_dpi->setValue(static_cast<int>(fixed->dotsPerInch));
    const QSignalBlocker quietWidth(m_width);
    const QSignalBlocker quietHeight(m_height);
    const double unit = pixelsPerUnit[static_cast<std::size_t>(m_unit->currentIndex())];
    m_width->setValue(size.width() / unit);
    m_height->setValue(size.height() / unit);
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
    request.preset = preset();
    request.size = sizeInPixels().toSize();
    request.titled = m_titled->isChecked();
    request.ownTitle = m_title->text();
    request.ownSubtitle = m_subtitle->text();
    if (m_captioned->isChecked())
        request.caption = m_caption->text();
    request.range = {chosen<RangeMode>(m_range), m_root->isChecked()};
    request.gridColumns = m_columns->value();
    request.letters = m_letters->isChecked();
    request.crop = m_crop->isChecked();
    request.dotsPerInch = m_dpi->value();
    request.theme = m_theme->currentIndex() == 1 ? ThemeKind::Dark : ThemeKind::Light;
    request.values = m_values->isChecked();
    if (!m_part->isChecked())
        request.part.reset();
    request.heads.clear();
    request.mean = m_heads->currentIndex() > m_request.run->heads();
    if (m_heads->currentIndex() > 0 && !request.mean)
        request.heads = {m_heads->currentIndex() - 1};
    return request;
}

void ExportDialog::updatePreview() {
    FigureRequest shown = request();
    // A column of a journal is small: enlarged, as somebody reads it.
    const QSizeF size = sizeInPixels();
    const bool heightFollows = sizeOf(preset()) && sizeOf(preset())->heightFollows;
    double fit =
        std::min(heightFollows ? 2.0 : 1.0, previewSize.width() / std::max(1.0, size.width()));
    if (!heightFollows)
        fit = std::min(fit, previewSize.height() / std::max(1.0, size.height()));
    shown.dotsPerInch = 96 * fit * devicePixelRatioF();
    m_previews.render(std::move(shown), {FigureFormat::Png},
                      [this](const Result<std::vector<QByteArray>>& png) { showPreview(png); });
}

void ExportDialog::showPreview(const Result<std::vector<QByteArray>>& png) {
    setSavable(png.ok());
    if (!png)
        showError(translated(png.error()));
    else if (m_previewFailed)
        showError({});
    m_previewFailed = !png.ok();
    m_notes->setText(png ? m_previews.notes().join(u' ') : QString());
    if (!png)
        return;
    QPixmap pixmap;
    pixmap.loadFromData(png->front(), "PNG");
    const QSize most = (QSizeF(previewSize) * devicePixelRatioF()).toSize();
    if (pixmap.width() > most.width() || pixmap.height() > most.height())
        pixmap = pixmap.scaled(most, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(pixmap);
}

void ExportDialog::save() {
    const QString ending = m_format->currentText().toLower();
    const QString path = FileQuestion::ask(
        this, tr("Save the figure"), QStringLiteral("%1/heads.%2").arg(folder(), ending),
        {QStringLiteral("%1 (*.%2)").arg(m_format->currentText(), ending)});
    if (!path.isEmpty())
        saveTo(path);
}

void ExportDialog::saveTo(const QString& path) {
    // By the ending, whatever was chosen: a name says what a file is.
    const std::optional<FigureFormat> named = figureFormatOf(path);
    showError(named ? QString() : translated(noFigureName(path)));
    if (!named)
        return;
    setSaving(true);
    m_file.write(request(), *named, path,
                 [this, path](const Result<std::vector<QByteArray>>& written) {
                     setSaving(false);
                     if (!written)
                         return showError(translated(written.error()));
                     acceptFile(path);
                 });
}

} // namespace headscope
