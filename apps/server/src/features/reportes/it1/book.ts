import type { reportes } from '@timbre/contract';
import type { SheetColumn } from '@timbre/workbook';
import { writeXlsx } from '@timbre/workbook';

/** The boxes of a saved IT-1 and of its annex as a workbook. @param at timestamp of the parts of the file */
export const writeIT1Workbook = (resumen: reportes.ResumenIT1, at: number): AsyncGenerator<Buffer> =>
  writeXlsx('IT-1', boxColumns, boxesOf(resumen), at);

/** A box, and the name of its form. */
interface BoxRow {
  readonly formulario: string;
  readonly casilla: reportes.ResumenIT1['formulario'][number];
}

async function* boxesOf({ anexoA, formulario }: reportes.ResumenIT1): AsyncGenerator<readonly BoxRow[]> {
  yield formulario.map((casilla) => ({ formulario: 'IT-1', casilla }));
  yield anexoA.map((casilla) => ({ formulario: 'Anexo A', casilla }));
}

const boxColumns: readonly SheetColumn<BoxRow>[] = [
  { header: 'Formulario', kind: 'texto', width: 12, of: ({ formulario }) => formulario },
  { header: 'Casilla', kind: 'texto', width: 10, of: ({ casilla }) => casilla.id },
  { header: 'Nombre', kind: 'texto', width: 70, of: ({ casilla }) => casilla.nombre },
  { header: 'Valor', kind: 'monto', width: 18, of: ({ casilla }) => casilla.valor },
  { header: 'Origen', kind: 'texto', width: 14, of: ({ casilla }) => casilla.marca },
  { header: 'Filas', kind: 'texto', width: 8, of: ({ casilla }) => String(casilla.filas) },
  { header: 'Fórmula', kind: 'texto', width: 40, of: ({ casilla }) => casilla.formula },
];
