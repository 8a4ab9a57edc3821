#pragma once

#include "skerry/app/module.hpp"

namespace skerry::nk {

Module module();

}  // namespace skerry::nk
