import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emision } from '@timbre/contract';
import type { RouteSpec } from '@timbre/route';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withIssuing } from '../../main/testing/issuing.ts';
import { ecfXml, justNow, rfceXml, signedElsewhere, xmlForm } from '../../main/testing/xml.ts';

// A document with a number is passed to every call of the contract: none may send it to the DGII without the ledger.

const server = withIssuing();

let last = 5_000;
const unused = (tipo: '31' | '32'): string => {
  last += 1;
  return `E${tipo}${String(last).padStart(10, '0')}`;
};

/** Documents as clients may have them, each with its own number. */
const documents: Readonly<Record<string, (rnc: string) => Promise<string>>> = {
  'e-CF signed by the company': async (rnc) =>
    (await signedElsewhere(server, ecfXml({ rnc, eNCF: unused('31'), fechaFirma: justNow() }))).xml,
  'e-CF of RD$250,000 signed by the company': async (rnc) =>
    (await signedElsewhere(server, ecfXml({ rnc, eNCF: unused('32'), monto: '250000.00', fechaFirma: justNow() }))).xml,
  'e-CF not signed': async (rnc) => ecfXml({ rnc, eNCF: unused('31'), fechaFirma: justNow() }),
  'e-CF signed here': async (rnc) => {
    const form = xmlForm(ecfXml({ rnc, eNCF: unused('31') }), {}, 'XmlFile');
    return (await server.call(emision.signXmlFromDb, { form }, server.key)).body.signedXml;
  },
  'consumer invoice signed by the company': async (rnc) =>
    (await signedElsewhere(server, ecfXml({ rnc, eNCF: unused('32'), fechaFirma: justNow() }))).xml,
  'summary signed by the company': async (rnc) =>
    (await signedElsewhere(server, rfceXml({ rnc, eNCF: unused('32'), codigo: 'aB3+/=' }))).xml,
  'summary not signed': async (rnc) => rfceXml({ rnc, eNCF: unused('32'), codigo: 'aB3+/=' }),
  'e-CF outside the ranges': async (rnc) =>
    (await signedElsewhere(server, ecfXml({ rnc, eNCF: 'E319999999999', fechaFirma: justNow() }))).xml,
};

/** The ways to pass an XML to a call. */
function* waysIn(route: RouteSpec, xml: string): Generator<{ form?: FormData; body?: unknown }> {
  if (route.bodyKind === 'multipart') {
    const all = Object.entries({ Ambiente: 'Test', AddFechaHoraFirma: 'true', Token: 'x' });
    // A field that the call does not have would be refused before the XML of the test is read.
    const fields = Object.fromEntries(all.filter(([name]) => name in (route.form ?? {})));
    for (const name of ['XmlFile', 'xml', 'file', 'archivo', 'certificado', 'logo'])
      yield { form: xmlForm(xml, fields, name) };
  }
  if (route.body !== undefined) yield { body: { xml } };
}

/** Returns the documents that the DGII received and the ledger does not contain. */
async function unaccounted(): Promise<unknown[]> {
  const { rows } = await server.ctx.db.system((tx) =>
    sql<{ ambiente: string; encf: string; sha256: string; service: string; envios: number }>`
      select d.ambiente, d.encf, encode(d.xml_sha256, 'hex') as sha256,
        case when d.es_rfce then 'enviarRFCE' else 'enviarECF' end as service,
        (select count(*) from intento i where i.documento_id = d.id and i.operacion = 'envio') as envios
      from documento d where d.xml_sha256 is not null and (d.ocupa_numero or d.estado = 'rechazado')`.execute(tx),
  );
  const left = new Map(rows.map((row) => [`${row.service} ${row.ambiente} ${row.encf} ${row.sha256}`, row.envios]));
  return server.simulator.control.log().filter(({ service, ambiente, eNCF, sha256 }) => {
    if (service !== 'enviarECF' && service !== 'enviarRFCE') return false;
    const key = `${service} ${ambiente} ${eNCF} ${sha256}`;
    const posts = left.get(key) ?? 0;
    left.set(key, posts - 1);
    return posts < 1;
  });
}

test('no call of the contract posts a document without its row, its number and its attempt', {
  timeout: 300_000,
  tags: ['P1.1'],
}, async () => {
  const routes = server.app.http.routes.filter(
    ({ method, bodyKind, body }) => method !== 'GET' && (bodyKind === 'multipart' || body !== undefined),
  );
  expect(routes.map(({ path }) => path)).toContain('/api/recepcion');
  const taken = new Set<string>();
  for (const route of routes) {
    // These calls end the session, or change the company's environment.
    if (/logout|cerrar|contrasena|auth/i.test(route.path)) continue;
    for (const [name, make] of Object.entries(documents)) {
      const xml = await make(server.rnc);
      const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, key]) => [key!, server.empresaId]));
      for (const way of waysIn(route, xml)) {
        const { status } = await server.call(route, { params, ...way } as never, server.key);
        expect([route.path, name, status]).not.toEqual([route.path, name, 500]);
        if (status < 300) taken.add(`${route.path} ${name}`);
      }
    }
  }
  await server.until(async () => {
    const { rows } = await server.ctx.db.system((tx) => sql`select from trabajo where clase = 'envio'`.execute(tx));
    return rows.length === 0;
  });
  expect(await unaccounted()).toEqual([]);
  // The valid documents were accepted: the calls did process the input.
  for (const each of [
    '/api/recepcion e-CF signed by the company',
    '/api/recepcion e-CF signed here',
    '/api/recepcion-simulada e-CF of RD$250,000 signed by the company',
    '/api/rfce/EnviarYConsultar summary signed by the company',
    '/api/XmlSigner/SignXmlFromDb e-CF not signed',
  ])
    expect(taken).toContain(each);
  const doors = /recepcion|rfce|XmlSigner/;
  expect([...taken].filter((each) => doors.test(each) && each.endsWith('outside the ranges'))).toEqual([]);
});

test('only the code that talks to the authority names the calls that post documents', { tags: ['P1.1'] }, () => {
  const source = fileURLToPath(new URL('../../', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const posting = files.filter((file) =>
    /\.(enviar(ECF|RFCE)|anularRango)\b/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(posting.sort()).toEqual([
    join('domain', 'comprobantes', 'sending', 'delivery.ts'),
    join('domain', 'comprobantes', 'voiding', 'send-void.ts'),
    // The invoices of invented suppliers, at the simulator of this server: it is never given other hosts.
    join('main', 'demo', 'steps.ts'),
  ]);
});
