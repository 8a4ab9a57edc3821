#pragma once

#include "skerry/app/module.hpp"

namespace skerry::real_function {

Module module();

}  // namespace skerry::real_function
