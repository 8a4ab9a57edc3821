#pragma once

namespace skerry {

class Settings;

/// The use of inference in a genetic algorithm that searches for the solution of a puzzle. An exact solver
/// takes part in none of them.
enum class Assistance {
  none,     ///< genomes keep the rules by which they are built, and nothing more is known
  prepare,  ///< before the run, inference without guesses reduces the candidates of each cell
  repair,  ///< besides, inference draws conclusions from a child's genes, and exchanges genes that contradict
           ///< each other
};

/// Key of the [problem] table: inference (default repair).
Assistance read_assistance(const Settings& settings);

}  // namespace skerry
