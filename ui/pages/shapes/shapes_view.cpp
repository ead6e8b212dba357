// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_view.h"

#include "formats/text/torch_print.h"
#include "jobs/animation.h"
#include "pages/shapes/picture/shapes_picture.h"
#include "pages/shapes/shapes_canvas.h"
#include "pages/shapes/shapes_words.h"
#include "type/fonts.h"
#include "words/error_text.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace headscope {

ShapesView::ShapesView(QWidget* parent)
    : QWidget(parent) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_canvas = new ShapesCanvas(this);
    rows->addWidget(m_canvas, 1);
    buildCode();
    setFocusProxy(m_canvas);
    connect(m_canvas, &ShapesCanvas::elementHovered, this, &ShapesView::elementHovered);
    connect(m_canvas, &ShapesCanvas::elementLocked, this, &ShapesView::elementLocked);
    connect(m_canvas, &ShapesCanvas::laidOut, this, &ShapesView::placeCode);
    retranslate();
}

void ShapesView::buildCode() {
    m_codeBar = new QWidget(m_canvas);
    auto* row = new QHBoxLayout(m_codeBar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_dialects = new QButtonGroup(this);
    for (const CodeDialect dialect : codeDialects) {
        auto* button = new QToolButton(m_codeBar);
        button->setText(QString::fromLatin1(dialectName(dialect)));
        button->setCheckable(true);
        m_dialects->addButton(button, static_cast<int>(dialect));
        row->addWidget(button);
    }
    connect(m_dialects, &QButtonGroup::idClicked, this,
            [this](int dialect) { Q_EMIT dialectAsked(static_cast<CodeDialect>(dialect)); });
    row->addSpacing(8);
    const auto button = [&](bool checkable) {
        auto* made = new QToolButton(m_codeBar);
        made->setCheckable(checkable);
        row->addWidget(made);
        row->addSpacing(2);
        return made;
    };
    m_copy = button(false);
    m_copy->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_copy);
    m_copyCode = menu->addAction(QString());
    m_copyPrint = menu->addAction(QString());
    m_copy->setMenu(menu);
    m_print = button(true);
    m_attention = button(true);
    row->addStretch(1);
    m_printed = new QPlainTextEdit(m_canvas);
    m_printed->setReadOnly(true);
    m_printed->setFont(numberFont(13));
    m_printed->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_printed->hide();
    m_tokens = new QScrollBar(Qt::Horizontal, m_canvas);
    m_tokens->setFocusPolicy(Qt::TabFocus);
    m_tokens->hide();
    const auto showFrom = [this](Index first) {
        ShapesOptions options = m_scene.options;
        options.firstToken = first;
        Q_EMIT optionsAsked(options);
    };
    connect(m_tokens, &QScrollBar::valueChanged, this, showFrom);
    connect(m_canvas, &ShapesCanvas::tokensAsked, this, showFrom);
    connect(m_copyCode, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(codeLineText()); });
    connect(m_copyPrint, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(printedTensor()); });
    connect(m_print, &QToolButton::toggled, this, &ShapesView::showPrint);
    connect(m_attention, &QToolButton::clicked, this, [this](bool shown) {
        ShapesOptions options = m_scene.options;
        options.attentionShown = shown;
        Q_EMIT optionsAsked(options);
    });
}

void ShapesView::scaleControls(double scale) {
    m_scale = scale;
    m_printed->setFont(numberFont(13 * scale));
    placeCode();
}

void ShapesView::setShapes(const ShapesScene& scene) {
    m_scene = scene;
    if (scene.display.textScale != m_scale)
        scaleControls(scene.display.textScale);
    m_canvas->setShapes(scene);
    if (QAbstractButton* dialect = m_dialects->button(static_cast<int>(scene.display.dialect)))
        dialect->setChecked(true);
    m_attention->setChecked(scene.options.attentionShown);
    m_attention->setEnabled(scene.options.values == ShapesValues::Experiment &&
                            scene.options.path == LayoutPath::Split && scene.options.wrongShown);
    if (m_print->isChecked())
        updatePrint();
    if (const QString now = status(); now != m_status) {
        m_status = now;
        Q_EMIT statusChanged(now);
    }
}

QString ShapesView::sentence() const {
    return m_scene.isEmpty() ? QString()
                             : stepSentence(m_scene.model->right, m_scene.position().move);
}

QString ShapesView::status() const {
    if (m_scene.error)
        return translated(*m_scene.error);
    if (m_scene.isEmpty())
        return {};
    const std::size_t step = m_scene.position().move;
    if (m_scene.element)
        return elementStatus(m_scene.model->right, step, *m_scene.element, m_scene.words);
    const QString sentence = stepSentence(m_scene.model->right, step);
    return m_canvas->showsNumbers() ? sentence
                                    : sentence + QStringLiteral("  •  ") + magnifierHint();
}

QString ShapesView::codeLineText() const {
    if (m_scene.isEmpty())
        return {};
    return QString::fromStdString(
        codeText(codeLine(m_scene.model->right, m_scene.position().move, m_scene.display.dialect)));
}

QString ShapesView::printedTensor() const {
    if (m_scene.isEmpty())
        return {};
    return QString::fromStdString(torchText(m_scene.model->right[m_scene.position().move].tensor));
}

