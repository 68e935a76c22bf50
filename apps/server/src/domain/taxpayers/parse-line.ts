import { formatISODate, parseFecha, parseRNC, type RNC } from '@timbre/values';

/** A taxpayer of the register, in the DGII's wording. */
export interface Contribuyente {
  readonly rnc: RNC;
  readonly nombre: string;
  readonly nombreComercial: string;
  readonly actividad: string;
  /** yyyy-MM-dd; empty where the register has no date. */
  readonly inicio: string;
  readonly estado: string;
  readonly regimen: string;
}

const fields = 11;

/**
 * Reads a line of DGII_RNC.TXT: eleven fields between bars, of which the fifth to the eighth are blank.
 *
 * @param line without its end
 * @returns the taxpayer, or in Spanish why the line is refused. The check digit is not verified: some numbers in use fail it
 * @source DGII, DGII_RNC.zip, TMP/DGII_RNC.TXT
 */
export function parseLine(line: string): Contribuyente | string {
  if (controls.test(line)) return 'tiene caracteres de control';
  const columns = line.split('|');
  if (columns.length !== fields) return `tiene ${columns.length} campos, no ${fields}`;
  const [
    number = '',
    nombre = '',
    nombreComercial = '',
    actividad = '',
    ,
    ,
    ,
    ,
    inicio = '',
    estado = '',
    regimen = '',
  ] = columns.map(clean);
  const rnc = /^\d+$/.test(number) ? parseRNC(number) : undefined;
  if (rnc === undefined) return 'el número no tiene 9 ni 11 dígitos';
  if (nombre === '') return 'no tiene nombre';
  return { rnc, nombre, nombreComercial, actividad, inicio: isoOf(inicio), estado: estado.toUpperCase(), regimen };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for
const controls = /[\0-\x08\x0a-\x1f\x7f-\x9f]/;

const clean = (field: string): string => field.trim().replace(/\s{2,}/g, ' ');

/** 00/00/0000, which some taxpayers have in the register, is not a date. */
function isoOf(text: string): string {
  const fecha = parseFecha(text.replaceAll('/', '-'));
  return fecha === undefined ? '' : formatISODate(fecha);
}
