// SPDX-License-Identifier: GPL-3.0-or-later
// Every example in every view, size, language and theme; and every size on the way.
#include "examples/examples.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_view.h"
#include "pages/norm/norm_view.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_view.h"
#include "support/sanitized.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "support/window_watch.h"
#include "type/fonts.h"
#include "window/appearance.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QApplication>
#include <QtTest>

#include <algorithm>
#include <set>

using namespace headscope;
using namespace headscope::testing;

namespace {

enum class ShownView : std::uint8_t { Heads, Shapes, Layers, Norm };

const char* nameOf(ShownView shown) {
    static constexpr const char* names[] = {"heads", "shapes", "layers", "norm"};
    return names[static_cast<int>(shown)];
}

const std::string* scopeOf(const Scene& scene, ScopeKind kind) {
    const auto& scopes = scene.blocks->scopes;
    const auto found = std::ranges::find(scopes, kind, &TraceScope::kind);
    return found == scopes.end() ? nullptr : &found->path;
}

std::vector<ShownView> viewsOf(const Scene& scene) {
    std::vector<ShownView> views{ShownView::Heads, ShownView::Shapes};
    if (std::ranges::count(scene.blocks->scopes, ScopeKind::Attention, &TraceScope::kind) > 1)
        views.push_back(ShownView::Layers);
    if (scopeOf(scene, ScopeKind::Norm))
        views.push_back(ShownView::Norm);
    return views;
}

bool hasMoreColours(const QImage& picture, std::size_t than) {
    std::set<QRgb> colours;
    for (int y = 0; y < picture.height(); y += 2) {
        for (int x = 0; x < picture.width(); x += 2) {
            colours.insert(picture.pixel(x, y));
            if (colours.size() > than)
                return true;
        }
    }
    return false;
}

} // namespace

class TestWindowMatrix : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void every_picture_is_painted_data();
    void every_picture_is_painted();
    void every_size_on_the_way_is_painted_data();
    void every_size_on_the_way_is_painted();
    void jumps_over_the_folds_settle_data();
    void jumps_over_the_folds_settle();

private:
    void open(const QString& example);
    QWidget* show(ShownView view);
    void resizeTo(const QSize& size);

    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<Complaints> m_complaints;
};

void TestWindowMatrix::initTestCase() {
    dressAsTheProgram();
}

void TestWindowMatrix::init() {
    m_complaints = std::make_unique<Complaints>();
    if (m_window)
        return;
    m_window = shownWindow(findExample("ticket")->make());
}

void TestWindowMatrix::cleanup() {
    const QString said = m_complaints->takeAll();
    m_complaints.reset();
    QVERIFY2(said.isEmpty(), qPrintable(said));
}

void TestWindowMatrix::open(const QString& example) {
    m_window->workspace().document().replace(findExample(example.toStdString())->source());
    m_window->settle();
}

QWidget* TestWindowMatrix::show(ShownView view) {
    Workspace& workspace = m_window->workspace();
    const ScopeKind kind = view == ShownView::Norm ? ScopeKind::Norm : ScopeKind::Attention;
    if (const std::string* scope = scopeOf(workspace.scene(), kind))
        workspace.showScope(std::string(*scope));
    m_window->settle();
    m_window->showPage(view == ShownView::Shapes   ? "shapes"
                       : view == ShownView::Layers ? "layers"
                                                   : "heads");
    if (view == ShownView::Norm)
        workspace.showStage(mainStage(ScopeKind::Norm));
    m_window->settle();
    switch (view) {
    case ShownView::Heads: return &m_window->page<HeadsPage>().heads();
    case ShownView::Shapes: return &m_window->page<ShapesPage>().view();
    case ShownView::Layers: return m_window->findChild<LayersView*>();
    case ShownView::Norm: return m_window->findChild<NormView*>();
    }
    return nullptr;
}

void TestWindowMatrix::resizeTo(const QSize& size) {
    m_window->resize(size);
    m_window->settle();
}

void TestWindowMatrix::every_picture_is_painted_data() {
    QTest::addColumn<QString>("example");
    for (const Example& example : examples())
        QTest::newRow(example.id.data()) << QString::fromUtf8(example.id.data());
}

