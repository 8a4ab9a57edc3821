#pragma once

#include <cstddef>

namespace skerry::test {

/// Returns the number of times that this program has called operator new.
std::size_t allocations();

}  // namespace skerry::test
