import { type DatoDeEmpresa, datoDeEmpresa, type empresa } from '@timbre/contract';
import { faultsOfIssuerData } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';

type DatosEmpresa = empresa.DatosEmpresa;

/**
 * Normalises the data of a company for storage: without surrounding white space and without empty lists.
 *
 * @param at the request field that contains them; empty if they are the request body
 * @throws Problem `empresa/invalida` with each fault, at its field
 */
export function readDatos(input: DatosEmpresa, at = ''): DatosEmpresa {
  const datos = Object.fromEntries(
    Object.entries(input).flatMap(([dato, value]) => {
      const normalised = Array.isArray(value) ? value.map(trimmed) : trimmed(value);
      return Array.isArray(normalised) && normalised.length === 0 ? [] : [[dato, normalised]];
    }),
  ) as DatosEmpresa;
  const errores = faultsOfIssuerData(datos).map(({ fact, index, code, message }) => ({
    codigo: code,
    campo: [at, fact, index].filter((part) => part !== undefined && part !== '').join('.'),
    mensaje: `${datoDeEmpresa[fact]}: ${message}`,
  }));
  if (errores.length > 0) refuse('empresa/invalida', errores[0]?.mensaje, errores);
  return datos;
}

const trimmed = <T>(value: T): T | string => (typeof value === 'string' ? value.trim() : value);

/** The fields that differ between two versions of the data, in the order of the form. */
export const changedDatos = (before: DatosEmpresa, after: DatosEmpresa): DatoDeEmpresa[] =>
  (Object.keys(datoDeEmpresa) as DatoDeEmpresa[]).filter(
    (dato) => JSON.stringify(before[dato]) !== JSON.stringify(after[dato]),
  );
