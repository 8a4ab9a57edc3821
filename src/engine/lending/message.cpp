#include "engine/lending/message.hpp"

#include <cstring>
#include <tuple>

namespace skerry {
namespace {

template <typename Message>
auto fields_of(Message& message) {
  return std::tie(message.kind, message.epoch, message.number, message.amount, message.ahead, message.place,
                  message.started_s, message.duration_s);
}

}  // namespace

std::string packed(const LendingMessage& message) {
  std::string bytes;
  const auto append = [&bytes](const auto& field) {
    bytes.append(reinterpret_cast<const char*>(&field), sizeof(field));
  };
  std::apply([&](const auto&... field) { (append(field), ...); }, fields_of(message));
  return bytes + message.content;
}

LendingMessage unpacked(const std::string& bytes) {
  LendingMessage message;
  std::size_t at = 0;
  const auto take = [&](auto& field) {
    std::memcpy(&field, bytes.data() + at, sizeof(field));
    at += sizeof(field);
  };
  std::apply([&](auto&... field) { (take(field), ...); }, fields_of(message));
  message.content = bytes.substr(at);
  return message;
}

}  // namespace skerry
