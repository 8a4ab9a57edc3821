#pragma once

#include <cstddef>

namespace skerry::test {

/// How often this program has called operator new.
std::size_t allocations();

}  // namespace skerry::test
