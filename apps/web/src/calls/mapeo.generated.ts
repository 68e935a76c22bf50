// Generated from packages/contract/src/mapeo.ts by scripts/generate.ts. Not to be edited.
import type { mapeo } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const guardarCatalogoDeCuentas = 'POST /api/catalogo-cuentas/:rnc' as Address<
  typeof mapeo.guardarCatalogoDeCuentas
>;
export const guardarColumnasExcel = 'POST /api/columnas-excel/:rnc' as Address<typeof mapeo.guardarColumnasExcel>;
export const guardarMapeoDeCuentas = 'POST /api/cuentas-mapping/:rnc' as Address<typeof mapeo.guardarMapeoDeCuentas>;
export const guardarMapeoDinamico = 'POST /api/mapeo-dinamico/:rnc' as Address<typeof mapeo.guardarMapeoDinamico>;
export const guardarMapeoDinamicoCompleto = 'POST /api/mapeo-dinamico/guardar' as Address<
  typeof mapeo.guardarMapeoDinamicoCompleto
>;
export const guardarTiposDeBienes = 'POST /api/mapeo/tipos-bienes-servicios/guardar/:rnc' as Address<
  typeof mapeo.guardarTiposDeBienes
>;
export const guardarTiposDeIngresos = 'POST /api/mapeo/tipos-ingresos/guardar/:rnc' as Address<
  typeof mapeo.guardarTiposDeIngresos
>;
export const leerArchivoDeMapeo = 'POST /api/cuentas-mapping/:rnc/archivo' as Address<typeof mapeo.leerArchivoDeMapeo>;
export const leerLibroDeCuentas = 'POST /api/catalogo-cuentas/:rnc/libro' as Address<typeof mapeo.leerLibroDeCuentas>;
export const verCatalogoDeCuentas = 'GET /api/catalogo-cuentas/:rnc' as Address<typeof mapeo.verCatalogoDeCuentas>;
export const verColumnasExcel = 'GET /api/columnas-excel/:rnc' as Address<typeof mapeo.verColumnasExcel>;
export const verMapeoDeCuentas = 'GET /api/cuentas-mapping/:rnc' as Address<typeof mapeo.verMapeoDeCuentas>;
export const verMapeoDinamico = 'GET /api/mapeo-dinamico/:rnc' as Address<typeof mapeo.verMapeoDinamico>;
export const verTiposDeBienes = 'GET /api/mapeo/tipos-bienes-servicios/obtener/:rnc' as Address<
  typeof mapeo.verTiposDeBienes
>;
export const verTiposDeIngresos = 'GET /api/mapeo/tipos-ingresos/obtener/:rnc' as Address<
  typeof mapeo.verTiposDeIngresos
>;
