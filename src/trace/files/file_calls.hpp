#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

namespace skerry {

/// Makes a call of the system again as long as a signal interrupts it. It returns -1 where it fails.
template <typename Call>
auto uninterrupted(Call call) {
  for (;;) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
  }
}

// The functions below that return a number return 0, or the error as errno has it.

/// Closes it at the end; -1: there is none.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    number_ = std::exchange(other.number_, -1);
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  int close();

 private:
  int number_;
};

/// `options` as for open(2); a new file can be read and written by all whom the process allows it. Where that
/// fails, it is not open, and errno says why.
Descriptor open_file(const std::filesystem::path& file, int options);

int rename_file(const std::filesystem::path& from, const std::filesystem::path& to);

int allocate(const Descriptor& file, std::uint64_t size_bytes);

/// Brings a file or the names in a folder to the disk; some file systems need not, and cannot, do the latter.
int synchronise(const std::filesystem::path& what);

enum class Synchronised { no, yes };
/// Makes the file if it is missing. Bytes outside stay.
int write_at(const std::filesystem::path& file, std::uint64_t offset_bytes, std::span<const std::byte> bytes,
             Synchronised synchronised);

[[noreturn]] void refuse_write(const std::filesystem::path& file, int error);

std::filesystem::path folder_of(const std::filesystem::path& file);

/// Returns the name that a file has until it is whole: its own and ".part".
std::filesystem::path part_of(const std::filesystem::path& file);

}  // namespace skerry
