// SPDX-License-Identifier: GPL-3.0-or-later
#include "handbook/handbook_browser.h"

#include "type/fonts.h"

#include <QEvent>
#include <QPixmap>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextTable>

#include <algorithm>

namespace headscope {

namespace {

constexpr int pageMargin = 24;
constexpr int textPixels = 15;
constexpr int longestLine = 860; ///< wider lines are not easy to read

/// The names of all pictures of a document.
QStringList pictureNames(const QTextDocument& document) {
    QStringList names;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto each = block.begin(); !each.atEnd(); ++each) {
            const QTextCharFormat format = each.fragment().charFormat();
            if (format.isImageFormat())
                names << format.toImageFormat().name();
        }
    }
    return names;
}

bool isCodeLine(const QTextBlock& block) {
    return block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
}

void dressTable(QTextTable& table, const QPalette& palette) {
    QTextTableFormat format = table.format();
    format.setBorderCollapse(true);
    format.setBorder(1);
    format.setBorderBrush(palette.mid());
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setCellPadding(5);
    format.setCellSpacing(0);
    format.setTopMargin(4);
    format.setBottomMargin(12);
    table.setFormat(format);
}

} // namespace

HandbookBrowser::HandbookBrowser(QWidget* parent)
    : QTextBrowser(parent) {
    setFrameShape(NoFrame);
    setAutoFillBackground(true); // beside the lines as behind them
    setBackgroundRole(QPalette::Base);
    document()->setDocumentMargin(pageMargin);
    setFont(textFont(textPixels));
    setOpenExternalLinks(false);
    connect(this, &QTextBrowser::sourceChanged, this, [this](const QUrl& source) {
        m_shown = source; // source() is still the one before
        dress();
    });
}

int HandbookBrowser::textWidth() const {
    // A scroll bar that comes with a long page must not make the pictures too wide.
    const int bar = verticalScrollBar()->isVisible() ? 0 : verticalScrollBar()->sizeHint().width();
    return std::max(100, viewport()->width() - bar - 2 * pageMargin);
}

QVariant HandbookBrowser::loadResource(int type, const QUrl& name) {
    if (type != QTextDocument::ImageResource)
        return QTextBrowser::loadResource(type, name);
    QImage picture(QStringLiteral(":") + m_shown.resolved(name).path());
    if (picture.isNull())
        return {};
    const double ratio = devicePixelRatioF();
    const int width = std::min(picture.width(), textWidth());
    picture = picture.convertToFormat(QImage::Format_RGB32)
                  .scaledToWidth(qRound(width * ratio), Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    return QPixmap::fromImage(picture);
}

void HandbookBrowser::scalePictures() {
    if (m_pictureWidth == textWidth())
        return;
    m_pictureWidth = textWidth();
    for (const QString& name : pictureNames(*document())) {
        const QVariant picture = loadResource(QTextDocument::ImageResource, QUrl(name));
        document()->addResource(QTextDocument::ImageResource,
                                document()->baseUrl().resolved(QUrl(name)), picture);
    }
    document()->markContentsDirty(0, document()->characterCount());
}

void HandbookBrowser::dress() {
    m_pictureWidth = 0;
    setExtraSelections({});
    const QFont code = numberFont(textPixels - 2);
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        const bool isCode = isCodeLine(block);
        const bool isCell = QTextCursor(block).currentTable() != nullptr;
        const bool isPicture = block.text() == QChar(QChar::ObjectReplacementCharacter);
        if (isCode) {
            format.setBackground(palette().alternateBase());
            format.setNonBreakableLines(
                false); // else the whole page is as wide as its longest line
        }
        format.setLineHeight(isPicture          ? 100
                             : isCode || isCell ? 115
                                                : 130,
                             QTextBlockFormat::ProportionalHeight);
        if (format.headingLevel() > 0)
            format.setTopMargin(format.headingLevel() == 1 ? 0 : 18);
        else if (!isCell && !(isCode && isCodeLine(block.next())))
            format.setBottomMargin(block.textList() ? 4 : 10); // Markdown has none of its own
        QTextCursor(block).setBlockFormat(format);
        // Collected first: merging a format moves the fragments of the block.
        std::vector<std::pair<int, int>> codes;
        for (auto each = block.begin(); !each.atEnd(); ++each) {
            const QTextFragment fragment = each.fragment();
            if (fragment.charFormat().fontFixedPitch())
                codes.emplace_back(fragment.position(), fragment.length());
        }
        for (const auto& [begin, length] : codes) {
            QTextCursor part(document());
            part.setPosition(begin);
            part.setPosition(begin + length, QTextCursor::KeepAnchor);
            QTextCharFormat look;
            look.setFontFamilies(code.families());
            look.setProperty(QTextFormat::FontPixelSize, code.pixelSize());
            part.mergeCharFormat(look);
        }
    }
    cursor.endEditBlock();
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame))
            dressTable(*table, palette());
    }
    scalePictures();
}

void HandbookBrowser::mark(const QString& words) {
    QList<ExtraSelection> marks;
    QTextCursor first;
    for (const QString& word : words.split(u' ', Qt::SkipEmptyParts)) {
        QTextCursor cursor(document());
        while (!(cursor = document()->find(word, cursor)).isNull()) {
            ExtraSelection selection;
            selection.cursor = cursor;
            selection.format.setBackground(palette().highlight());
            selection.format.setForeground(palette().highlightedText());
            marks << selection;
            if (first.isNull() || cursor.position() < first.position())
                first = cursor;
        }
    }
    setExtraSelections(marks);
    if (first.isNull())
        return;
    QTextCursor there = first;
    there.clearSelection();
    setTextCursor(there);
    ensureCursorVisible();
}

void HandbookBrowser::resizeEvent(QResizeEvent* event) {
    // Lines of a page that is much wider than they are stand in its middle.
    const int spare = std::max(0, (width() - longestLine - 2 * pageMargin) / 2);
    setViewportMargins(spare, 0, spare, 0);
    QTextBrowser::resizeEvent(event);
    scalePictures();
}

void HandbookBrowser::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !source().isEmpty()) {
        const int place = verticalScrollBar()->value();
        reload();
        verticalScrollBar()->setValue(place);
    }
}

} // namespace headscope
