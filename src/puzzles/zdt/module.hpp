#pragma once

#include "skerry/app/module.hpp"

namespace skerry::zdt {

Module module();

}  // namespace skerry::zdt
