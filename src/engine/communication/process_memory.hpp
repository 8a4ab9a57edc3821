#pragma once

#include "engine/communication/communicator.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace skerry {

/// Memory of this process, which its threads share.
class ProcessMemory final : public SharedMemory {
 public:
  struct Block {
    explicit Block(std::size_t size_bytes) : bytes(size_bytes) {}

    std::vector<std::byte> bytes;
    std::atomic<std::size_t> arrivals = 0;
  };

  explicit ProcessMemory(std::shared_ptr<Block> block) : block_(std::move(block)) {}
  std::byte* data() const override { return block_->bytes.data(); }
  void meet(Communicator& ranks, const std::function<void()>& work_of_last) override {
    if (++block_->arrivals % ranks.size() == 0) work_of_last();
    ranks.barrier();
  }

 private:
  std::shared_ptr<Block> block_;
};

}  // namespace skerry
