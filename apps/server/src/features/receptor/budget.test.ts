import { receptor, recibidas } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeEstadosDGII } from '../../domain/received/look-up-repo.ts';
import { forgetUnknown } from '../../domain/received/unknown-bytes-repo.ts';
import { leaf, makePeer, type Peer } from '../../main/testing/peer.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { ecfXml, justNow, xmlForm } from '../../main/testing/xml.ts';

// Limits for bytes that strangers may store before any document of theirs is confirmed.

const server = withServer();
const megabyte = 1024 * 1024;
let company: Stranger;
let peer: Peer;
let addresses = 0;

beforeAll(async () => {
  // The certificates of the tests are valid from now on.
  server.clock.advance(Date.now() + 60_000 - server.clock.now().getTime());
  company = await stranger(server, { ...bare, certificado: true });
});
beforeEach(() => {
  peer = makePeer(server);
  addresses += 1;
});

let numbers = 0;
/** A signed document of about that many megabytes. */
function large(megabytes: number, by = peer): Promise<string> {
  const eNCF = `E31${String(++numbers).padStart(10, '0')}`;
  const [line = ''] = /<Item>.*<\/Item>/.exec(ecfXml({ rnc: '131880600', eNCF, fechaFirma: justNow() })) ?? [];
  const text = 'x'.repeat(900);
  const lines = Math.ceil((megabytes * megabyte) / (line.length + 940));
  const items = Array.from({ length: lines }, (_, n) =>
    line
      .replace(/(<NumeroLinea>)\d+/, `$1${n + 1}`)
      .replace('<CantidadItem>', `<DescripcionItem>${text}</DescripcionItem><CantidadItem>`),
  );
  return by.sign(
    ecfXml({ rnc: '131880600', eNCF, fechaFirma: justNow() })
      .replace(/(<RNCComprador>)\d+/, `$1${company.rnc}`)
      .replace(line, items.join('')),
  );
}

const send = async (xml: string, address: string, by = peer) =>
  server.call(receptor.recepcionECF, { form: xmlForm(xml) }, await by.token(), {}, address);
const storedOf = async (condition = sql`true`) => {
  const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
    sql<{ bytes: number; documentos: number }>`
      select coalesce(sum(octet_length(xml)), 0)::integer as bytes, count(*)::integer as documentos from recibido
      where ${condition}`.execute(tx),
  );
  return rows[0]!;
};
const idOf = async (xml: string) => {
  const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
    sql<{ id: string }>`select id from recibido where encf = ${leaf(xml, 'eNCF')!}`.execute(tx),
  );
  return rows[0]!.id;
};
const dgiiSays = (id: string, estado: string) =>
  server.ctx.db.tenant(company.id, (tx) => storeEstadosDGII(tx, company.id, [{ id, estado }], server.ctx.clock.now()));
/** Records bytes stored before by another sender of the network. */
const spent = (clave: string, bytes: number, dia = server.clock.now().toISOString().slice(0, 10)) =>
  server.ctx.db.system((tx) =>
    sql`select * from recepcion_gasta(array[${dia}::date], array[${clave}], array[${bytes}::bigint])`.execute(tx),
  );

