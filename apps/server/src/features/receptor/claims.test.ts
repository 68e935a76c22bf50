import type { AuthorityClient } from '@timbre/authority';
import { recibidas } from '@timbre/contract';
import { formatFecha, periodoOf } from '@timbre/values';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOOK_UP } from '../../domain/received/look-up.ts';
import { bringUpToDate } from '../../domain/reports/catch-up.ts';
import { rowPages } from '../../domain/reports/rows-repo.ts';
import { daysOf } from '../../domain/reports/scope.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { leaf, makePeer, type Peer } from '../../main/testing/peer.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { ecfXml, justNow } from '../../main/testing/xml.ts';

// A document sent by a stranger is a claim of its signer: it takes no number from any issuer.

const server = withIssuing();
let genuine: Peer;
let forger: Peer;
const supplier = '101010632';

beforeAll(() => {
  genuine = makePeer(server);
  forger = makePeer(server);
});

const to = (company: Pick<Stranger, 'rnc'>, eNCF: string, monto: string, rnc = supplier) =>
  ecfXml({ rnc, eNCF, monto, fechaFirma: justNow() }).replace(/(<RNCComprador>)\d+/, `$1${company.rnc}`);
const number = (n: number) => `E31${String(n).padStart(10, '0')}`;

/** The issuer sends its document to the DGII. */
async function toDGII(company: Pick<Stranger, 'id'>, xml: string): Promise<void> {
  const fileName = `${leaf(xml, 'RNCEmisor')}${leaf(xml, 'eNCF')}.xml`;
  // The server itself sends through its ledger alone.
  const authority = server.ctx.authority as unknown as Pick<AuthorityClient, 'enviarECF'>;
  const sent = await authority.enviarECF({ empresa: company.id, ambiente: 'testecf' }, { fileName, xml });
  expect(sent.kind).toBe('recibido');
}
const estadoOf = ({ text }: { text: string }) => [leaf(text, 'Estado'), leaf(text, 'CodigoMotivoNoRecibido')];
const received = { duplicate: ['1', '3'], taken: ['0', undefined] };

const claims = async (company: Pick<Stranger, 'id'>) => {
  const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
    sql<{ encf: string; monto: string; confirmado: boolean; estado: string | null; titular: string }>`
      select encf, monto_total::text as monto, confirmado, estado_dgii as estado, titular from recibido
      order by encf, orden`.execute(tx),
  );
  return rows;
};

/** Makes all waiting look-ups of a company due now, and again until `many` documents are confirmed. */
const confirms = (company: Stranger, many: number) =>
  askAgainUntil(company, async () => (await confirmedOf(company)).length === many);

const askAgainUntil = (company: Stranger, holds: () => Promise<boolean>) =>
  server.until(async () => {
    await server.ctx.db.system((tx) => server.ctx.queue.wakeCompany(tx, LOOK_UP, company.id));
    await server.until(async () => {
      const { rows } = await server.ctx.db.system((tx) =>
        sql<{ due: number }>`select count(*)::integer as due from trabajo where clase = ${LOOK_UP}
          and empresa_id = ${company.id} and (reservado_hasta is not null or en <= now())`.execute(tx),
      );
      return rows[0]!.due === 0;
    });
    return holds();
  });

async function reported(company: Stranger): Promise<string[]> {
  const scope = { empresaId: company.id, ambiente: 'testecf' as const, rnc: company.rnc };
  const days = daysOf(periodoOf(formatFecha(Date.now())));
  await bringUpToDate(server.ctx, scope, days);
  const totals: string[] = [];
  for await (const page of rowPages(server.ctx.db, scope, '606', days)) totals.push(...page.map(({ total }) => total));
  return totals;
}

const confirmedOf = async (company: Stranger) => (await claims(company)).filter(({ confirmado }) => confirmado);

