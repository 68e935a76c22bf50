import type { TipoECF } from '@timbre/values';

/** The buyer of a receipt: its RNC or cédula, or the identifier of a foreigner. */
export interface Buyer {
  readonly rnc: string;
  readonly razonSocial: string;
  /** Whether it is the identifier of a foreigner; where it is left out, the type decides. */
  readonly extranjero?: boolean;
}

// Invented. The RNC are of a series that has not been assigned, the cédula of a municipality that does not exist.
const empresa = { rnc: '199000064', razonSocial: 'Comercial Prueba del Este SRL' };
const otraEmpresa = { rnc: '199000072', razonSocial: 'Distribuidora Prueba del Sur SRL' };
const persona = { rnc: '99900000011', razonSocial: 'María Prueba Ejemplo' };
const municipio = { rnc: '199000082', razonSocial: 'Ayuntamiento Municipal de Prueba' };
const importador = { rnc: 'EX-2040', razonSocial: 'Sample Imports Inc' };
const proveedor = { rnc: 'EX-3115', razonSocial: 'Sample Services LLC' };

/** @source specification 001 §9: a municipality for 45, an individual for 32 and 41, otherwise a company */
const ofType: Readonly<Partial<Record<TipoECF, Buyer | null>>> = {
  32: persona,
  41: persona,
  43: null,
  45: municipio,
  46: importador,
  47: proveedor,
};

/** Types whose buyer is a foreigner: its identifier is no RNC. */
export const abroad: ReadonlySet<TipoECF> = new Set(['46', '47']);

/** The preset buyer of a type: never the issuer; null where the type has none. */
export function presetBuyer(tipo: TipoECF, rncEmisor: string): Buyer | null {
  const preset = ofType[tipo];
  if (preset !== undefined) return preset;
  return rncEmisor === empresa.rnc ? otraEmpresa : empresa;
}
