import { type plantillas, tiposDeMedio } from '@timbre/contract';
import { completeDraft, type ECF, numbered, writeDocument } from '@timbre/ecf';
import { addDays, formatENCF, formatFecha, formatFechaHora, type TipoECF } from '@timbre/values';
import { writeLibro } from '../../domain/comprobantes/workbooks/muestra.ts';
import { draftsOf } from './drafts.ts';

/** An invented company, which issues every sample. */
const emisor = {
  rnc: '199000005',
  razonSocial: 'Ferretería de Ejemplo, SRL',
  datos: { direccion: 'Calle Primera 1, Santo Domingo' },
};

/** Validity of a sample's range, in days. */
const daysOfRange = 365;

/** The first number of a type: the notes modify the invoice that has it. */
const first = 1;

/** A sample, complete: as it would be signed. */
export function sampleOf(tipo: TipoECF, now: number): ECF {
  const fecha = formatFecha(now);
  const whole = completeDraft(draftsOf(fecha)[tipo], emisor, now);
  return numbered(whole, formatENCF(tipo, first), addDays(fecha, daysOfRange), formatFechaHora(now));
}

const types = {
  xml: `${tiposDeMedio.xml}; charset=utf-8`,
  json: `${tiposDeMedio.json}; charset=utf-8`,
  xlsx: tiposDeMedio.xlsx,
} as const satisfies Record<plantillas.FormatoDePlantilla, string>;

/** The file of a sample. */
export async function templateOf(tipo: TipoECF, formato: plantillas.FormatoDePlantilla, now: number) {
  return { bytes: await bytesOf(tipo, formato, now), contentType: types[formato], fileName: `ecf-${tipo}.${formato}` };
}

async function bytesOf(tipo: TipoECF, formato: plantillas.FormatoDePlantilla, now: number): Promise<Buffer> {
  if (formato === 'xml') return Buffer.from(writeDocument('ECF', sampleOf(tipo, now)));
  if (formato === 'json') return Buffer.from(`${JSON.stringify(draftsOf(formatFecha(now))[tipo], null, 2)}\n`);
  return writeLibro([sampleOf(tipo, now)], now);
}
