import type { auditoria } from '@timbre/contract';
import { formatFechaHora, formatTaxId } from '@timbre/values';
import { csvOf } from '@timbre/workbook';
import type { Static } from 'typebox';
import type { EntradaRow } from '../../platform/events/entries-repo.ts';
import { type EventKind, kinds } from '../../platform/events/kinds.ts';

/** Common data of entries about acts of people; `rnc`, in the platform's record, is of the company concerned. */
type Common = { readonly por?: string; readonly ip?: string; readonly rnc?: string };

export function entradaView({ seq, numero, tipo, datos, en }: EntradaRow): Static<typeof auditoria.EntradaAuditoria> {
  const { por, ip, rnc } = datos as Common;
  const text = sentence(tipo as EventKind, datos);
  return {
    seq,
    numero,
    en: en.toISOString(),
    tipo,
    descripcion: rnc === undefined ? text : `${text} (RNC ${formatTaxId(rnc)})`,
    quien: por ?? 'Timbre',
    ip: ip ?? '',
    datos: datos as Readonly<Record<string, unknown>>,
  };
}

/** An entry as a sentence; only its kind if its data were altered so that no sentence can be made. */
function sentence(tipo: EventKind, datos: unknown): string {
  try {
    return kinds[tipo].frase(datos as Readonly<Record<string, unknown>>);
  } catch {
    return tipo;
  }
}

const header = ['Número', 'Fecha', 'Quién', 'IP', 'Qué', 'Tipo'];

/** Entries as CSV; times of Santo Domingo. */
export const entradasCsv = (rows: readonly EntradaRow[]): string =>
  csvOf([
    header,
    ...rows.map((row) => {
      const { numero, tipo, descripcion, quien, ip } = entradaView(row);
      const fecha = formatFechaHora(row.en.getTime()).replaceAll('-', '/');
      return [String(numero), fecha, quien, ip, descripcion, tipo];
    }),
  ]);
