// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one way to include QCustomPlot, whose header is written with Qt's keywords
// while our code does without them (QT_NO_KEYWORDS).
#include <QtGlobal>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef foreach
#undef emit
#undef slots
#undef signals
