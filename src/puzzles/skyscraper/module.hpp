#pragma once

#include "skerry/app/module.hpp"

namespace skerry::skyscraper {

Module module();

}  // namespace skerry::skyscraper
