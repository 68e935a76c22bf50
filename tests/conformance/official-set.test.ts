import { readFileSync } from 'node:fs';
import { documentos, importacion, type ResumenDocumento } from '@timbre/contract';
import { type ECF, type RFCE, readDocument, writeSheet } from '@timbre/ecf';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkXml } from '../../apps/server/src/domain/comprobantes/judge/check/check-xml.ts';
import { withIssuing } from '../../apps/server/src/main/testing/issuing.ts';
import { wholeImport } from '../../apps/server/src/main/testing/whole-import.ts';
import { officialFiles, officialWorkbook, schemaErrors } from '../../packages/ecf/testing/official.ts';
import { xmlsec1Verifies } from '../../packages/xml/testing/xmlsec1.ts';

const name = '133009889-16042026193727';
const file = new URL(`../../../shared/dgii/set-de-pruebas/${name}.xlsx`, import.meta.url);

/** Columns of the workbook that have no element in the document. */
const besides = new Set(['CasoPrueba', 'SubtotalImpuestoAdicionalPaginaTabla[1]']);

/** Elements of the document that are not in the workbook, because they are determined only at signing. */
const ours = new Set(['FechaHoraFirma', 'CodigoSeguridadeCF']);

describe.skipIf(!officialFiles)("the DGII's certification workbook, from the file to the verdict", () => {
  const server = withIssuing('testecf', { empresa: { rnc: '133009889', razonSocial: 'Empresa del Set SRL' } });
  let rows: readonly ResumenDocumento[] = [];
  const files = new Map<string, string>();

  beforeAll(async () => {
    const form = new FormData();
    form.set('archivo', new Blob([new Uint8Array(readFileSync(file))]), `${name}.xlsx`);
    const { body: created } = await server.call(importacion.crearImportacion, { form }, server.key);
    const params = { id: created.id };
    const view = () => wholeImport(server, created.id);
    const read = await server.until(async () => {
      const seen = await view();
      return seen.estado === 'procesando' ? undefined : seen;
    });
    expect(read.errores).toEqual([]);
    expect(read.documentos.flatMap(({ errores }) => errores)).toEqual([]);
    await server.call(importacion.firmarImportacion, { params, body: {} }, server.key);
    await server.until(async () => (await view()).enCurso.firmar === 0);
    await server.call(importacion.enviarImportacion, { params, body: {} }, server.key);
    rows = (
      await server.until(async () => {
        const seen = await view();
        return seen.enCurso.enviar === 0 ? seen : undefined;
      })
    ).documentos;
    for (const { id } of rows) {
      files.set(id, (await server.call(documentos.verXml, { params: { id } }, server.key)).text);
    }
  });

  const xmlOf = ({ id }: ResumenDocumento) => files.get(id) ?? '';

  test('all 25 e-CF of the ten types and 4 summaries are accepted', () => {
    expect(rows.filter(({ esRFCE }) => !esRFCE)).toHaveLength(25);
    expect(rows.filter(({ esRFCE }) => esRFCE)).toHaveLength(4);
    expect(new Set(rows.map(({ tipo }) => tipo)).size).toBe(10);
    expect(rows.filter(({ estado }) => estado !== 'aceptado')).toEqual([]);
  });

  test('the bytes that the authority received are those that are downloaded', () => {
    const received = server.simulator.control.log().map(({ sha256 }) => server.simulator.control.document({ sha256 }));
    const summarised = new Set(rows.filter(({ esRFCE }) => esRFCE).map(({ eNCF }) => eNCF));
    const sent = rows.filter(({ esRFCE, eNCF }) => esRFCE || !summarised.has(eNCF)).map(xmlOf);
    expect([...received].sort()).toEqual(sent.sort());
  });

  test('every document is valid by its official schema', () => {
    for (const row of rows) {
      expect([row.eNCF, schemaErrors(row.esRFCE ? 'RFCE' : (row.tipo as '31'), xmlOf(row))]).toEqual([row.eNCF, []]);
    }
  });

  test('xmlsec1 verifies every signature', () => {
    for (const row of rows) {
      const [, certificate = ''] = /<X509Certificate>([^<]+)</.exec(xmlOf(row)) ?? [];
      const pem = `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
      expect([row.eNCF, xmlsec1Verifies(xmlOf(row), pem)]).toEqual([row.eNCF, true]);
    }
  });

  test('the public rehearsal reports no fault in any of them, nor between a summary and its invoice', () => {
    const invoiceOf = new Map(rows.filter(({ esRFCE }) => !esRFCE).map((row) => [row.eNCF, Buffer.from(xmlOf(row))]));
    for (const row of rows) {
      const factura = row.esRFCE ? invoiceOf.get(row.eNCF) : undefined;
      const check = checkXml({ bytes: Buffer.from(xmlOf(row)), factura, now: Date.now(), tasas: [], roots: [] });
      const grave = check.comprobaciones.flatMap(({ hallazgos }) => hallazgos.filter(({ grado }) => grado === 'mal'));
      expect([row.eNCF, row.esRFCE, grave]).toEqual([row.eNCF, row.esRFCE, []]);
      expect(check.qr).toHaveLength(3);
      if (row.esRFCE)
        expect(check.comprobaciones.find(({ nombre }) => nombre === 'codigoSeguridad')?.estado).toBe('bien');
    }
  });

  test('every value of every document is, as text, that of its cell; nothing is added or lost', () => {
    const sheets = officialWorkbook(name);
    for (const row of rows) {
      const sheet = row.esRFCE ? 'RFCE' : 'ECF';
      const expected = sheets[sheet]?.rows.find((cells) => cells.ENCF === row.eNCF) ?? {};
      const cells = Object.entries(expected).map(([header, text]) => [header.trim(), text] as const);
      expect(cellsOf(sheet, xmlOf(row))).toEqual(Object.fromEntries(cells.filter(([header]) => !besides.has(header))));
    }
  });
});

/** The document in the workbook's form: header → text. */
function cellsOf(sheet: 'ECF' | 'RFCE', xml: string): Record<string, string> {
  const read = readDocument(xml);
  if (read.kind !== sheet) throw new Error(`Not a ${sheet}`);
  const written = sheet === 'ECF' ? writeSheet('ECF', [read.tree as ECF]) : writeSheet('RFCE', [read.tree as RFCE]);
  const texts = written.headers.map((header, i) => [header.trim(), written.rows[0]?.[i] ?? ''] as const);
  return Object.fromEntries(texts.filter(([header]) => !besides.has(header) && !ours.has(header)));
}
