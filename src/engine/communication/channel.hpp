#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace skerry {

/// A message as it arrives.
struct Letter {
  std::size_t from = 0;
  std::string content;
};

/// Messages between the ranks of a communicator (Communicator::open_channel()), sent and received without
/// waiting. Those of one rank to another arrive in their order. Failures throw Error.
class Channel {
 public:
  virtual ~Channel() = default;

  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;
  /// Sends a message, to the own rank as well.
  virtual void send(std::size_t to, std::string content) = 0;
  /// Returns a message that has arrived; none if there is none.
  virtual std::optional<Letter> receive() = 0;
  /// Returns when all ranks have called it and all that was sent before has arrived. `take` gets what arrives
  /// meanwhile, and that may include what other ranks have sent after their own call. Collective.
  virtual void settle(const std::function<void(Letter)>& take) = 0;
};

}  // namespace skerry
