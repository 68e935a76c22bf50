/**
 * Prefix of the seed values of the built-in DGII. A signature on such a seed grants no access at the real DGII, so a
 * program may request one.
 */
export const simulatedSeed = 'SIMULADA-';
