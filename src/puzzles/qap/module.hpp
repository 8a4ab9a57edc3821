#pragma once

#include "skerry/app/module.hpp"

namespace skerry::qap {

Module module();

}  // namespace skerry::qap
