#pragma once

#include "skerry/app/module.hpp"

namespace skerry::onemax {

Module module();

}  // namespace skerry::onemax
