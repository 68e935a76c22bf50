import { computeTotals, type Draft, type ECF, fillWithholding, writeDocument } from '@timbre/ecf';
import { tiposECF } from '@timbre/values';
import { createSigner, signCanonical } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../apps/server/src/features/plantillas/service.ts';
import { officialFiles, schemaErrors } from '../../packages/ecf/testing/official.ts';

// The sample documents next to the API reference, once signed, are valid by the DGII's own schemas.

describe.skipIf(!officialFiles)('the sample documents', () => {
  const signer = createSigner(makeCertificate());

  test.each(tiposECF)('the sample of type %s is valid by its official schema', { tags: ['SR9-14'] }, async (tipo) => {
    const sample = writeDocument('ECF', sampleOf(tipo, Date.parse('2026-11-24T13:30:00Z')));
    expect(schemaErrors(tipo, (await signCanonical(sample, signer)).xml)).toEqual([]);
  });

  test.each(['41', '47'] as const)(
    'the sample of type %s of a company that withholds nothing is valid by it too',
    async (tipo) => {
      const now = Date.parse('2026-11-24T13:30:00Z');
      const { Encabezado, DetallesItems, ...rest } = sampleOf(tipo, now) as Draft;
      const { TotalITBISRetenido: _, TotalISRRetencion: __, ...Totales } = Encabezado!.Totales!;
      const Item = DetallesItems!.Item!.map(({ Retencion: _, ...item }) => item);
      const bare = { ...rest, Encabezado: { ...Encabezado, Totales }, DetallesItems: { Item } };
      const whole = computeTotals(fillWithholding(bare, { agenteRetencion: false }, now).draft);
      const xml = writeDocument('ECF', whole as unknown as ECF);
      expect(xml).toContain('<MontoISRRetenido>0.00</MontoISRRetenido>');
      expect(xml).toContain('<TotalISRRetencion>0.00</TotalISRRetencion>');
      expect(schemaErrors(tipo, (await signCanonical(xml, signer)).xml)).toEqual([]);
    },
  );
});