describe('300 forged documents and the 300 genuine ones of their numbers', () => {
  const many = 300;
  test.each(['the forged ones first', 'the genuine ones first'])(
    'the genuine documents are confirmed, %s',
    { timeout: 240_000 },
    async (order) => {
      const company = await stranger(server, { ...bare, certificado: true });
      const forgedFirst = order === 'the forged ones first';
      const numbers = Array.from({ length: many }, (_, n) => number((forgedFirst ? 1_000 : 2_000) + n));
      const forged = await Promise.all(numbers.map((encf) => forger.sign(to(company, encf, '1.00'))));
      const real = await Promise.all(numbers.map((encf) => genuine.sign(to(company, encf, '118.00'))));
      const send = async (peer: Peer, xmls: readonly string[]) => {
        const answers = [];
        for (let at = 0; at < xmls.length; at += 50)
          answers.push(...(await Promise.all(xmls.slice(at, at + 50).map((xml) => peer.send(xml)))));
        return answers;
      };
      const first = forgedFirst ? await send(forger, forged) : await send(genuine, real);
      const second = forgedFirst ? await send(genuine, real) : await send(forger, forged);
      expect(new Set([...first, ...second].map((answer) => estadoOf(answer).join()))).toEqual(new Set(['0,']));
      expect(await reported(company)).toEqual([]);

      for (const xml of real) await toDGII(company, xml);
      await confirms(company, many);
      expect((await confirmedOf(company)).every(({ monto }) => monto === '118.00')).toBe(true);
      expect(await reported(company)).toEqual(Array<string>(many).fill('118.00'));

      // The same bytes get their acknowledgement again; a third document of a number is a duplicate.
      const again = await send(genuine, real.slice(0, 3));
      expect(again).toEqual((forgedFirst ? second : first).slice(0, 3));
      expect(await forger.send(forged[0]!)).toEqual((forgedFirst ? first : second)[0]);
      const third = await forger.sign(to(company, numbers[0]!, '2.00'));
      expect(estadoOf(await forger.send(third))).toEqual(received.duplicate);
      expect(await forger.send(third)).toEqual(await forger.send(third));
    },
  );
});

describe('a signer', () => {
  const own = '131880611';

  test('the signer of a document that the DGII accepted is trusted at once; another signer is not', async () => {
    const company = await stranger(server, { ...bare, certificado: true });
    const peer = makePeer(server);
    const first = await peer.sign(to(company, number(1), '10.00', own));
    await toDGII(company, first);
    await peer.send(first);
    await confirms(company, 1);
    const before = await claims(company);
    await peer.send(await peer.sign(to(company, number(2), '20.00', own)));
    await forger.send(await forger.sign(to(company, number(3), '30.00', own)));
    // For another issuer, the signer is not a known one.
    await peer.send(await peer.sign(to(company, number(2), '40.00')));
    const now = (await claims(company)).slice(before.length - 1);
    expect(
      now.filter(({ monto }) => monto === '30.00' || monto === '40.00').map(({ confirmado }) => confirmado),
    ).toEqual([false, false]);
    const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
      sql<{ creido: boolean }>`select creido from recibido where monto_total = 20`.execute(tx),
    );
    expect(rows).toEqual([{ creido: true }]);
  });

  test('a trusted signer gives way to the verdict of the DGII', async () => {
    const company = await stranger(server, { ...bare, certificado: true });
    const [peer, delegate] = [makePeer(server), makePeer(server)];
    const learned = await peer.sign(to(company, number(11), '10.00', own));
    await toDGII(company, learned);
    await peer.send(learned);
    await confirms(company, 1);
    await peer.send(await peer.sign(to(company, number(12), '20.00', own)));
    await askAgainUntil(company, async () => (await claims(company)).some(({ estado }) => estado === 'no_encontrado'));
    const real = await delegate.sign(to(company, number(12), '25.00', own));
    expect(estadoOf(await delegate.send(real))).toEqual(received.taken);
    await toDGII(company, real);
    await confirms(company, 2);
    expect((await reported(company)).sort()).toEqual(['10.00', '25.00']);
  });
});

