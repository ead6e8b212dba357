// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/job_progress.h"
#include "jobs/latest_runner.h"
#include "pages/lens/lens_words.h"
#include "pages/page.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace headscope {

struct CellPlace;
class ClickList;
class ModelGridView;
class SegmentedControl;

/// Which parts of a trained model did it: their shares of a token's logit, or what switching each
/// head off does to its probability; as a table and as a list from the largest on.
class PartsPage : public Page {
    Q_OBJECT

public:
    explicit PartsPage(QWidget* parent);

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    Status available(const Scene& scene) const override;
    QWidget& view() override;
    QWidget& keyboard() override;
    bool handleKey(const QKeyEvent& event) override;
    PageFigures figures() override;
    void finish() override;
    void retranslated() override;

    ModelGridView& grid() { return *m_grid; }
    ClickList& list() { return *m_list; }
    QComboBox& token() { return *m_token; }
    SegmentedControl& by() { return *m_by; }

protected:
    void show(const Scene& scene) override;

private:
    struct Asked {
        std::shared_ptr<const Run> run;
        LogitQuestion question;
        bool tries = false; ///< each head; else the shares
        quint64 task = 0;
        bool isOf(const std::shared_ptr<const Run>& other, const LogitQuestion& asked) const {
            return run == other && question == asked;
        }
    };
    struct Outcome {
        Asked asked;
        std::optional<HeadContributions> shares;
        std::optional<HeadEffects> effects;
        std::optional<Error> error;
    };
    static Outcome answer(const Asked& asked, const CancellationToken& token,
                          JobProgress& progress);

    void build();
    void setWords();
    void ask(bool tries);
    void take(Outcome&& outcome);
    void draw();
    /// As the page shows it: with the run whose parts are there.
    Scene partsScene() const;
    void fillList();
    void fillTokens();
    void showButtons();
    void goTo(const HeadPlace& head);
    std::optional<HeadPlace> headAt(const CellPlace& cell) const;
    /// Whether there are shares at all: a norm behind each sum lets none through.
    bool hasShares() const;

    QWidget* m_page;
    ModelGridView* m_grid;
    QWidget* m_side;
    QLabel* m_listTitle;
    ClickList* m_list;
    QLabel* m_state;
    QProgressBar* m_bar;
    QPushButton* m_try;
    QLabel* m_tokenLabel;
    QComboBox* m_token;
    SegmentedControl* m_by;
    PartsBy m_shown = PartsBy::Share;
    HeadParts m_parts;
    std::shared_ptr<const Run> m_of; ///< whose parts these are
    std::vector<RatedHead> m_rated;
    quint64 m_task = 0; ///< of the running try; 0: none runs
    quint64 m_lastTask = 0;
    JobProgress m_progress;
    // Last: what it delivers changes the above.
    LatestRunner<Asked, Outcome> m_runner;
};

} // namespace headscope
