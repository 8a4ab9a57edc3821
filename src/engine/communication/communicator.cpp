#include "engine/communication/communicator.hpp"

#include <numeric>

namespace skerry {

void Communicator::broadcast(std::string& text, std::size_t root) {
  std::uint64_t size = text.size();
  broadcast(size, root);
  text.resize(size);
  broadcast_bytes(std::as_writable_bytes(std::span(text)), root);
}

void Communicator::broadcast(std::vector<std::byte>& bytes, std::size_t root) {
  std::uint64_t size = bytes.size();
  broadcast(size, root);
  bytes.resize(size);
  broadcast_bytes(bytes, root);
}

std::vector<std::vector<std::byte>> Communicator::gather_buffers(std::span<const std::byte> mine,
                                                                 std::size_t root) {
  std::vector<std::size_t> sizes(size_);
  allgather(mine.size(), std::span(sizes));
  std::vector<std::byte> all(rank_ == root ? std::reduce(sizes.begin(), sizes.end()) : 0);
  gather_records(mine.data(), sizes, all.data(), 1, root);
  if (rank_ != root) return {};
  std::vector<std::vector<std::byte>> buffers;
  auto next = all.begin();
  for (const std::size_t size : sizes) {
    const auto end = next + static_cast<std::ptrdiff_t>(size);
    buffers.emplace_back(next, end);
    next = end;
  }
  return buffers;
}

}  // namespace skerry
