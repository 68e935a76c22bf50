import { configuracion } from '@timbre/contract';
import { expect, test } from 'vitest';
import { withIssuing } from '../../main/testing/issuing.ts';
import { bare, stranger } from '../../main/testing/stranger.ts';
import { importBook, wholeImport } from '../../main/testing/whole-import.ts';
import { sampleFor } from './sample.ts';

const server = withIssuing();

test('a new company imports the sample, registers the test ranges, and every row can be signed', async () => {
  const company = await stranger(server, { ...bare, datos: { direccion: 'Calle Inventada 45' } });
  const calls = { call: server.call, key: company.sesion, until: server.until };
  const { id } = await importBook(calls, await sampleFor(server.ctx, company.id));
  await server.call(configuracion.registrarRangosDePrueba, {}, company.sesion);
  const left = await server.until(async () => {
    const { documentos } = await wholeImport(calls, id);
    const codes = documentos.flatMap(({ errores }) => errores.map(({ codigo }) => codigo));
    return codes.includes('ECF-SIN-RANGO') ? undefined : codes;
  });
  expect(left).toEqual([]);
});
