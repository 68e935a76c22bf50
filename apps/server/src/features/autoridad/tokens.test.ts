import { autoridad, configuracion, emision, facturas } from '@timbre/contract';
import { formatENCF } from '@timbre/values';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { withIssuing } from '../../main/testing/issuing.ts';
import { ecfXml, justNow, rfceXml, signedElsewhere, xmlForm } from '../../main/testing/xml.ts';

// The token that a program obtains with a signed seed stands for its key, for the calls that the specification opens with it.

const server = withIssuing();

/** Obtains a token as a client of the specification does: seed, signature, validation. */
async function obtainToken(key: string): Promise<string> {
  const { text: seed } = await server.call(autoridad.semillaDeAuth, {}, key);
  const { body: signed } = await server.call(
    emision.signXmlFromDb,
    { form: xmlForm(seed, { AddFechaHoraFirma: 'false' }, 'XmlFile') },
    key,
  );
  const { body, problem } = await server.call(autoridad.validarSemillaDeAuth, { form: xmlForm(signed.signedXml) }, key);
  if (problem) throw new Error(JSON.stringify(problem));
  return body.token;
}

let last = 5_000;
/** An e-CF that no test has used, signed by another program. */
async function signedInvoice(): Promise<string> {
  last += 1;
  const draft = { rnc: server.rnc, eNCF: formatENCF('31', last), fechaFirma: justNow() };
  return (await signedElsewhere(server, ecfXml(draft))).xml;
}

const acecf = (rnc: string, eNCF: string) =>
  `<ACECF><DetalleAprobacionComercial><Version>1.0</Version><RNCEmisor>131246796</RNCEmisor><eNCF>${eNCF}</eNCF><FechaEmision>01-11-2026</FechaEmision><MontoTotal>100.00</MontoTotal><RNCComprador>${rnc}</RNCComprador><Estado>1</Estado><FechaHoraAprobacionComercial>${justNow()}</FechaHoraAprobacionComercial></DetalleAprobacionComercial></ACECF>`;

const isOpen = async (token: string) => (await server.call(autoridad.verificarToken, {}, token)).body.valid;

let token: string;
beforeAll(async () => {
  token = await obtainToken(server.company.clave);
});

test('the token of a seed opens reception, look-up of a state, commercial approval and the summary', {
  tags: ['SI7-13'],
}, async () => {
  const xml = await signedInvoice();
  const { body: received, problem } = await server.call(autoridad.recepcion, { form: xmlForm(xml) }, token);
  expect(problem).toBeUndefined();
  const query = { TrackId: received.trackId! };
  expect((await server.call(autoridad.consultaEstado, { query }, token)).body.trackId).toBe(received.trackId);
  const { xml: approval } = await signedElsewhere(server, acecf(server.rnc, 'E310000000001'));
  const approved = await server.call(autoridad.aprobacionComercial, { form: xmlForm(approval) }, token);
  // The DGII knows no such invoice: the call reached it.
  expect(approved.problem?.code ?? approved.body.estado).not.toMatch(/^(sesion|clave|acceso)\//);
});

test('the token in the form opens the call of the summary without a header', { tags: ['SI7-13'] }, async () => {
  last += 1;
  const eNCF = formatENCF('32', last);
  const codigo = 'aB3+/=';
  const summary = await signedElsewhere(server, rfceXml({ rnc: server.rnc, eNCF, codigo }));
  const fields = { Ambiente: 'Test', RNCEmisor: server.rnc, ENCF: eNCF, CodigoSeguridad: codigo };
  const send = (Token: string) =>
    server.call(emision.enviarYConsultarRfce, { form: xmlForm(summary.xml, { ...fields, Token }, 'XmlFile') });
  expect((await send('inventado')).problem.code).toBe('clave/desconocida');
  expect((await send('')).problem.code).toBe('sesion/requerida');
  const { body, problem } = await send(token);
  expect(problem).toBeUndefined();
  expect(body.id).toMatch(/^[\da-f-]{36}$/);
});

test('the token opens no other call', { tags: ['SI7-13'] }, async () => {
  const { problem } = await server.call(facturas.listarFacturas, {}, token);
  expect(problem.code).toBe('clave/desconocida');
  const issued = await server.call(emision.enviarFactura, { body: {} as never }, token);
  expect(issued.problem.code).toBe('clave/desconocida');
});

test('the token can do no more than its key, and ends with it, with its time and with the session at the DGII', {
  tags: ['SI7-13'],
}, async () => {
  const alcances = (alcances: string[]) =>
    server.call(configuracion.guardarAlcances, { body: { alcances } as never }, server.key);
  await alcances(['leer']);
  const xml = await signedInvoice();
  const { problem } = await server.call(autoridad.recepcion, { form: xmlForm(xml) }, token);
  expect(problem.code).toBe('clave/sin-alcance');
  await alcances(['leer', 'emitir', 'firmar']);
  server.ctx.keys.forget();

  await server.call(autoridad.cerrarAutoridad, { body: {} }, server.key);
  expect(await isOpen(token)).toBe(false);

  const expired = await obtainToken(server.company.clave);
  expect(await isOpen(expired)).toBe(true);
  await server.ctx.db.system((tx) => sql`update token_autoridad set expira = now() - interval '1 second'`.execute(tx));
  server.ctx.keys.forget();
  expect(await isOpen(expired)).toBe(false);

  const revoked = await obtainToken(server.company.clave);
  expect(await isOpen(revoked)).toBe(true);
  const removed = await server.call(configuracion.eliminarApiKey, { body: { rncEmisor: server.rnc } }, server.key);
  expect(removed.status).toBe(204);
  expect(await isOpen(revoked)).toBe(false);
});

test('a token is neither in the log nor in the database', { tags: ['SI7-13'] }, async () => {
  const stored = await server.ctx.db.system(
    async (tx) => (await sql<{ row: string }>`select t::text as row from token_autoridad t`.execute(tx)).rows,
  );
  const bytes = Buffer.from(token).toString('hex');
  expect(
    [...server.logged, ...stored.map(({ row }) => row)].filter((text) => text.includes(token) || text.includes(bytes)),
  ).toEqual([]);
  expect(server.logged.length).toBeGreaterThan(10);
});

test('a credential that is none is told so, and counts as a wrong key', { tags: ['SI7-13'] }, async () => {
  expect(await isOpen(server.key)).toBe(true);
  expect((await server.call(autoridad.verificarToken, {})).body).toEqual({ valid: false });
  const statuses: number[] = [];
  for (let i = 0; i < 80; i += 1) {
    const { status } = await server.call(autoridad.verificarToken, {}, `inventado-${i}`, {}, '10.9.9.9');
    statuses.push(status);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});
