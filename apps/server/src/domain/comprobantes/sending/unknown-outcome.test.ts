import { documentos, emision } from '@timbre/contract';
import type { Simulator } from '@timbre/simulator';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saleOf } from '../../../main/testing/draft.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { apart, issuerOn, numbered, withIssuers } from './testing/issuer.ts';

// An unknown outcome is not proof of absence. Tested with the services of each environment: certification has none that
// returns the trackIds of a number. The documents of an environment wait at the same time: each fault is of one number.

type Fault = Parameters<Simulator['control']['fault']>[0];
type Documento = documentos.Documento;

const foreigner = {
  comprador: { IdentificadorExtranjero: 'X-533445888', RazonSocialComprador: 'Importadora Inventada' },
  item: { IndicadorFacturacion: '4' },
};
let numbers = 700_000;
const nextOf = (tipo: '31' | '32' | '44'): string => {
  numbers += 1;
  return `E${tipo}${String(numbers).padStart(10, '0')}`;
};

/** Waits until the second copy is rejected: then the document stays unconfirmed, or is decided. */
const isOver = ({ estado, mensajes }: Documento): boolean =>
  estado === 'sin_confirmar'
    ? mensajes.some(({ codigo }) => codigo === '1209')
    : ['aceptado', 'aceptado_condicional', 'rechazado'].includes(estado);

const answers: readonly (readonly [string, Fault])[] = [
  ['the answer is lost before processing', { kind: 'lose', times: 1 }],
  ['the answer is lost after processing', { kind: 'lose', processed: true, times: 1 }],
  ['a gateway answers HTML after processing', { kind: 'html', processed: true, times: 1 }],
  ['JSON is cut after processing', { kind: 'malformed', processed: true, times: 1 }],
  ['three answers are lost after processing', { kind: 'lose', processed: true, times: 3 }],
];

