#pragma once

#include "engine/communication/communicator.hpp"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace skerry {

/// Memory of this process, which its threads share.
class ProcessMemory final : public SharedMemory {
 public:
  using Bytes = std::vector<std::byte>;

  explicit ProcessMemory(std::shared_ptr<Bytes> bytes) : bytes_(std::move(bytes)) {}
  std::byte* data() const override { return bytes_->data(); }
  void meet(Communicator& ranks) override { ranks.barrier(); }

 private:
  std::shared_ptr<Bytes> bytes_;
};

}  // namespace skerry
