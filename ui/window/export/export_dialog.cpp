// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/export_dialog.h"

#include "files/file_question.h"
#include "words/error_text.h"
#include "words/language.h"

#include <array>

namespace headscope {

namespace {

constexpr QSize previewSize(520, 360);
/// Units of the size fields; 1/96 inch is the pixel of figures.
constexpr std::array<double, 3> units = {1.0, pixelsPerMillimetre, 96.0};
constexpr std::array<const char*, 3> formatNames = {"PNG", "SVG", "PDF"}; ///< as FigureFormat

/// What the figure is for, in the order of the box; the last one is whatever is typed.
constexpr std::array<FigurePreset, 5> presets = {FigurePreset::Free, FigurePreset::Slide,
                                                 FigurePreset::Column, FigurePreset::Columns,
                                                 FigurePreset::Free};
constexpr QSizeF screenSize(1600, 900);

} // namespace

ExportDialog::ExportDialog(FigureRequest request, const QString& folder, QWidget* parent)
    : SaveDialog(folder, parent)
    , m_request(std::move(request))
    , m_preview(new QLabel(this))
    , m_notes(new QLabel(this)) {
    setWindowTitle(tr("Export the figure"));
    m_preview->setFixedSize(previewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAutoFillBackground(true);
    m_preview->setAccessibleName(tr("Preview"));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);

    if (m_request.heads.size() != 1)
        m_request.heads.clear(); // the list knows one, or all
    m_request.theme = ThemeKind::Light;
    m_request.titled = true;
    m_request.dotsPerInch = 192;
    declareSize();
    declareFormat();
    declareContent();
    declareWords();
    form()
        .check(stored(m_request.values, [this] { change(); }))
        .label(QT_TR_NOOP("values in cells, where they fit"));
    form()
        .check(stored(m_request.letters, [this] { change(); }))
        .label(QT_TR_NOOP("letters a, b, c … at the heads"));
    form()
        .check(stored(m_request.crop, [this] { change(); }))
        .label(QT_TR_NOOP("no margin beyond the content"));
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(&fields());
    columns->addWidget(m_preview);
    rows().addLayout(columns);
    rows().addWidget(m_notes);
    addFoot();
    m_preview->setText(tr("The preview is being painted …"));

    connect(&m_file, &FigureExport::progressed, this, &ExportDialog::showProgress);
    // A moment of rest before the preview follows: typing a size is several changes.
    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(60);
    connect(&m_previewTimer, &QTimer::timeout, this, &ExportDialog::updatePreview);
    usePreset(0);
    m_previewTimer.stop(); // the first one at once
    updatePreview();
}

void ExportDialog::declareSize() {
    form()
        .list({[this] { return m_preset; },
               [this](int place, const EditName&) -> Status {
                   usePreset(place);
                   return Done{};
               }},
              [] {
                  return QStringList{tr("screen, 1600 × 900"), tr("slide, 16:9"),
                                     tr("one column, 85 mm"), tr("two columns, 174 mm"),
                                     tr("own size")};
              })
        .label(QT_TR_NOOP("For"));
    auto* line = new QHBoxLayout;
    lines().addRow(tr("Size"), line);
    const auto declareSide = [this, line](const char* name, double (QSizeF::*read)() const,
                                          void (QSizeF::*write)(double)) {
        line->addWidget(
            form()
                .decimal<double>({[this, read] { return (m_size.*read)() / pixelsPerUnit(); },
                                  [this, write](double value, const EditName&) -> Status {
                                      (m_size.*write)(value * pixelsPerUnit());
                                      m_preset = static_cast<int>(presets.size()) - 1;
                                      change();
                                      return Done{};
                                  }},
                                 {1, largestFigureSide, 1, 1})
                .name(name)
                .enabled([this] { return preset() == FigurePreset::Free; })
                .control());
    };
    declareSide(QT_TR_NOOP("Width"), &QSizeF::width, &QSizeF::setWidth);
    line->addWidget(new QLabel(QStringLiteral("×"), this));
    declareSide(QT_TR_NOOP("Height"), &QSizeF::height, &QSizeF::setHeight);
    const auto inUnit = [this] { setSize(m_size); };
    line->addWidget(form()
                        .list(stored(m_unit, inUnit),
                              [] {
                                  return QStringList{tr("px"), tr("mm"), tr("in")};
                              })
                        .name(QT_TR_NOOP("Unit"))
                        .control());
}

void ExportDialog::declareFormat() {
    std::vector<Choice<FigureFormat>> choices;
    for (std::size_t i = 0; i < formatNames.size(); ++i)
        choices.push_back({formatNames[i], static_cast<FigureFormat>(i)});
    form()
        .choice(stored(m_format, [this] { form().show(); }), choices)
        .label(QT_TR_NOOP("Format"))
        .as<QComboBox>()
        .setItemData(0, tr("pixels, for slides and web pages"), Qt::ToolTipRole);
    form()
        .number(stored(m_request.dotsPerInch), {figureDots.low, figureDots.high, 50})
        .label(QT_TR_NOOP("Resolution"))
        .enabled([this] { return m_format == FigureFormat::Png; })
        .as<QSpinBox>()
        .setSuffix(tr(" dpi"));
}

void ExportDialog::declareContent() {
    const auto changed = [this] { change(); };
    const int heads = static_cast<int>(m_request.run->heads());
    form()
        .list({[this, heads] {
                   return !m_request.heads.empty() ? m_request.heads.front() + 1
                          : m_request.mean         ? heads + 1
                                                   : 0;
               },
               [this, heads](int place, const EditName&) -> Status {
                   m_request.mean = place > heads;
                   m_request.heads.clear();
                   if (place > 0 && !m_request.mean)
                       m_request.heads = {place - 1};
                   change();
                   return Done{};
               }},
              [this, heads] {
                  QStringList texts{tr("all")};
                  for (int head = 1; head <= heads; ++head)
                      texts << tr("head %1").arg(head);
                  if (hasMeanOfHeads(*m_request.trace, m_request.tensor))
                      texts << tr("mean of the heads");
                  return texts;
              })
        .label(QT_TR_NOOP("Heads"));
    form()
        .check(stored(m_onlySeen, changed))
        .label(QT_TR_NOOP("only the part that is seen"))
        .when([this] { return m_request.part.has_value(); });
    form()
        .number(stored(m_request.gridColumns, changed), {0, 64})
        .label(QT_TR_NOOP("Side by side"))
        .as<QSpinBox>()
        .setSpecialValueText(tr("as it fits"));
    form()
        .choice(stored(m_request.theme, changed),
                {{QT_TR_NOOP("light, on white"), ThemeKind::Light},
                 {QT_TR_NOOP("dark"), ThemeKind::Dark}})
        .label(QT_TR_NOOP("Colours"));
    form()
        .choice(stored(m_request.range.mode, changed),
                {{QT_TR_NOOP("fixed"), RangeMode::Fixed},
                 {QT_TR_NOOP("of all heads"), RangeMode::AllHeads},
                 {QT_TR_NOOP("of each head"), RangeMode::PerHead},
                 {QT_TR_NOOP("of each row"), RangeMode::PerRow}})
        .label(QT_TR_NOOP("Range"));
    form()
        .check(stored(m_request.range.squareRoot, changed))
        .label(QT_TR_NOOP("colours by square root"))
        .tip(QT_TR_NOOP("Small weights are told apart"));
}

void ExportDialog::declareWords() {
    declareWords(QT_TR_NOOP("Title"), m_request.title, m_request.titled, tr("what is shown"));
    form()
        .line(stored(m_request.subtitle, [this] { change(); }), tr("where the numbers come from"))
        .label(QT_TR_NOOP("Subtitle"))
        .enabled([this] { return m_request.titled; });
    declareWords(QT_TR_NOOP("Caption"), m_caption, m_captioned,
                 tr("what the figure says of itself"));
}

void ExportDialog::declareWords(const char* name, QString& words, bool& on,
                                const QString& placeholder) {
    auto& box = form().check(stored(on, [this] { change(); })).as<QCheckBox>();
    box.setText(tr(name));
    lines().addRow(&box, form()
                             .line(stored(words, [this] { change(); }), placeholder)
                             .name(name)
                             .enabled([&on] { return on; })
                             .control());
}

void ExportDialog::change() {
    form().show();
    if (!m_previewFailed)
        showError({}); // why another file was not written
    m_previewTimer.start();
}

FigurePreset ExportDialog::preset() const {
    return presets[static_cast<std::size_t>(m_preset)];
}

double ExportDialog::pixelsPerUnit() const {
    return units[static_cast<std::size_t>(m_unit)];
}

/// As far as the fields take it, in the unit that they have.
void ExportDialog::setSize(const QSizeF& pixels) {
    const QSizeF least(pixelsPerUnit(), pixelsPerUnit());
    m_size = pixels.expandedTo(least).boundedTo(least * largestFigureSide);
    change();
}

void ExportDialog::usePreset(int place) {
    m_preset = place;
    const bool asTyped = place + 1 == static_cast<int>(presets.size());
    if (asTyped)
        return change();
    const std::optional<FigurePresetSize> fixed = sizeOf(preset());
    if (fixed)
        m_request.dotsPerInch = fixed->dotsPerInch;
    setSize(fixed ? fixed->millimetres * pixelsPerMillimetre : screenSize);
}

FigureRequest ExportDialog::request() const {
    FigureRequest request = m_request;
    request.preset = preset();
    request.size = m_size.toSize();
    if (m_captioned)
        request.caption = m_caption;
    if (!m_onlySeen)
        request.part.reset();
    return request;
}

void ExportDialog::updatePreview() {
    FigureRequest shown = request();
    // A column of a journal is small: enlarged, as somebody reads it.
    const QSizeF size = m_size;
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
    const QString format = QLatin1String(formatNames[static_cast<std::size_t>(m_format)]);
    const QString ending = format.toLower();
    const QString path = FileQuestion::ask(this, tr("Save the figure"),
                                           QStringLiteral("%1/heads.%2").arg(folder(), ending),
                                           {QStringLiteral("%1 (*.%2)").arg(format, ending)});
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
