#pragma once

namespace skerry {

class Settings;

/// What inference does for a genetic algorithm that searches for the solution of a puzzle. No exact solver
/// does anything for it in any of these.
enum class Assistance {
  none,     ///< genomes keep the rules they are built by, no more is known
  prepare,  ///< inference without guesses leaves some values to each cell before the run
  repair,   ///< and draws conclusions from a child's genes, and exchanges those that contradict each other
};

/// Key of the [problem] table: inference (default repair).
Assistance read_assistance(const Settings& settings);

}  // namespace skerry
