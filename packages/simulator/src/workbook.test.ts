import { existsSync, readFileSync } from 'node:fs';
import { type AuthorityClient, createAuthorityClient, type SignedFile, type Who } from '@timbre/authority';
import { compileHeaders, type ECF, esResumen, fileName, type RFCE, writeDocument } from '@timbre/ecf';
import { formatFechaHora } from '@timbre/values';
import { signCanonical, signXml } from '@timbre/xml/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSimulator } from './simulator.ts';
import { makeSigner } from './test-company.ts';

const workbook = new URL('../../../../shared/dgii/set-de-pruebas/133009889-16042026193727.json', import.meta.url);

interface SheetJson {
  readonly headers: string[];
  readonly rows: Record<string, string>[];
}

describe.skipIf(!existsSync(workbook))('the official workbook of certification', () => {
  const sheets = existsSync(workbook)
    ? (JSON.parse(readFileSync(workbook, 'utf8')) as { ECF: SheetJson; RFCE: SheetJson })
    : undefined;
  const treesOf = <S extends 'ECF' | 'RFCE'>(sheet: S) => {
    const { headers, rows } = sheets?.[sheet] ?? { headers: [], rows: [] };
    const { read } = compileHeaders(sheet, headers);
    const cellsOf = (row: Record<string, string>) => headers.map((header) => row[header]);
    return rows.map((row, index) => read(cellsOf(row), index + 2).tree);
  };

  const signer = makeSigner();
  const simulator = createSimulator();
  const who: Who = { empresa: 'prueba', ambiente: 'certecf' };
  let client: AuthorityClient;
  beforeAll(async () => {
    const hosts = await simulator.listen();
    client = createAuthorityClient({ hosts, sign: async (_, xml) => (await signXml(xml, signer)).xml });
  });
  afterAll(async () => {
    await client.close();
    await simulator.close();
  });

  const sign = async (tree: ECF) => {
    const dated = { ...tree, FechaHoraFirma: formatFechaHora(Date.now() - 1000) };
    const { xml, codigoSeguridad } = await signCanonical(writeDocument('ECF', dated), signer);
    return { file: { fileName: fileName(tree), xml } satisfies SignedFile, codigoSeguridad };
  };
  const isNote = (tree: ECF) => tree.InformacionReferencia !== undefined;

  test('the official workbook is accepted whole: invoices, then notes, then summaries', async () => {
    const trees: ECF[] = treesOf('ECF');
    expect(trees).toHaveLength(25);
    const whole = trees.filter((tree) => !esResumen(tree)).sort((a, b) => Number(isNote(a)) - Number(isNote(b)));
    const verdicts: unknown[] = [];
    for (const tree of whole) {
      const sent = await client.enviarECF(who, (await sign(tree)).file);
      if (sent.kind !== 'recibido') throw new Error(sent.crudo);
      verdicts.push(await client.consultaResultado(who, sent.trackId));
    }
    expect(verdicts).toHaveLength(21);
    for (const verdict of verdicts) expect(verdict).toMatchObject({ estado: 'aceptado', mensajes: [] });

    const summaries: RFCE[] = treesOf('RFCE');
    expect(summaries).toHaveLength(4);
    for (const summary of summaries) {
      const { eNCF } = summary.Encabezado.IdDoc;
      const full = trees.find((tree) => tree.Encabezado.IdDoc.eNCF === eNCF);
      if (full === undefined) throw new Error(`No full e-CF for ${eNCF}`);
      const { codigoSeguridad } = await sign(full);
      const completed = { ...summary, Encabezado: { ...summary.Encabezado, CodigoSeguridadeCF: codigoSeguridad } };
      const { xml } = await signCanonical(writeDocument('RFCE', completed), signer);
      expect(await client.enviarRFCE(who, { fileName: fileName(summary), xml })).toMatchObject({ estado: 'aceptado' });
    }
    expect(simulator.control.accepted({ ambiente: 'certecf' })).toHaveLength(25);
  });
});
