import { writeDocument } from '@timbre/ecf';
import { tiposECF } from '@timbre/values';
import { createSigner, signCanonical } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../apps/server/src/features/plantillas/service.ts';
import { officialFiles, schemaErrors } from '../../packages/ecf/testing/official.ts';

// The sample documents beside the reference, once signed, are valid by the DGII's own schemas.

describe.skipIf(!officialFiles)('the sample documents', () => {
  const signer = createSigner(makeCertificate());

  test.each(tiposECF)('type %s is valid by its official schema', async (tipo) => {
    const sample = writeDocument('ECF', sampleOf(tipo, Date.parse('2026-11-24T13:30:00Z')));
    expect(schemaErrors(tipo, (await signCanonical(sample, signer)).xml)).toEqual([]);
  });
});
