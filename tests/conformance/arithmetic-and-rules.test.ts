import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorOf } from '../../apps/server/src/domain/comprobantes/judge/complete-draft.ts';
import { readAll } from '../../apps/server/src/features/importacion/libro/read-all.ts';
import {
  checkRules,
  compileHeaders,
  computeTotals,
  type Draft,
  type ECF,
  type RFCE,
  rules,
} from '../../packages/ecf/src/index.ts';
import { officialFiles, officialWorkbook } from '../../packages/ecf/testing/official.ts';
import { ecfs } from '../../packages/ecf/testing/sound-documents.ts';

const name = '133009889-16042026193727';
const xlsx = new URL(`../../../shared/dgii/set-de-pruebas/${name}.xlsx`, import.meta.url);

/** The day after the workbook was made, when its dates are in the past and its sequences are valid. */
const now = Date.UTC(2026, 3, 17, 15);

/** All findings of the rules about a document, including notices. */
const findingsOf = (kind: 'ECF' | 'RFCE', tree: ECF | RFCE) =>
  checkRules(kind, tree as never, { now }).map((fault) => errorOf(fault));

describe.skipIf(!officialFiles)("every row of the DGII's certification workbook", () => {
  const treesOf = <S extends 'ECF' | 'RFCE'>(sheet: S) => {
    const { headers = [], rows = [] } = officialWorkbook(name)[sheet] ?? {};
    const { read } = compileHeaders(sheet, headers);
    return rows.map(
      (row, i) =>
        read(
          headers.map((header) => row[header]),
          i + 2,
        ).tree,
    );
  };

  test('every row breaks no rule and gives no notice, read from its text', () => {
    const invoices = treesOf('ECF').map((tree) => [tree.Encabezado.IdDoc.eNCF, findingsOf('ECF', tree)]);
    const summaries = treesOf('RFCE').map((tree) => [tree.Encabezado.IdDoc.eNCF, findingsOf('RFCE', tree)]);
    expect([invoices.length, summaries.length]).toEqual([25, 4]);
    expect([...invoices, ...summaries].filter(([, faults]) => faults?.length)).toEqual([]);
  });

  test('two rows have lines in another currency without OtraMoneda: for a company of its own that is a notice, no fault', () => {
    const noticed = treesOf('ECF').flatMap((tree) =>
      checkRules('ECF', tree, { now, emisor: {} })
        .filter(({ code }) => code === 'ECF-MONEDA-18')
        .map(({ severity }) => [tree.Encabezado.IdDoc.eNCF, severity]),
    );
    expect(noticed).toEqual([
      ['E310000000010', 'aviso'],
      ['E450000000011', 'aviso'],
    ]);
  });

  test('every row breaks no rule and gives no notice, read from its .xlsx', async () => {
    const { documentos } = await readAll(readFileSync(xlsx));
    expect(documentos).toHaveLength(29);
    expect(documentos.flatMap(({ errores }) => errores)).toEqual([]);
    const faults = documentos.map(({ arbol, esRFCE, eNCF }) => [eNCF, findingsOf(esRFCE ? 'RFCE' : 'ECF', arbol)]);
    expect(faults.filter(([, errors]) => errors?.length)).toEqual([]);
  });

  test('every row has the totals that its lines and its adjustments give, to the cent', () => {
    const unlike = treesOf('ECF').flatMap((tree) => {
      const computed = computeTotals(withoutTotals(tree)).Encabezado?.Totales as Readonly<Record<string, unknown>>;
      return Object.entries(tree.Encabezado.Totales)
        .filter(([field, text]) => typeof text === 'string' && !notDetermined.has(field) && text !== computed[field])
        .map(([field, text]) => [tree.Encabezado.IdDoc.eNCF, field, text, computed[field]]);
    });
    expect(unlike).toEqual([]);
  });
});

/** Optional data that the issuer chooses and the lines do not determine. */
const notDetermined = new Set(['MontoPeriodo', 'ValorPagar']);

/** Removes the computed totals of a document. Payments on account, earlier balance and additional taxes remain. */
function withoutTotals(tree: ECF): Draft {
  const { MontoAvancePago, SaldoAnterior, ImpuestosAdicionales } = tree.Encabezado.Totales;
  return {
    ...tree,
    Encabezado: {
      ...tree.Encabezado,
      Totales: {
        ...(MontoAvancePago === undefined ? {} : { MontoAvancePago }),
        ...(SaldoAnterior === undefined ? {} : { SaldoAnterior }),
        ...(ImpuestosAdicionales === undefined ? {} : { ImpuestosAdicionales }),
      },
    },
  };
}

describe('the valid documents of this repository', () => {
  test.each(Object.entries(ecfs))('%s gives no fault and no notice on the day it is issued', (_, tree) => {
    const signed = Date.UTC(2025, 10, 15, 14, 30);
    expect(checkRules('ECF', tree, { now: signed })).toEqual([]);
  });

  test('the valid documents belong to rules that each state what the authority does', () => {
    expect([...new Set(rules.map(({ severity }) => severity))].sort()).toEqual(['aviso', 'condicional', 'rechazo']);
  });
});
