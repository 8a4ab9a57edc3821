#pragma once

#include "skerry/app/module.hpp"

namespace skerry::dtlz {

Module module();

}  // namespace skerry::dtlz
