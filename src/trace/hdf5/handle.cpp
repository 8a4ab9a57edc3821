#include "trace/hdf5/handle.hpp"

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace {

/// A walk upward begins with the innermost entry, which often quotes the operating system.
herr_t keep_innermost(unsigned depth, const H5E_error2_t* entry, void* reason) {
  if (depth == 0 && entry->desc != nullptr) *static_cast<std::string*>(reason) = entry->desc;
  return 0;
}

std::string innermost_reason() {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &reason);
  constexpr std::string_view quote = "error message = '";
  const auto start = reason.find(quote);
  if (start == std::string::npos) return reason;
  const auto first = start + quote.size();
  return reason.substr(first, reason.find('\'', first) - first);
}

}  // namespace

hid_t checked(hid_t result, std::string_view doing) {
  if (result >= 0) return result;
  const std::string reason = innermost_reason();
  throw Failure(reason.empty() ? std::string(doing) : fmt::format("{}: {}", doing, reason));
}

void quiet_errors() {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

}  // namespace skerry::hdf5
