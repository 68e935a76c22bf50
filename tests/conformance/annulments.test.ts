import { type ECF, numbered, readDocument, writeDocument, writeSplit, xmlDeclaration } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { addDays, formatENCF, parseFecha, parseFechaHora, type TipoECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { annulmentOf } from '../../apps/server/src/comprobantes/judge/annulment.ts';
import { judgeDraft } from '../../apps/server/src/comprobantes/judge/judge-draft.ts';
import { officialFiles, schemaErrors } from '../../packages/ecf/testing/official.ts';

const signature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
const annullable = Object.entries(ecfs).filter(
  ([, { Encabezado }]) => !['33', '34'].includes(Encabezado.IdDoc.TipoeCF),
);

/** Gives the note that annuls a document, that many days after it was issued, as it would be signed. */
function annul(original: ECF, days: number) {
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
    accesos: {},
  } as const;
  const body = annulmentOf({ xml, motivo: '02', now });
  const { errores, split } = judgeDraft({ body, issuer, now, keyed: false });
  if (split === undefined) return { errores };
  const head = numbered(split.head, formatENCF('34' as TipoECF, 1), undefined, `${addDays(issued, days)} 10:30:00`);
  const note = `${xmlDeclaration}${writeSplit({ ...split, head })}`;
  const read = readDocument(note);
  return { errores, note, tree: read.kind === 'ECF' ? read.tree : undefined };
}

describe.each([0, 30, 31])('the note that annuls an e-CF of %i days', (days) => {
  test.each(annullable)('of %s holds by our rules and by the official schema', (_, original) => {
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
  });
});