void TestWindowMatrix::every_picture_is_painted() {
    QFETCH(QString, example);
    open(example);
    // Under a sanitizer only every fifth, another one for every example and view.
    int number = static_cast<int>(qHash(example) % 5);
    int painted = 0;
    for (const Language language : {Language::English, Language::Chinese}) {
        m_window->setLanguage(language);
        for (const ThemeChoice themeChoice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            m_window->findChild<Appearance*>()->setTheme(themeChoice);
            for (const ShownView view : viewsOf(m_window->workspace().scene())) {
                QWidget* widget = nullptr;
                for (const QSize size : {QSize(720, 520), QSize(1024, 768), QSize(1440, 900)}) {
                    if (sanitized && ++number % 5 != 0)
                        continue;
                    if (!widget)
                        widget = show(view);
                    resizeTo(size);
                    const QByteArray where = QStringLiteral("%1 in %2×%3, language %4, theme %5")
                                                 .arg(QLatin1String(nameOf(view)))
                                                 .arg(size.width())
                                                 .arg(size.height())
                                                 .arg(languageCode(language))
                                                 .arg(static_cast<int>(themeChoice))
                                                 .toUtf8();
                    QVERIFY2(widget && widget->isVisible(), where.constData());
                    const QImage picture = m_window->grab().toImage();
                    QCOMPARE(picture.size(), size);
                    const QRect part(widget->mapTo(m_window.get(), QPoint()), widget->size());
                    QVERIFY2(hasMoreColours(picture.copy(part & picture.rect()), 8),
                             where.constData());
                    const QString said = m_complaints->takeAll();
                    QVERIFY2(said.isEmpty(), (where + ": " + said.toUtf8()).constData());
                    ++painted;
                }
            }
        }
    }
    QVERIFY(painted >= (sanitized ? 3 : 24));
}

void TestWindowMatrix::every_size_on_the_way_is_painted_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<ShownView>("view");
    QTest::addColumn<Language>("language");
    const std::vector<std::pair<const char*, ShownView>> rows{
        {"ticket", ShownView::Heads},
        {"ticket", ShownView::Shapes},
        {"paper-size", ShownView::Shapes},
        {"causal-padding", ShownView::Heads},
        {"encoder-decoder", ShownView::Heads},
        {"encoder-decoder", ShownView::Layers},
        {"norms", ShownView::Norm}};
    for (const auto& [example, view] : rows) {
        for (const Language language : {Language::English, Language::Chinese})
            QTest::addRow("%s_%s_%s", example, nameOf(view), qPrintable(languageCode(language)))
                << QString::fromLatin1(example) << view << language;
    }
}

void TestWindowMatrix::every_size_on_the_way_is_painted() {
    QFETCH(QString, example);
    QFETCH(ShownView, view);
    QFETCH(Language, language);
    constexpr QSize smallest(720, 520);
    constexpr QSize largest(2000, 1200);
    m_window->setLanguage(language);
    resizeTo(smallest);
    open(example);
    QVERIFY(show(view)->isVisible());
    const auto step = [&](int width, int height) {
        m_window->resize(width, height);
        QCoreApplication::sendPostedEvents();
        m_window->repaint();
        return m_window->size() == QSize(width, height);
    };
    const int by = sanitized ? 93 : 23; // no divisor of anything that the layouts use
    // Wider, then higher, then both smaller at once: every fold is crossed in both directions.
    for (int width = smallest.width(); width < largest.width(); width += by)
        QVERIFY(step(width, 700));
    for (int height = smallest.height(); height < largest.height(); height += by)
        QVERIFY(step(1200, height));
    for (int part = 40; part >= 0; part -= sanitized ? 5 : 1)
        QVERIFY(step(smallest.width() + part * 32, smallest.height() + part * 17));
}

void TestWindowMatrix::jumps_over_the_folds_settle_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<Language>("language");
    for (const Example& example : examples()) {
        for (const Language language : {Language::English, Language::Chinese})
            QTest::addRow("%s_%s", example.id.data(), qPrintable(languageCode(language)))
                << QString::fromUtf8(example.id.data()) << language;
    }
}

void TestWindowMatrix::jumps_over_the_folds_settle() {
    QFETCH(QString, example);
    QFETCH(Language, language);
    m_window->setLanguage(language);
    open(example);
    show(ShownView::Heads);
    for (const QSize to :
         {QSize(1600, 1000), QSize(1200, 1000), QSize(1600, 820), QSize(1180, 520)}) {
        resizeTo({1000, 700});
        resizeTo(to);
        QCOMPARE(m_window->size(), to);
    }
}

HEADSCOPE_TEST(TestWindowMatrix, QApplication)
#include "test_window_matrix.moc"
