import type { ErrorDeDocumento, empresa } from '@timbre/contract';
import { type DatoDeEmpresa, datoDeEmpresa } from '@timbre/contract/tables';

type DatosEmpresa = empresa.DatosEmpresa;

/** A company's data, as the values of its form. */
export interface DatosForm {
  readonly direccion: string;
  readonly provincia: string;
  readonly municipio: string;
  readonly nombreComercial: string;
  readonly telefonos: readonly string[];
  readonly correo: string;
  readonly sitioWeb: string;
  readonly actividadEconomica: string;
  readonly sucursales: readonly string[];
  /** '' if not stated. */
  readonly agenteRetencion: '' | 'si' | 'no';
  readonly retencionDeLey: boolean;
  /** yyyy-MM-dd; '' for none. */
  readonly emisorDesde: string;
  readonly envioDiferido: boolean;
}

/** The form of the stored data. */
export const formOfDatos = (datos: DatosEmpresa): DatosForm => ({
  direccion: datos.direccion ?? '',
  provincia: datos.provincia ?? '',
  municipio: datos.municipio ?? '',
  nombreComercial: datos.nombreComercial ?? '',
  telefonos: datos.telefonos ?? [],
  correo: datos.correo ?? '',
  sitioWeb: datos.sitioWeb ?? '',
  actividadEconomica: datos.actividadEconomica ?? '',
  sucursales: datos.sucursales ?? [],
  agenteRetencion: datos.agenteRetencion === undefined ? '' : datos.agenteRetencion ? 'si' : 'no',
  retencionDeLey: datos.retencionDeLey ?? false,
  emisorDesde: datos.emisorDesde ?? '',
  envioDiferido: datos.envioDiferido ?? false,
});

/** The data of a form. Empty fields are left out. */
export function datosOfForm(form: DatosForm): DatosEmpresa {
  const { agenteRetencion, telefonos, ...rest } = form;
  // The form may be submitted while the field of a telephone still has the focus.
  const stated = Object.entries({ ...rest, telefonos: telefonos.map(telefonoOf) }).flatMap(([dato, value]) => {
    const filled = typeof value === 'object' ? value.filter((one) => one.trim() !== '') : value;
    return isEmpty(filled) ? [] : [[dato, filled]];
  });
  return {
    ...Object.fromEntries(stated),
    ...(agenteRetencion === '' ? {} : { agenteRetencion: agenteRetencion === 'si' }),
  };
}

const isEmpty = (value: string | boolean | readonly string[]): boolean =>
  typeof value === 'string' ? value.trim() === '' : typeof value === 'boolean' ? !value : value.length === 0;

/** Whether a form differs from the stored data. */
export const isChanged = (form: DatosForm, datos: DatosEmpresa): boolean =>
  JSON.stringify(datosOfForm(form)) !== JSON.stringify(datosOfForm(formOfDatos(datos)));

/** Returns the error of a field from the server's refusal of the form; undefined for none. */
export type FaultOf = (dato: DatoDeEmpresa, index?: number) => string | undefined;

/** Finds the error of each field. @param errores errors of the refusal, with the field names of the call */
export const faultFinder =
  (errores: readonly ErrorDeDocumento[]): FaultOf =>
  (dato, index) => {
    const campos = index === undefined ? [dato] : [`${dato}.${index}`, ...(index === 0 ? [dato] : [])];
    const error = errores.find(({ campo }) => campo !== undefined && campos.includes(campo));
    return error?.mensaje.replace(`${datoDeEmpresa[dato]}: `, '');
  };

/** Converts a text of ten digits to a telephone in the format of an e-CF, `809-555-0100`. Other texts are unchanged. */
export function telefonoOf(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return /^\d{10}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : typed;
}