test.each([
  ['total', 9_101, sql`monto_total = 1.00`],
  ['ITBIS', 9_102, sql`total_itbis = 1.00`],
])('a document with the security code of an accepted one and another %s is not confirmed', async (_, n, other) => {
  const company = await stranger(server, { ...bare, certificado: true });
  const taxed = to(company, number(n), '100.00')
    .replace(
      /<Totales>.*<\/Totales>/,
      '<Totales><MontoGravadoTotal>100.00</MontoGravadoTotal><MontoGravadoI1>100.00</MontoGravadoI1><ITBIS1>18</ITBIS1><TotalITBIS>18.00</TotalITBIS><TotalITBIS1>18.00</TotalITBIS1><MontoTotal>118.00</MontoTotal></Totales>',
    )
    .replace('<IndicadorFacturacion>4', '<IndicadorFacturacion>1')
    .replace('<TipoIngresos>', '<IndicadorMontoGravado>0</IndicadorMontoGravado><TipoIngresos>');
  const real = await genuine.sign(taxed);
  await genuine.send(real);
  // Whoever makes enough signatures finds one that begins with the same six characters.
  await server.ctx.db.system((tx) =>
    sql`update recibido set ${other} where empresa_id = ${company.id}::uuid`.execute(tx),
  );
  await toDGII(company, real);
  const { rows } = await server.ctx.db.system((tx) => sql<{ now: Date }>`select now()`.execute(tx));
  const isAsked = sql<{ is: boolean }>`select bool_and(consultado_dgii > ${rows[0]!.now}) as is from recibido`;
  await askAgainUntil(company, async () => {
    const asked = await server.ctx.db.tenant(company.id, (tx) => isAsked.execute(tx));
    return asked.rows[0]!.is === true;
  });
  expect(await claims(company)).toMatchObject([{ confirmado: false, estado: 'no_encontrado' }]);
});

test('the signer and the confirmation are shown in the list, the detail and the record', async () => {
  const company = await stranger(server, { ...bare, certificado: true });
  const [forged, real] = [
    await forger.sign(to(company, number(9_001), '1.00')),
    await genuine.sign(to(company, number(9_001), '118.00')),
  ];
  await forger.send(forged);
  await genuine.send(real);
  await toDGII(company, real);
  await confirms(company, 1);
  const { body } = await server.call(recibidas.listarRecibidas, {}, company.sesion);
  expect(body.data.map(({ montoTotal, confirmada }) => [montoTotal, confirmada])).toEqual([
    ['118.00', true],
    ['1.00', false],
  ]);
  expect(body.data[0]!.firmadaPor).toMatch(/^\d{11}$/);
  const one = await server.call(recibidas.verRecibida, { params: { id: body.data[0]!.id } }, company.sesion);
  expect([one.body.confirmada, one.body.otrasDelNumero]).toEqual([true, 1]);
  const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
    sql<{ tipo: string; datos: { confirmada?: boolean; firmadaPor: string } }>`
      select tipo, datos from evento where tipo like 'recibido.%' order by seq`.execute(tx),
  );
  expect(rows.map(({ tipo, datos }) => [tipo, datos.confirmada])).toEqual([
    ['recibido.nuevo', false],
    ['recibido.nuevo', false],
    ['recibido.confirmado', undefined],
  ]);
  expect(rows[0]!.datos.firmadaPor).toMatch(/^\d{11}$/);
});

test('the first document of a number stays the only one in certification, where nobody can be asked', async () => {
  const company = await stranger(server, { ...bare, certificado: true, ambiente: 'certecf' });
  const first = await genuine.send(await genuine.sign(to(company, number(1), '118.00')));
  expect(estadoOf(first)).toEqual(received.taken);
  expect(estadoOf(await genuine.send(await genuine.sign(to(company, number(1), '119.00'))))).toEqual(
    received.duplicate,
  );
  expect((await claims(company)).map(({ confirmado }) => confirmado)).toEqual([true]);
});