void ShapesView::showPrint(bool shown) {
    m_printedModel = 0;
    if (shown)
        updatePrint();
    m_printed->setVisible(shown);
    placeCode();
}

void ShapesView::updatePrint() {
    if (m_scene.isEmpty())
        return;
    const std::size_t step = m_scene.position().move;
    if (m_scene.model->id == m_printedModel && step == m_printedStep)
        return;
    m_printedModel = m_scene.model->id;
    m_printedStep = step;
    m_printed->setPlainText(printedTensor());
}

void ShapesView::fitCodeBar(int room) {
    // A long name that is cut off at both ends says less than its first word; the tool tip
    // says the rest.
    const std::pair<QString, double> ways[] = {
        {tr("Attention: right and wrong heads"), 14}, {tr("Attention"), 14}, {tr("Attention"), 12}};
    for (const auto& [name, pixels] : ways) {
        const QFont font = textFont(pixels * m_scale);
        for (auto* button : m_codeBar->findChildren<QToolButton*>())
            button->setFont(font);
        m_attention->setText(name);
        m_codeBar->layout()->activate();
        if (m_codeBar->sizeHint().width() <= room)
            return;
    }
}

void ShapesView::placeCode() {
    const ShapesGeometry& geometry = m_canvas->geometryNow();
    const QRect chooser = geometry.chooser.toRect();
    m_codeBar->setVisible(!m_scene.display.presentation);
    placeTokens();
    fitCodeBar(chooser.width());
    m_codeBar->setGeometry(chooser.left(), chooser.top() + 2,
                           std::min(chooser.width(), m_codeBar->sizeHint().width()),
                           qRound(28 * m_scale));
    // Over the panels at the right, where the wrong way is: the print is longer than a line.
    const double width = std::min(560.0 * m_scale, geometry.memoryHeader.width());
    const double top = geometry.before.title.top();
    m_printed->setGeometry(QRectF(geometry.memoryHeader.right() - width, top, width,
                                  std::max(80.0, geometry.separator - top - 8))
                               .toRect());
}

void ShapesView::placeTokens() {
    const ShapesGeometry& geometry = m_canvas->geometryNow();
    const TokenWindow& shown = geometry.tokens;
    m_tokens->setVisible(shown.count > 0 && !m_scene.options.attentionShown);
    if (shown.count == 0 || m_scene.isEmpty())
        return;
    const QSignalBlocker quiet(m_tokens);
    m_tokens->setRange(0, static_cast<int>(m_scene.model->right.sizes().sequence - shown.count));
    m_tokens->setPageStep(static_cast<int>(shown.count));
    m_tokens->setValue(static_cast<int>(shown.first));
    const QRectF& line = geometry.remark;
    const double left =
        std::ceil(
            QFontMetricsF(remarkFont(m_scale)).horizontalAdvance(remarkText(m_scene, geometry))) +
        12 * m_scale;
    const int height = m_tokens->sizeHint().height();
    m_tokens->setGeometry(qRound(line.left() + left), qRound(line.center().y() - height / 2.0),
                          qRound(std::clamp(line.width() - left, 0.0, 240 * m_scale)), height);
}

void ShapesView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeCode();
}

void ShapesView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~Qt::KeypadModifier)
        return QWidget::keyPressEvent(event);
    if (!handleKey(event->key()))
        QWidget::keyPressEvent(event);
}

bool ShapesView::handleKey(int key) {
    if (Animation::isTimeKey(key)) {
        Q_EMIT timeKeyPressed(key);
        return true;
    }
    if (key == Qt::Key_Escape) {
        if (m_scene.holdsElement()) {
            Q_EMIT elementLocked(std::nullopt);
            return true;
        }
        if (m_scene.options.soloHead && !m_scene.display.presentation)
            return handleKey(Qt::Key_0);
        return false;
    }
    if (key >= Qt::Key_0 && key <= Qt::Key_9 && !m_scene.isEmpty()) {
        ShapesOptions options = m_scene.options;
        const Index head = key - Qt::Key_1;
        options.soloHead.reset();
        if (head >= 0 && head < m_scene.model->right.sizes().heads)
            options.soloHead = head;
        Q_EMIT optionsAsked(options);
        return true;
    }
    return false;
}

void ShapesView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        Q_EMIT languageChanged();
    }
    QWidget::changeEvent(event);
}

void ShapesView::retranslate() {
    m_copy->setText(tr("Copy"));
    m_copyCode->setText(tr("Copy the code line"));
    m_print->setText(tr("Print"));
    m_print->setToolTip(tr("The tensor as PyTorch prints it"));
    m_copyPrint->setText(tr("Copy the printed tensor"));
    m_attention->setToolTip(tr("Runs the attention on the right and on the wrong heads"));
    m_attention->setAccessibleName(tr("Attention: right and wrong heads"));
    m_printed->setAccessibleName(tr("The tensor as PyTorch prints it"));
    m_tokens->setToolTip(tr("Which tokens are drawn: the wheel moves them, too"));
    m_tokens->setAccessibleName(tr("The first token that is drawn"));
    placeCode();
}

} // namespace headscope
