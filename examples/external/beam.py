"""A worker for several objectives, or for a map: cantilever beams of round steel that carry 1 kN at their free end (Deb, "Multi-objective
optimization using evolutionary algorithms", 2001). The run takes of an answer what its configuration declares."""
import math

from skerry.worker import serve

LOAD_N = 1000
DENSITY_KG_MM3 = 7.8e-6
ELASTICITY_MPA = 207_000
MOST_STRESS_MPA = 300
MOST_DEFLECTION_MM = 5


def beam(section):
    diameter, length = section  # mm
    weight = DENSITY_KG_MM3 * math.pi * diameter ** 2 / 4 * length
    deflection = 64 * LOAD_N * length ** 3 / (3 * ELASTICITY_MPA * math.pi * diameter ** 4)
    stress = 32 * LOAD_N * length / (math.pi * diameter ** 3)
    excess = max(stress / MOST_STRESS_MPA - 1, 0) + max(deflection / MOST_DEFLECTION_MM - 1, 0)
    return {"fitness": weight, "violation": excess, "objectives": [weight, deflection], "features": [length, deflection]}


serve(beam)
