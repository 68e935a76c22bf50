import { existsSync, readFileSync } from 'node:fs';
import { compare, formatDecimal } from '@timbre/values';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../arithmetic/ledger.ts';
import { compileHeaders } from '../excel/compile-headers.ts';
import type { ECF, RFCE } from '../schema/types.generated.ts';
import { checkRules } from './check.ts';
import { compareRFCE } from './rfce.ts';

const workbook = new URL('../../../../../shared/dgii/set-de-pruebas/133009889-16042026193727.json', import.meta.url);

interface SheetJson {
  readonly headers: string[];
  readonly rows: Record<string, string>[];
}

describe.skipIf(!existsSync(workbook))('the official workbook', () => {
  const sheets = existsSync(workbook)
    ? (JSON.parse(readFileSync(workbook, 'utf8')) as { ECF: SheetJson; RFCE: SheetJson })
    : undefined;
  const treesOf = <S extends 'ECF' | 'RFCE'>(sheet: S) => {
    const { headers, rows } = sheets?.[sheet] ?? { headers: [], rows: [] };
    const { read } = compileHeaders(sheet, headers);
    return rows.map(
      (row, i) =>
        read(
          headers.map((h) => row[h]),
          i + 2,
        ).tree,
    );
  };
  const invoices = (): ECF[] => treesOf('ECF');
  const summaries = (): RFCE[] => treesOf('RFCE');

  it('the official workbook breaks no rule in any of its 25 e-CF and 4 RFCE', () => {
    const faults = [
      ...invoices().map((tree) => [tree.Encabezado.IdDoc.eNCF, checkRules('ECF', tree)] as const),
      ...summaries().map((tree) => [tree.Encabezado.IdDoc.eNCF, checkRules('RFCE', tree)] as const),
    ];
    expect(faults).toHaveLength(29);
    expect(faults.filter(([, inRow]) => inRow.length > 0)).toEqual([]);
  });

  it('the official workbook has every amount to the cent, but one that is 0.01 off within its tolerance', () => {
    const off = invoices().flatMap((tree) =>
      openLedger(tree)
        .entries.filter(({ dado, esperado }) => dado !== undefined && compare(dado, esperado) !== 0)
        .map(({ row, dado, esperado }) => [
          tree.Encabezado.IdDoc.eNCF,
          row.campo,
          dado && formatDecimal(dado),
          formatDecimal(esperado),
        ]),
    );
    expect(off).toEqual([['E460000000008', 'MontoGravado3OtraMoneda', '2061.40', '2061.41']]);
  });

  it('the official workbook has summaries that are those of its invoices', () => {
    const byNumber = new Map(invoices().map((tree) => [tree.Encabezado.IdDoc.eNCF, tree]));
    expect(summaries().map((rfce) => compareRFCE(rfce, byNumber.get(rfce.Encabezado.IdDoc.eNCF) as ECF))).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('the official workbook has notes that agree with the invoices they modify', () => {
    const byNumber = new Map(invoices().map((tree) => [tree.Encabezado.IdDoc.eNCF, tree]));
    const notes = invoices().filter((tree) => tree.InformacionReferencia !== undefined);
    const faults = notes.map((tree) => {
      const modificado = byNumber.get(tree.InformacionReferencia?.NCFModificado ?? '');
      return checkRules('ECF', tree, modificado === undefined ? {} : { modificado });
    });
    expect(faults).toEqual(notes.map(() => []));
    expect(notes).not.toHaveLength(0);
  });
});
