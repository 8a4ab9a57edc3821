#pragma once

#include "skerry/app/module.hpp"

namespace skerry::external {

Module module();

}  // namespace skerry::external