describe('a network that nobody confirmed', () => {
  test('an unconfirmed network stores 50 MB in a day; beyond them it is refused until later, and nothing is stored', async () => {
    const address = `203.0.113.${addresses}`;
    await spent(`red ${address}`, 50 * megabyte - 200_000);
    const [small, next] = [await large(0.1), await large(0.15)];
    expect(leaf((await send(small, address)).text, 'Estado')).toBe('0');
    const before = await storedOf();
    const refused = await send(next, address);
    expect([refused.status, refused.problem.code]).toEqual([503, 'receptor/presupuesto']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await storedOf()).toEqual(before);
    // The document already stored is acknowledged again. Another network has room, and so has the next day.
    expect(leaf((await send(small, address)).text, 'Estado')).toBe('0');
    const other = makePeer(server);
    expect((await send(await large(0.15, other), `203.0.113.${addresses + 100}`, other)).status).toBe(200);
  });

  test('an unconfirmed network has room again at once for what is confirmed', async () => {
    const address = `203.0.113.${addresses}`;
    await spent(`red ${address}`, 50 * megabyte - 200_000);
    const [first, next] = [await large(0.1), await large(0.15)];
    await send(first, address);
    expect((await send(next, address)).status).toBe(503);
    await dgiiSays(await idOf(first), 'aceptado');
    // After the confirmation its signer counts as a known one.
    expect(leaf((await send(next, address)).text, 'Estado')).toBe('0');
    const stranger = makePeer(server);
    expect((await send(await large(0.15, stranger), address, stranger)).status).toBe(200);
  });

  test('a network of twenty confirmed signers stores ten times as much', async () => {
    const address = `203.0.113.${addresses}`;
    await spent(`red ${address}`, 100 * megabyte);
    expect((await send(await large(0.01), address)).status).toBe(503);
    await server.ctx.db.system((tx) =>
      sql`select recepcion_aprende(array_fill(${address}::text, array[20]), array(
        select 'firmante ' || n from generate_series(1, 20) as n))`.execute(tx),
    );
    expect((await send(await large(0.01), address)).status).toBe(200);
    await spent(`red ${address}`, 400 * megabyte);
    expect((await send(await large(0.01), address)).status).toBe(503);
  });
});

test('a signer has the same limit from wherever it sends', async () => {
  await spent(`firmante ${await huellaOf()}`, 50 * megabyte);
  expect((await send(await large(0.01), '198.51.100.77')).status).toBe(503);
});

/** The fingerprint of the peer's certificate, as stored with a document. */
async function huellaOf(): Promise<string> {
  const xml = await large(0.01);
  await send(xml, '198.51.100.78');
  const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
    sql<{ firmante: string }>`select firmante from recibido where encf = ${leaf(xml, 'eNCF')!}`.execute(tx),
  );
  return rows[0]!.firmante;
}

test('a company stores at most a gigabyte of unconfirmed documents', async () => {
  const clave = `empresa ${company.id}`;
  await spent(clave, 1024 * megabyte, '1970-01-01');
  expect((await send(await large(0.01), '198.51.100.79')).status).toBe(503);
  await spent(clave, -1024 * megabyte, '1970-01-01');
  expect((await send(await large(0.01), '198.51.100.79')).status).toBe(200);
});

test('a document that the DGII does not know loses its bytes after thirty days; sent again, it has them', async () => {
  const address = '198.51.100.80';
  const [unknown, known] = [await large(0.1), await large(0.1, makePeer(server))];
  const answered = await send(unknown, address);
  await send(known, address);
  const [id, other] = [await idOf(unknown), await idOf(known)];
  await dgiiSays(id, 'no_encontrado');
  const soon = new Date(server.clock.now().getTime() + 29 * 86_400_000);
  const late = new Date(server.clock.now().getTime() + 31 * 86_400_000);
  expect(await forgetUnknown(server.ctx.db, soon, 30)).toBe(0);
  expect(await forgetUnknown(server.ctx.db, late, 30)).toBe(1);
  const line = sql`id = ${id} and titular <> '' and length(xml_sha256) = 32 and acuse is not null`;
  expect(await storedOf(line)).toEqual({ bytes: 0, documentos: 1 });
  expect((await storedOf(sql`id = ${other}`)).bytes).toBeGreaterThan(100_000);
  const opened = await server.call(recibidas.verRecibida, { params: { id } }, company.sesion);
  expect([opened.status, opened.problem.code]).toEqual([410, 'recibida/sin-xml']);
  expect((await send(unknown, address)).text).toBe(answered.text);
  expect((await storedOf(line)).bytes).toBeGreaterThan(100_000);
});
