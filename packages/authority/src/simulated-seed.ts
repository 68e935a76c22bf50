/**
 * How the value of a seed of the built-in DGII begins. A signature on such a seed opens nothing at the real DGII, so a program may
 * have it made.
 */
export const simulatedSeed = 'SIMULADA-';
