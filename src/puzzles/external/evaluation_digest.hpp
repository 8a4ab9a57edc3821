#pragma once

#include <string>
#include <vector>

namespace skerry {
class Settings;
}

namespace skerry::external {

struct Declaration;

/// Returns a digest of all that decides the score of a genome: command, direction, declared parts, the way in
/// which programs get and give numbers, and the digests of the files that are inputs.
std::string evaluation_digest(const Settings& problem, const Declaration& declaration,
                              const std::vector<std::string>& inputs);

}  // namespace skerry::external
