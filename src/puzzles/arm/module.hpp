#pragma once

#include "skerry/app/module.hpp"

namespace skerry::arm {

Module module();

}  // namespace skerry::arm
