#pragma once

#include "engine/communication/communicator.hpp"
#include "support/testing.hpp"
#include "unit/temporary_folder.hpp"

namespace skerry {

/// A new folder that the first rank makes, whose name all ranks know, and which goes once all have come to
/// its end.
class SharedFolder {
 public:
  explicit SharedFolder(Communicator& world) : world_(world) {
    std::string name;
    if (world.rank() == 0) name = made_.emplace().path().string();
    world.broadcast(name);
    path_ = name;
  }
  SharedFolder(const SharedFolder&) = delete;
  SharedFolder& operator=(const SharedFolder&) = delete;
  ~SharedFolder() { world_.barrier(); }

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  Communicator& world_;
  std::optional<test::TemporaryFolder> made_;
  std::filesystem::path path_;
};

}  // namespace skerry