const ambientes = ['testecf', 'certecf', 'ecf'] as const;
describe('one document’s outcome is unknown', () => {
  const server = withIssuing('testecf', { limits: apart });
  const issuers = withIssuers(server);
  const plan = (eNCF: string, fault: Fault) => server.simulator.control.fault({ ...fault, eNCF });

  describe.concurrent.each(ambientes)('in %s', (ambiente) => {
    const { key, emit, seen, acceptedOf } = issuers[ambiente];
    const overOf = (id: string) => seen(id, isOver);

    test.each(answers)('%s: an accepted document is never shown as rejected', { tags: ['P2.1'] }, async (_, fault) => {
      const eNCF = nextOf('31');
      plan(eNCF, { ...fault, services: ['enviarECF'] });
      const { id } = await emit(numbered(eNCF));
      const { estado, trackId } = await overOf(id);
      const accepted = acceptedOf(eNCF);
      expect(accepted).toHaveLength(1);
      const unheard = ambiente === 'certecf' && fault.processed === true;
      expect(estado).toBe(unheard ? 'sin_confirmar' : 'aceptado');
      if (!unheard) expect(trackId).toBe(accepted[0]?.trackId);
    });

    test('an invoice to a foreign buyer whose answer is lost is looked up without an RNC', {
      tags: ['P2.1'],
    }, async () => {
      const eNCF = nextOf('44');
      plan(eNCF, { kind: 'lose', processed: true, services: ['enviarECF'], times: 1 });
      const { id } = await emit(numbered(eNCF, foreigner));
      expect((await overOf(id)).estado).toBe(ambiente === 'certecf' ? 'sin_confirmar' : 'aceptado');
      expect(acceptedOf(eNCF)).toHaveLength(1);
    });

    test.each(answers)('%s, of a summary: it is looked up, and is accepted', { tags: ['P2.1'] }, async (_, fault) => {
      const eNCF = nextOf('32');
      plan(eNCF, { ...fault, services: ['enviarRFCE'] });
      const { id } = await emit(numbered(eNCF));
      expect((await overOf(id)).estado).toBe('aceptado');
      expect(acceptedOf(eNCF)).toHaveLength(1);
    });

    const unused = {
      estado: 'rechazado',
      mensajes: [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }],
      secuenciaUtilizada: false,
    } as const;

    test('a number rejected unused is another document’s when a program uses it again', async () => {
      const eNCF = nextOf('31');
      server.simulator.control.force({ eNCF, ...unused });
      const first = await emit(numbered(eNCF, { precio: '10.00' }));
      expect((await overOf(first.id)).estado).toBe('rechazado');
      const second = await emit(numbered(eNCF, { precio: '20.00' }));
      expect((await overOf(second.id)).estado).toBe('aceptado');
      expect(second.id).not.toBe(first.id);
    });

    test.each(['31', '32'] as const)(
      'a number of %s that the answer frees, and its cause does not, stays taken, with a message',
      async (tipo) => {
        const eNCF = nextOf(tipo);
        server.simulator.control.force({
          eNCF,
          estado: 'rechazado',
          mensajes: [{ codigo: '2020', valor: 'El total de los descuentos no es el de la tabla' }],
          secuenciaUtilizada: false,
        });
        const first = await emit(numbered(eNCF, { precio: '10.00' }));
        const rejected = await overOf(first.id);
        expect(rejected).toMatchObject({ estado: 'rechazado', secuenciaUtilizada: true });
        expect(rejected.mensajes.map(({ codigo }) => codigo)).toEqual(['2020', 'ENVIO-NUMERO']);
        const body = numbered(eNCF, { precio: '20.00' });
        const again = await server.call(emision.enviarFactura, { body }, key());
        expect(again.problem.code).toBe('ecf/duplicado');
      },
    );

    test('a rejected second copy decides nothing where the first cannot be looked up', {
      tags: ['P2.3'],
    }, async () => {
      const eNCF = nextOf('31');
      plan(eNCF, { kind: 'lose', services: ['enviarECF'], times: 1 });
      server.simulator.control.force({ eNCF, ...unused });
      const { id } = await emit(numbered(eNCF));
      const documento = await seen(id, ({ mensajes }) => mensajes.length > 0);
      expect(documento.estado).toBe(ambiente === 'certecf' ? 'sin_confirmar' : 'rechazado');
      expect(documento.mensajes[0]?.valor).toBe('El RNC Emisor no se encuentra activo');
    });

    test('a document with an unknown trackId is looked up by its number, or sent again and unconfirmed', {
      tags: ['P2.5'],
    }, async () => {
      const eNCF = nextOf('31');
      plan(eNCF, { kind: 'wrong-trackid', processed: true, services: ['enviarECF'], times: 1 });
      const { id } = await emit(numbered(eNCF));
      const documento = await overOf(id);
      const [accepted] = acceptedOf(eNCF);
      expect(accepted).toBeDefined();
      if (ambiente === 'certecf') expect(documento.estado).toBe('sin_confirmar');
      else expect(documento).toMatchObject({ estado: 'aceptado', trackId: accepted?.trackId });
    });

    test('the verdict of a trackId of another document is not used', {
      tags: ['P2.5'],
    }, async () => {
      const other = await emit(saleOf({ precio: '100.00' }));
      const { trackId } = await overOf(other.id);
      const eNCF = nextOf('31');
      plan(eNCF, { kind: 'wrong-trackid', trackId: trackId!, services: ['enviarECF'], times: 1 });
      const { id } = await emit(numbered(eNCF));
      const documento = await overOf(id);
      expect(documento.estado).toBe('aceptado');
      expect(documento.trackId).toBe(acceptedOf(eNCF)[0]?.trackId);
      expect(documento.trackId).not.toBe(trackId);
    });

    test('a document whose trackId is not answered is looked up by its number, or sent again', async () => {
      const eNCF = nextOf('31');
      plan(eNCF, { kind: 'status', status: 400, services: ['consultaResultado'], times: 2 });
      const { id } = await emit(numbered(eNCF));
      expect((await overOf(id)).estado).toBe('aceptado');
    });
  });

  // Runs after the others, because the lag affects every look-up. It is longer than the interval between the two
  // look-ups that find nothing, so that the document is posted again, and refused as used.
  describe('look-ups that lag', () => {
    beforeAll(() => server.simulator.control.settings({ rezagoMs: 3_500 }));
    afterAll(() => server.simulator.control.settings({ rezagoMs: 0 }));

    const sent = [
      ['e-CF', 'enviarECF', '31'],
      ['summary', 'enviarRFCE', '32'],
    ] as const;
    test.concurrent.each(ambientes.flatMap((ambiente) => sent.map((each) => [ambiente, ...each] as const)))(
      'slow look-ups in %s do not make an accepted %s a rejected one',
      async (ambiente, _, service, tipo) => {
        const { emit, seen, acceptedOf } = issuers[ambiente];
        const eNCF = nextOf(tipo);
        plan(eNCF, { kind: 'lose', processed: true, services: [service], times: 1 });
        const { id } = await emit(numbered(eNCF));
        const waits = ambiente === 'certecf' && service === 'enviarECF';
        const final = await seen(id, (documento) => {
          expect(documento.estado).not.toBe('rechazado');
          return isOver(documento) && (waits || documento.estado !== 'sin_confirmar');
        });
        const [accepted] = acceptedOf(eNCF);
        if (waits) expect(final.estado).toBe('sin_confirmar');
        else {
          expect(final.estado).toBe('aceptado');
          if (service === 'enviarECF') expect(final.trackId).toBe(accepted?.trackId);
        }
      },
    );
  });

  test('the ledger is sound after all unknown outcomes', async () => {
    expect(await issuers.testecf.findings()).toEqual([]);
  });
});

