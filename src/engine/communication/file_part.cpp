#include "engine/communication/file_part.hpp"

#include "skerry/error.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace skerry {

void write_part(const std::filesystem::path& path, std::uint64_t offset_bytes,
                std::span<const std::byte> bytes, bool synchronise) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  int failed = descriptor < 0 ? errno : 0;
  while (failed == 0 && !bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset_bytes));
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
      offset_bytes += static_cast<std::uint64_t>(written);
    } else if (errno != EINTR) {
      failed = errno;
    }
  }
  if (failed == 0 && synchronise && ::fsync(descriptor) != 0) failed = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (failed != 0) throw Error(ExitStatus::failed, std::generic_category().message(failed));
}

}  // namespace skerry
