// Generated from the files of the features by scripts/generate.ts. Not to be edited.

/** What the screens need at run time of their features. */
export const featureConstants = {
  importacion: {
    /** Limits of a workbook: bytes compressed and decompressed, and rows of documents. */
    limitesDelLibro: { bytes: 10 * 1024 * 1024, descomprimido: 100 * 1024 * 1024, filas: 20_000 },
  },
} as const;
