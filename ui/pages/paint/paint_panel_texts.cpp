// SPDX-License-Identifier: GPL-3.0-or-later
// Words and icons of the panel.
#include "controls/field_row.h"
#include "controls/icons.h"
#include "pages/paint/paint_panel.h"
#include "painting/presets.h"
#include "scene/fonts.h"
#include "scene/number_format.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>

namespace headscope {

namespace {

QPixmap thumbnail(const PaintTarget& target, const DisplayOptions& display, double ratio) {
    QPixmap pixmap(QSize(presetIconSize, presetIconSize) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    const Theme& colours = theme(display.theme);
    pixmap.fill(colours.hairline);
    QPainter painter(&pixmap);
    const double high = static_cast<double>(presetIconSize) / static_cast<double>(target.queries);
    const double wide = static_cast<double>(presetIconSize) / static_cast<double>(target.keys);
    for (Index query = 0; query < target.queries; ++query) {
        for (Index key = 0; key < target.keys; ++key) {
            const QRectF cell(static_cast<double>(key) * wide, static_cast<double>(query) * high,
                              wide, high);
            const QColor colour = target.allows(query, key)
                                      ? QColor(colourOf(display.map, {0, 1}, target.at(query, key)))
                                      : colours.window;
            painter.fillRect(cell, colour);
        }
    }
    return pixmap;
}

} // namespace

void PaintPanel::showPresets() {
    const PaintTarget& now = m_scene.problem->target;
    PaintTarget blank = emptyTarget(now.queries, now.keys);
    blank.mayAttend = now.mayAttend;
    if (m_iconsOf == blank && m_iconDisplay == m_scene.display)
        return;
    m_iconsOf = blank;
    m_iconDisplay = m_scene.display;
    const auto presets = paintPresets();
    const auto icon = [&](const PaintTarget& target) {
        return QIcon(thumbnail(target, m_scene.display, devicePixelRatioF()));
    };
    for (std::size_t i = 0; i < presets.size(); ++i)
        m_presets[i]->setIcon(icon(presetTarget(presets[i], now.queries, now.keys, now.mayAttend)));
    QToolButton* const ticket = m_presets[presets.size()];
    const bool isTicketSize = now.queries == 10 && now.keys == 10;
    ticket->setVisible(isTicketSize);
    if (isTicketSize)
        ticket->setIcon(icon(withMask(ticketRelations(), now.mayAttend)));
    m_presets[presets.size() + 1]->setIcon(icon(blank));
}

/// Words that are as long as a column is wide take two lines; those that are longer, smaller type.
void PaintPanel::showPresetTexts() {
    const auto presets = paintPresets();
    for (std::size_t i = 0; i < m_presets.size(); ++i) {
        QToolButton* const button = m_presets[i];
        const QString text = i < presets.size()
                                 ? QCoreApplication::translate("Paint", presets[i].title)
                             : i == presets.size() ? tr("relations")
                                                   : tr("nothing");
        button->setText(text);
        button->setFont(fittedFont(textFont(11), text, std::max(40, button->width() - 6), 9));
    }
}

void PaintPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showPresetTexts();
}

void PaintPanel::showProgress() {
    const PaintScene& scene = m_scene;
    const bool paints = !scene.isEmpty() && scene.problem->target.paintedRows() > 0;
    m_start->setText(scene.isBusy ? tr("Cancel") : tr("Start"));
    // At the beginning it says what has to be done before.
    const bool starts = !scene.isEmpty();
    m_start->setEnabled(starts);
    if (m_start->property("accent").toBool() != starts) {
        m_start->setProperty("accent", starts); // what cannot be pressed does not stand out
        m_start->setProperty("framed", !starts);
        m_start->update();
    }
    m_step->setEnabled(paints && !scene.isBusy);
    m_reset->setEnabled(paints && !scene.isBusy);
    const bool counts = scene.isBusy && scene.stepsAll > 0;
    m_progress->setValue(counts ? static_cast<int>(scene.stepsDone * 1000 / scene.stepsAll)
                         : scene.painting ? 1000
                                          : 0);
    m_progressText->setText(
        counts ? tr("%1 of %2 steps").arg(qint64{scene.stepsDone}).arg(qint64{scene.stepsAll})
        : !scene.painting ? QString()
        : scene.painting->isWalk
            ? tr("Step by step: %1 done").arg(qint64{scene.painting->descents.bestStep})
            : tr("Best start: %1 of %2")
                  .arg(qint64{scene.painting->descents.bestStart + 1})
                  .arg(qint64{scene.painting->options.starts}));
}

void PaintPanel::showIcons() {
    m_undo->setIcon(paletteIcon(QStringLiteral("undo"), palette()));
    m_redo->setIcon(paletteIcon(QStringLiteral("redo"), palette()));
}

/// With what can be reached at best, before anybody chooses.
void PaintPanel::showTokens() {
    const QSignalBlocker quiet(m_tokens);
    const auto show = [this](int item, const QString& text, const std::optional<double>& limit) {
        m_tokens->setItemText(item,
                              limit ? tr("%1, limit %2").arg(text, fixedText(*limit, 2)) : text);
    };
    show(0, tr("X"), m_scene.limitWithout);
    show(1, tr("X + positions"), m_scene.limitWithPositions);
}

void PaintPanel::retranslate() {
    const std::array titles = {tr("BRUSH"), tr("START FROM"), tr("HEAD"), tr("GRADIENT DESCENT")};
    for (std::size_t i = 0; i < titles.size(); ++i)
        m_titles[i]->setText(titles[i]);
    m_brush->button(static_cast<int>(PaintBrush::Paint))->setText(tr("paint"));
    m_brush->button(static_cast<int>(PaintBrush::Erase))->setText(tr("erase"));
    m_brush->button(static_cast<int>(PaintBrush::Row))->setText(tr("whole row"));
    for (QAbstractButton* button : m_brush->buttons())
        button->setToolTip(tr("Enter paints, the right button or Delete erases, R spreads a row "
                              "evenly, Alt picks the weight of a cell up"));
    m_weightTitle->setText(tr("Weight"));
    m_weight->setAccessibleName(tr("Weight of the brush"));
    m_keep->setText(tr("keep rows at 1"));
    m_keep->setToolTip(tr("The other cells of the row give, or take, in proportion"));
    showPresetTexts();
    const auto presets = paintPresets();
    m_presets[presets.size()]->setToolTip(
        tr("What textbooks say of this sentence: one relation for each word"));
    showTokens();
    const auto texts = [this](std::size_t row, const QString& label, const QString& name,
                              const QString& why) { m_rows[row]->setTexts(label, name, why); };
    texts(0, QStringLiteral("d_{k}"), tr("Features of the head"),
          tr("So many numbers has a query and a key of this head"));
    texts(1, tr("Tokens"), tr("What the head reads"), tr("Positions tell equal words apart"));
    texts(2, tr("Rate"), tr("Learning rate"), tr("Of Adam"));
    texts(3, tr("Steps"), tr("Steps of each start"), {});
    texts(4, tr("Starts"), tr("Starts from fresh weights"), tr("The best one is kept"));
    texts(5, tr("Largest"), tr("Largest weight"),
          tr("No weight grows beyond this; painted 1 and 0 drive them up without end"));
    m_largest->setSpecialValueText(tr("no bound"));
    texts(6, tr("Seed"), tr("Seed of the fresh weights"), {});
    for (const auto& [button, name, tip] :
         {std::tuple(m_undo, tr("Undo"), tr("The last stroke back (Ctrl+Z in the painting)")),
          std::tuple(m_redo, tr("Redo"), tr("The stroke on again (Ctrl+Shift+Z)"))}) {
        button->setAccessibleName(name);
        button->setToolTip(tip);
    }
    showIcons();
    m_use->setText(tr("Use these weights"));
    m_use->setToolTip(
        tr("W_Q and W_K of head %1 become these; one step to undo").arg(m_scene.head + 1));
    m_start->setToolTip(tr("Look for weights from all starts"));
    m_step->setText(tr("Step"));
    m_step->setToolTip(tr("One step of Adam from where the playhead is"));
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(tr("Back to step 0 of the first start; Start looks again"));
    showProgress();
}

void PaintPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        showIcons();
}

} // namespace headscope
