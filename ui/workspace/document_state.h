// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/kept_experiment.h"
#include "run/prepared_view.h"
#include "workspace/file_stamp.h"

#include <QString>

#include <memory>
#include <vector>

namespace headscope {

using ExperimentPointer = std::shared_ptr<const Experiment>;

/// Which document an experiment belongs to: a file, or one that has no name yet.
/// Steps of one document share it.
struct DocumentPlace {
    QString path; ///< empty: it has no file
    FileStamp stamp;
    std::uint64_t savedState = 0; ///< the number of the state that the file holds; 0: none
    bool abandoned = false;       ///< the person said that what is not saved may be lost
};

/// One state of the document, as steps of the history share it.
struct DocumentState {
    std::uint64_t number;
    KeptExperiment experiment;
    std::shared_ptr<DocumentPlace> place;
    std::vector<HeldNumber> held; ///< of the experiment, however small that is kept
    std::shared_ptr<const PreparedViews> views;
    std::uint64_t computed; ///< the state whose experiment it has: a change of the views keeps it

    bool isSaved() const { return place->savedState == number; }
};
using StatePointer = std::shared_ptr<DocumentState>;

} // namespace headscope
