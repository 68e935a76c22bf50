import { type ECF, numbered, readDocument, writeDocument, writeSplit, xmlDeclaration } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { addDays, formatENCF, parseFecha, parseFechaHora, type TipoECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { annulmentOf } from '../../apps/server/src/domain/comprobantes/judge/annulment.ts';
import { judgeDraft } from '../../apps/server/src/domain/comprobantes/judge/judge-draft.ts';
import { officialFiles, schemaErrors } from '../../packages/ecf/testing/official.ts';

const signature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
const annullable = Object.entries(ecfs).filter(
  ([, { Encabezado }]) => !['33', '34'].includes(Encabezado.IdDoc.TipoeCF),
);

/**
 * Makes the note that annuls a document that many days after its issue, as it would be signed. Returns its faults too.
 */
function annul(original: ECF, days: number, notas: readonly string[] = []) {
  const { Emisor } = original.Encabezado;
  const issued = parseFecha(Emisor.FechaEmision)!;
  const now = parseFechaHora(`${addDays(issued, days)} 10:30:00`)!;
  const xml = `${xmlDeclaration}${writeDocument('ECF', original)}`;
  const issuer = {
    id: '',
    rnc: Emisor.RNCEmisor,
    razonSocial: '',
    datos: {},
    ambiente: 'testecf',
    demo: false,
    impreso: { campoNombreItem: 'NombreItem', conLogo: false },
    accesos: {},
  } as const;
  const body = annulmentOf({ xml, notas, motivo: '02', now });
  const { errores, split } = judgeDraft({ body, issuer, now, tasas: [], keyed: false, sums: 'rechaza' });
  if (split === undefined) return { errores };
  const head = numbered(split.head, formatENCF('34' as TipoECF, 1), undefined, `${addDays(issued, days)} 10:30:00`);
  const note = `${xmlDeclaration}${writeSplit({ ...split, head })}`;
  const read = readDocument(note);
  return { errores, note, tree: read.kind === 'ECF' ? read.tree : undefined };
}

describe.each([0, 30, 31])('the note that annuls an e-CF of %i days', (days) => {
  test.each(annullable)(
    'the note that annuls %s is valid by our rules and by the official schema',
    { tags: ['SI3-1'] },
    (_, original) => {
      const { errores, note, tree } = annul(original, days);
      expect(errores).toEqual([]);
      if (officialFiles) expect(schemaErrors('34', note!.replace('</ECF>', `${signature}</ECF>`))).toEqual([]);
      const { IdDoc, Totales } = tree!.Encabezado;
      expect(IdDoc.IndicadorNotaCredito).toBe(days > 30 ? '1' : '0');
      expect(tree!.InformacionReferencia).toMatchObject({
        NCFModificado: original.Encabezado.IdDoc.eNCF,
        CodigoModificacion: '1',
        RazonModificacion: 'Cancelación de operación',
      });
      if (days <= 30) expect(Totales.MontoTotal).toBe(original.Encabezado.Totales.MontoTotal);
      else expect(Number(Totales.TotalITBIS ?? 0)).toBe(0);
    },
  );
});

/** A credit note of which only the totals are read: RD$1.00 at 18 % if the e-CF has that rate, otherwise exempt. */
function noteOfOne(original: ECF): { readonly xml: string; readonly MontoTotal: number } {
  const { tree } = annul(original, 0);
  const isTaxed = original.Encabezado.Totales.MontoGravadoI1 !== undefined;
  const Totales = isTaxed
    ? {
        MontoGravadoTotal: '1.00',
        MontoGravadoI1: '1.00',
        ITBIS1: '18',
        TotalITBIS: '0.18',
        TotalITBIS1: '0.18',
        MontoTotal: '1.18',
      }
    : { MontoExento: '1.00', MontoTotal: '1.00' };
  const note = { ...tree!, Encabezado: { ...tree!.Encabezado, Totales } } as ECF;
  return { xml: `${xmlDeclaration}${writeDocument('ECF', note)}`, MontoTotal: Number(Totales.MontoTotal) };
}

describe.each([0, 31])('the note for what another note left of an e-CF, after %i days', (days) => {
  test.each(annullable)(
    'the note for the rest of %s is valid by our rules and by the official schema, or is left to the company',
    (_, original) => {
      const one = noteOfOne(original);
      let made: ReturnType<typeof annul>;
      try {
        made = annul(original, days, [one.xml]);
      } catch (error) {
        const { detail } = error as { detail?: string };
        expect(detail).toMatch(/^De E\d{12} quedan RD\$ [\d,.]+ por acreditar, y /);
        return;
      }
      expect(made.errores).toEqual([]);
      if (officialFiles) expect(schemaErrors('34', made.note!.replace('</ECF>', `${signature}</ECF>`))).toEqual([]);
      const { Totales } = made.tree!.Encabezado;
      const rest = Number(original.Encabezado.Totales.MontoTotal) - one.MontoTotal;
      if (days === 0) expect(Number(Totales.MontoTotal)).toBeCloseTo(rest, 2);
      else expect(Number(Totales.TotalITBIS ?? 0)).toBe(0);
    },
  );
});
