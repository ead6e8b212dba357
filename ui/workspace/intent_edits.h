// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/intent.h"
#include "workspace/document.h"

#include <QCoreApplication>

#include <functional>

namespace headscope {

/// What pages and menus want of the document becomes steps to undo. Where it cannot become that, an
/// Error is given back and the document stays.
class IntentEdits {
    Q_DECLARE_TR_FUNCTIONS(IntentEdits)

public:
    explicit IntentEdits(Document& document)
        : m_document(document) {}

    /// `selection`: what is looked at, where the edit does not say it.
    Status carryOut(const want::Edit& wanted, const Selection& selection);

private:
    const Experiment& experiment() const { return *m_document.experiment(); }
    Status change(const want::Edit& edited, const Selection& selection);
    /// A step to undo, unless `next` is an Error, which is given back.
    Status edit(const QString& text, Result<Experiment> next, const QString& mergeKey = {});
    Status resize(const want::Sizes& wanted, const Selection& selection);
    /// Another choice of heads, of a trained model.
    Status switchHeads(const QString& text, const std::function<HeadsOff(HeadsOff)>& change);
    /// Whether there is an experiment; an Error says what there is instead.
    Status mayCompute() const;

    Document& m_document;
    LayoutSizes m_resized; ///< of what was there before the sizes were changed, field by field
};

} // namespace headscope
