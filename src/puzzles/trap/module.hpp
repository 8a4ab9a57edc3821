#pragma once

#include "skerry/app/module.hpp"

namespace skerry::trap {

Module module();

}  // namespace skerry::trap