describe('an unconfirmed document in certification', () => {
  const server = withIssuing('certecf');
  const { emit, see, seen, acceptedOf, findings } = issuerOn(server);
  const invoice = saleOf({ precio: '100.00' });
  const reach = (id: string, ...estados: Documento['estado'][]) => seen(id, ({ estado }) => estados.includes(estado));

  /** Issues a document that the authority accepted and whose acceptance did not arrive here. */
  async function unconfirmed() {
    server.simulator.control.fault({ kind: 'lose', processed: true, services: ['enviarECF'], times: 1 });
    const issued = await emit(invoice);
    await reach(issued.id, 'sin_confirmar');
    return issued;
  }
  const settle = (id: string, body: documentos.VeredictoVisto, key = server.key) =>
    server.call(documentos.asentarVeredicto, { params: { id }, body }, key);

  test('an unconfirmed document was sent again with the same bytes, and waits without holding up others', {
    tags: ['P2.3'],
  }, async () => {
    const { id, eNCF } = await unconfirmed();
    const documento = await see(id);
    expect(documento.intentos.map(({ operacion, resultado }) => [operacion, resultado])).toEqual([
      ['envio', 'desconocido'],
      ['reenvio', 'recibido'],
      ['consulta', 'sin_confirmar'],
    ]);
    expect(documento.mensajes[0]?.codigo).toBe('1209');
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`select 1 from trabajo where sujeto = ${id}`.execute(tx),
    );
    expect(rows).toEqual([]);
    const next = await emit(invoice);
    expect((await reach(next.id, 'aceptado')).eNCF).not.toBe(eNCF);
    expect(await findings()).toEqual([]);
  });

  test('unconfirmed documents are settled by the list of the portal, after a preview of each line', {
    tags: ['P2.4'],
  }, async () => {
    const [first, second, third] = [await unconfirmed(), await unconfirmed(), await unconfirmed()];
    const done = await emit(invoice);
    await reach(done.id, 'aceptado');
    const unknown = 'E310000009999';
    const lista = [
      'e-NCF\tEstado',
      `${first.eNCF}\tAceptado`,
      `${second.eNCF}\tAceptado Condicional`,
      `${third.eNCF}\tEn proceso`,
      `${done.eNCF}\tRechazado`,
      `${unknown}\tAceptado`,
    ].join('\n');
    const settleList = (body: object) => server.call(documentos.asentarLista, { body: { lista, ...body } }, server.key);
    const results = async (body: object) => (await settleList(body)).body.lineas.map(({ resultado }) => resultado);
    expect(await results({})).toEqual(['se_asienta', 'se_asienta', 'sin_estado', 'confirmado', 'no_esta']);
    expect((await see(first.id)).estado).toBe('sin_confirmar');
    expect(await results({ aplicar: true, nota: 'Portal, 3 de marzo' })).toEqual([
      ...['asentado', 'asentado', 'sin_estado', 'confirmado', 'no_esta'],
    ]);
    const states = async () => Promise.all([first, second, third, done].map(async ({ id }) => (await see(id)).estado));
    expect(await states()).toEqual(['aceptado', 'aceptado_condicional', 'sin_confirmar', 'aceptado']);
    expect((await see(first.id)).asentadoPor).toBe(server.company.correo);
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql<{ sujeto: string }>`
        select sujeto from evento where tipo = 'documento.asentado' and datos->>'nota' = 'Portal, 3 de marzo'
          and sujeto in (${first.id}, ${second.id}, ${third.id}) order by sujeto`.execute(tx),
    );
    expect(rows.map(({ sujeto }) => sujeto)).toEqual([first.id, second.id].sort());
    expect(await results({ aplicar: true })).toEqual([
      ...['confirmado', 'confirmado', 'sin_estado', 'confirmado', 'no_esta'],
    ]);
    const twice = `${third.eNCF} Aceptado\n${third.eNCF} Rechazado`;
    expect((await settleList({ lista: twice, aplicar: true })).body.lineas.map(({ resultado }) => resultado)).toEqual([
      ...['contradice', 'contradice'],
    ]);
    await settleList({ lista: `${third.eNCF} Aceptado`, aplicar: true });
    expect((await see(third.id)).estado).toBe('aceptado');
    expect(await findings()).toEqual([]);
  });

  test('an unconfirmed document is settled by hand, once, with its verdict; the record has who and what', {
    tags: ['P2.4'],
  }, async () => {
    const { id, eNCF } = await unconfirmed();
    const seen = { estado: 'aceptado', trackId: acceptedOf(eNCF)[0]!.trackId, nota: 'Portal, 3 de marzo' } as const;
    const { status, body } = await settle(id, seen);
    expect([status, body.estado, body.trackId]).toEqual([200, 'aceptado', seen.trackId]);
    expect((await see(id)).asentadoPor).toBe(server.company.correo);
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql<{ datos: object }>`select datos from evento where tipo = 'documento.asentado' and sujeto = ${id}`.execute(tx),
    );
    expect(rows).toEqual([
      { datos: { eNCF, ...seen, secuenciaUtilizada: true, por: server.company.correo, ip: expect.any(String) } },
    ]);
    expect((await settle(id, { estado: 'rechazado' })).problem.code).toBe('documento/confirmado');
    expect((await see(id)).estado).toBe('aceptado');
    expect(await findings()).toEqual([]);
  });

  test('an unconfirmed document is not settled while a copy of it is on its way, as that can be accepted', {
    tags: ['P2.4'],
  }, async () => {
    server.simulator.control.fault({ kind: 'wrong-trackid', processed: true, services: ['enviarECF'], times: 1 });
    server.simulator.control.fault({ kind: 'status', status: 503, services: ['enviarECF'] });
    const { id } = await emit(invoice);
    await reach(id, 'sin_confirmar');
    expect((await settle(id, { estado: 'rechazado', secuenciaUtilizada: false })).problem.code).toBe(
      'documento/ya-enviado',
    );
    server.simulator.control.clearFaults();
    await server.until(async () => (await see(id)).mensajes.some(({ codigo }) => codigo === '1209'));
    expect((await settle(id, { estado: 'aceptado' })).status).toBe(200);
  });

  test('an unconfirmed invoice holds back the note that modifies it until it is settled', async () => {
    const { id, eNCF } = await unconfirmed();
    const today = new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('-');
    const note = await emit({
      Encabezado: {
        IdDoc: { TipoeCF: '34', IndicadorNotaCredito: 0, TipoIngresos: '01', TipoPago: 1 },
        Comprador: invoice.Encabezado.Comprador,
      },
      DetallesItems: invoice.DetallesItems,
      InformacionReferencia: { NCFModificado: eNCF, FechaNCFModificado: today, CodigoModificacion: 1 },
    });
    await server.until(async () => {
      const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
        sql<{
          ficha: number;
        }>`select ficha from trabajo where sujeto = ${note.id} and reservado_hasta is null and ficha > 0`.execute(tx),
      );
      return rows.length > 0;
    });
    expect((await see(note.id)).estado).toBe('firmado');
    await settle(id, { estado: 'aceptado' });
    expect((await reach(note.id, 'aceptado', 'rechazado')).estado).toBe('aceptado');
    expect(await findings()).toEqual([]);
  });

  test.each([
    ['without the DGII’s message', undefined, []],
    [
      'for a cause that uses it up',
      { codigo: '2020', valor: 'El total de los descuentos no es el de la tabla' },
      ['2020'],
    ],
    ['for a cause in no row', { codigo: '0', valor: 'Rechazado' }, ['0']],
  ] as const)(
    'the number of a document settled as rejected and unused, %s, stays taken',
    async (_, mensaje, codigos) => {
      server.simulator.control.fault({ kind: 'lose', services: ['enviarECF'], times: 1 });
      server.simulator.control.force({
        estado: 'rechazado',
        mensajes: [{ codigo: '0', valor: 'Otro' }],
        secuenciaUtilizada: false,
      });
      const { id, eNCF } = await emit(invoice);
      await reach(id, 'sin_confirmar');
      await seen(id, ({ mensajes }) => mensajes.length > 0);
      const mensajes = mensaje && [mensaje];
      const { body } = await settle(id, {
        estado: 'rechazado',
        secuenciaUtilizada: false,
        ...(mensajes && { mensajes }),
      });
      expect(body).toMatchObject({ estado: 'rechazado', secuenciaUtilizada: true });
      const messages = (await see(id)).mensajes;
      expect(messages.slice(mensaje ? 0 : 1).map(({ codigo }) => codigo)).toEqual([...codigos, 'ENVIO-NUMERO']);
      const again = await server.call(emision.enviarFactura, { body: numbered(eNCF, { precio: '20.00' }) }, server.key);
      expect(again.problem.code).toBe('ecf/duplicado');
      expect(await findings()).toEqual([]);
    },
  );

  test('a document settled as rejected can free its number; a settlement against the authority is a finding', async () => {
    const { id, eNCF } = await unconfirmed();
    const mensajes = [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }];
    const { body } = await settle(id, { estado: 'rechazado', secuenciaUtilizada: false, mensajes });
    expect(body).toMatchObject({ estado: 'rechazado', secuenciaUtilizada: false, mensajes });
    expect((await findings()).map(({ promise, about, what }) => [promise, about, what])).toEqual([
      ['I4', `certecf ${eNCF} ${id}`, 'la autoridad lo aceptó y aquí está rechazado'],
    ]);
  });
});
