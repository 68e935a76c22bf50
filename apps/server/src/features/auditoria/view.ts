import type { auditoria } from '@timbre/contract';
import { formatFechaHora, formatTaxId } from '@timbre/values';
import type { Static } from 'typebox';
import { type EventKind, kinds } from '../../events/kinds.ts';
import { csvOf } from './csv.ts';
import type { EntradaRow } from './repo.ts';

/** What entries of people carry beside what they did; `rnc`, in the platform's record: the company that it was done to. */
type Common = { readonly por?: string; readonly ip?: string; readonly rnc?: string };

export function entradaView({ seq, tipo, datos, en }: EntradaRow): Static<typeof auditoria.EntradaAuditoria> {
  const { por, ip, rnc } = datos as Common;
  const said = sentence(tipo as EventKind, datos);
  return {
    seq,
    en: en.toISOString(),
    tipo,
    descripcion: rnc === undefined ? said : `${said} (RNC ${formatTaxId(rnc)})`,
    quien: por ?? 'Timbre',
    ip: ip ?? '',
    datos,
  };
}

/** What an entry says; its kind alone where somebody altered it so that it says nothing. */
function sentence(tipo: EventKind, datos: unknown): string {
  try {
    return kinds[tipo].frase(datos as Readonly<Record<string, unknown>>);
  } catch {
    return tipo;
  }
}

const header = ['Número', 'Fecha', 'Quién', 'IP', 'Qué', 'Tipo'];

/** Entries as CSV; dates by the clock of Santo Domingo. */
export const entradasCsv = (rows: readonly EntradaRow[]): string =>
  csvOf([
    header,
    ...rows.map((row) => {
      const { seq, tipo, descripcion, quien, ip } = entradaView(row);
      const fecha = formatFechaHora(row.en.getTime()).replaceAll('-', '/');
      return [String(seq), fecha, quien, ip, descripcion, tipo];
    }),
  ]);
