#pragma once

#include "skerry/app/module.hpp"

namespace skerry::party {

Module module();

}  // namespace skerry::party
