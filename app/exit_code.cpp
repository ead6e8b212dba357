// SPDX-License-Identifier: GPL-3.0-or-later
#include "exit_code.h"
