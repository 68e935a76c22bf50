// Generated from the files of the features by scripts/generate.ts. Not to be edited.

/** What the screens need at run time of their features. */
export const featureConstants = {
  aprobacionComercial: {
    /** Limits of a workbook of commercial approvals: bytes compressed and decompressed, and rows. */
    limitesDeAprobaciones: { bytes: 2 * 1024 * 1024, descomprimido: 20 * 1024 * 1024, filas: 2_000 },
  },
  borradores: {
    /** Drafts that a company keeps, and bytes of one. */
    limitesDeBorradores: { cantidad: 200, bytes: 512 * 1024 },
  },
  contribuyentes: {
    /** Most bytes of an upload. The DGII's package has about a third of it. */
    maximoDelArchivo: 64 * 1024 * 1024,
  },
  facturas: {
    /** Most saved views of a person in a company. */
    mostVistas: 20,
  },
  importacion: {
    /** Limits of a workbook: bytes compressed and decompressed, and rows of documents. */
    limitesDelLibro: { bytes: 10 * 1024 * 1024, descomprimido: 100 * 1024 * 1024, filas: 20_000 },
  },
} as const;
