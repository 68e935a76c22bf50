import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { autoridad, recibidas } from '@timbre/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER } from '../../domain/received/approval.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { makePeer } from '../../main/testing/peer.ts';
import { ecfXml, justNow } from '../../main/testing/xml.ts';

// A commercial answer whose delivery meets faults: the DGII refuses it, the issuer breaks off, or is not found.

const server = withIssuing();
const rncEmisor = '131880600';
let issuer: Server;
/** The bodies sent to the issuer, and its next answers. */
const sent: string[] = [];
const answers: ((response: ServerResponse) => void)[] = [];
const say = (status: number, body: string) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);

beforeAll(async () => {
  issuer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    sent.push(/<ACECF>.*<\/ACECF>/.exec(Buffer.concat(chunks).toString())?.[0] ?? '');
    (answers.shift() ?? say(500, ''))(response);
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => issuer.close(resolve)));

const inDirectory = () => {
  const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  const addresses = { urlRecepcion: url, urlAceptacion: url, urlOpcional: undefined };
  server.simulator.control.directory({ nombre: 'Emisor', rnc: rncEmisor, ...addresses });
};

let numbers = 0;

/** Receives an e-CF that is stored as accepted by the DGII, though it is not. Returns its id. */
async function received(): Promise<string> {
  const peer = makePeer(server);
  numbers += 1;
  const xml = ecfXml({ rnc: rncEmisor, eNCF: `E31${String(numbers).padStart(10, '0')}`, fechaFirma: justNow() });
  await peer.send(await peer.sign(xml.replace(/(<RNCComprador>)\d+/, `$1${server.rnc}`)));
  const { body } = await server.call(recibidas.listarRecibidas, {}, server.key);
  const { id } = body.data[0]!;
  await server.until(async () => (await seen(id)).estadoDGII === 'no_encontrado');
  await server.ctx.db.system((tx) => sql`update recibido set estado_dgii = 'aceptado' where id = ${id}`.execute(tx));
  return id;
}

const seen = async (id: string) => (await server.call(recibidas.verRecibida, { params: { id } }, server.key)).body;
const answer = (id: string) =>
  server.call(recibidas.responderRecibida, { params: { id }, body: { estado: 'aceptada' } }, server.key);

/**
 * The sendings of the last answer, once as many tries as stated have ended at each destination. No other try begins
 * automatically within a minute.
 */
const envios = (id: string, dgii: number, emisor: number) =>
  server.until(async () => {
    const { rows } = await server.ctx.db.system((tx) =>
      sql<{ ended: number }>`select count(i.terminado) as ended from aprobacion_intento i where i.aprobacion_id = (
        select a.id from aprobacion_emitida a where a.recibido_id = ${id} order by a.firmada desc, a.id desc limit 1)`.execute(
        tx,
      ),
    );
    if (rows[0]!.ended !== dgii + emisor) return undefined;
    const all = (await seen(id)).respuestas[0]!.envios;
    expect(all.map(({ intentos }) => intentos)).toEqual([dgii, emisor]);
    return all;
  });
const again = () => server.ctx.db.system((tx) => server.ctx.queue.wakeCompany(tx, ANSWER, server.empresaId));

test('an issuer that breaks off gets the same bytes again; a refusal then leaves the document unconfirmed', async () => {
  inDirectory();
  const id = await received();
  answers.push((response) => response.destroy(), say(400, '{"mensaje":"Duplicada"}'));
  expect((await answer(id)).status).toBe(202);
  expect(await envios(id, 1, 1)).toMatchObject([
    { destino: 'dgii', estado: 'rechazada', detalle: 'Factura no encontrada para esta Aprobación comercial.' },
    { destino: 'emisor', estado: 'pendiente', detalle: 'La conexión con el contribuyente se cortó' },
  ]);
  await again();
  expect(await envios(id, 1, 2)).toMatchObject([
    { destino: 'dgii', estado: 'rechazada', intentos: 1 },
    { destino: 'emisor', estado: 'sin_confirmar', detalle: 'Duplicada' },
  ]);
  expect(new Set(sent).size).toBe(1);
});

test('a refusal by the DGII makes room for another answer; an answer that was sent is not sent again', async () => {
  const id = await received();
  answers.push(say(200, ''), say(200, ''));
  await answer(id);
  expect(await envios(id, 1, 1)).toMatchObject([{ estado: 'rechazada' }, { estado: 'enviada' }]);
  await again();
  expect((await answer(id)).status).toBe(202);
  await envios(id, 1, 1);
  const { respuestas } = await seen(id);
  expect(respuestas.map(({ envios }) => envios.map(({ intentos }) => intentos))).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('an issuer without address is looked for later', async () => {
  server.simulator.control.directory({
    nombre: 'Emisor',
    rnc: rncEmisor,
    urlRecepcion: '',
    urlAceptacion: '',
    urlOpcional: undefined,
  });
  const id = await received();
  await answer(id);
  expect((await envios(id, 1, 1))[1]).toMatchObject({ estado: 'sin_direccion' });
  inDirectory();
  answers.push(say(200, ''));
  // The company need not wait for the next look-up, hours later.
  expect((await server.call(autoridad.reintentar, { body: {} }, server.key)).status).toBe(200);
  expect((await envios(id, 1, 2))[1]).toMatchObject({ estado: 'enviada', detalle: null });
});
