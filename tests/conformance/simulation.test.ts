import { documentos } from '@timbre/contract';
import { describe, expect, test } from 'vitest';
import { withSimulation } from '../../apps/server/src/features/simulacion/testing/simulating.ts';
import { officialFiles, schemaErrors } from '../../packages/ecf/testing/official.ts';

// The receipts of a standard batch, as they are signed and sent, are valid by the DGII's own schemas.

describe.skipIf(!officialFiles)('the standard batch', () => {
  const server = withSimulation();

  test('the standard batch is valid by the official schema of each type, and none is rejected', {
    tags: ['SI2.6-1'],
  }, async () => {
    await server.generateBatch();
    await server.sign();
    await server.signed();
    await server.send();
    const done = await server.decided();
    expect(done.filter(({ estado }) => estado !== 'aceptado')).toEqual([]);
    const kinds = new Set<string>();
    for (const { id, tipo, esRFCE } of done) {
      const { text } = await server.call(documentos.verXml, { params: { id } }, server.key);
      const kind = esRFCE ? 'RFCE' : (tipo as '31');
      expect([kind, schemaErrors(kind, text)]).toEqual([kind, []]);
      kinds.add(kind);
    }
    expect(kinds.size).toBe(11);
  });
});
