#include "unit/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> count = 0;
}

std::size_t skerry::test::allocations() {
  return count;
}

void* operator new(std::size_t size_bytes) {
  ++count;
  if (void* memory = std::malloc(size_bytes)) return memory;
  throw std::bad_alloc();
}
// std::stable_sort requests its buffer by this operator.
void* operator new(std::size_t size_bytes, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(size_bytes);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
