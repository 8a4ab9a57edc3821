#pragma once

#include "skerry/error.hpp"

#include <string>
#include <utility>

namespace skerry::party {

/// A rule that no party of the pool can meet, whatever the others ask.
class ImpossibleRule : public DataError {
 public:
  /// `rule` is the text of the rule, `message` a sentence for the user that has the place, too.
  ImpossibleRule(std::string rule, const std::string& message) : DataError(message), rule_(std::move(rule)) {}
  const std::string& rule() const noexcept { return rule_; }

 private:
  std::string rule_;
};

}  // namespace skerry::party
