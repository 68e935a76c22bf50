import { documentos, emision } from '@timbre/contract';
import type { Simulator } from '@timbre/simulator';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { saleOf } from '../../testing/draft.ts';
import { type IssuingServer, withIssuing } from '../../testing/issuing.ts';
import { checkLedger, type Finding } from '../ledger/ledger-check.ts';

// An unknown outcome is not proof of absence. Tested with the services of each environment: certification has none that
// gives the trackIds of a number.

type Fault = Parameters<Simulator['control']['fault']>[0];
type Documento = documentos.Documento;

const invoice = saleOf({ precio: '100.00' });
const consumer = saleOf({ tipo: '32', precio: '100.00', comprador: null });
const toForeigner = saleOf({
  tipo: '44',
  comprador: { IdentificadorExtranjero: 'X-533445888', RazonSocialComprador: 'Importadora Inventada' },
  item: { IndicadorFacturacion: '4' },
});

/** The server and the authority of a test. */
function hands(server: IssuingServer) {
  const see = async (id: string): Promise<Documento> =>
    (await server.call(documentos.verDocumento, { params: { id } }, server.key)).body;
  return {
    see,
    async emit(body: object) {
      const { body: issued, problem } = await server.call(emision.enviarFactura, { body }, server.key);
      if (problem) throw new Error(JSON.stringify(problem));
      return issued;
    },
    /** Waits until the document is in one of the states. */
    reach: (id: string, ...estados: Documento['estado'][]) =>
      server.until(async () => {
        const documento = await see(id);
        return estados.includes(documento.estado) ? documento : undefined;
      }),
    acceptedOf: (eNCF: string) => server.simulator.control.accepted().filter((one) => one.eNCF === eNCF),
    receivedOf: (eNCF: string) => server.simulator.control.log().filter((one) => one.eNCF === eNCF),
    async findings(): Promise<readonly Finding[]> {
      const findings: Finding[] = [];
      const witnessed = server.simulator.control.log();
      const evidence = { now: new Date(), autoridad: 'simulador', seals: server.ctx.seals, witnessed } as const;
      await checkLedger(server.ctx.db, evidence, (finding) => findings.push(finding));
      return findings;
    },
  };
}

/** Waits until the second copy is rejected: then the document is unconfirmed for good, or decided. */
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

describe.each(['testecf', 'certecf', 'ecf'] as const)('in %s', (ambiente) => {
  const server = withIssuing(ambiente);
  const { emit, see, acceptedOf, findings } = hands(server);
  afterEach(() => {
    server.simulator.control.clearFaults();
    server.simulator.control.settings({ rezagoMs: 0 });
  });

  const overOf = (id: string) =>
    server.until(async () => {
      const documento = await see(id);
      return isOver(documento) ? documento : undefined;
    });

  test.each(answers)('%s: what was accepted is never said to be rejected', async (_, fault) => {
    server.simulator.control.fault({ ...fault, services: ['enviarECF'] });
    const { id, eNCF } = await emit(invoice);
    const { estado, trackId } = await overOf(id);
    const accepted = acceptedOf(eNCF);
    expect(accepted).toHaveLength(1);
    const unheard = ambiente === 'certecf' && fault.processed === true;
    expect(estado).toBe(unheard ? 'sin_confirmar' : 'aceptado');
    if (!unheard) expect(trackId).toBe(accepted[0]?.trackId);
    expect(await findings()).toEqual([]);
  });

  test('the answer is lost after processing, to a foreign buyer: it is asked for without an RNC', async () => {
    server.simulator.control.fault({ kind: 'lose', processed: true, services: ['enviarECF'], times: 1 });
    const { id, eNCF } = await emit(toForeigner);
    expect((await overOf(id)).estado).toBe(ambiente === 'certecf' ? 'sin_confirmar' : 'aceptado');
    expect(acceptedOf(eNCF)).toHaveLength(1);
  });

  test.each(answers)('%s, of a summary: it can be asked for, and is accepted', async (_, fault) => {
    server.simulator.control.fault({ ...fault, services: ['enviarRFCE'] });
    const { id, eNCF } = await emit(consumer);
    expect((await overOf(id)).estado).toBe('aceptado');
    expect(acceptedOf(eNCF)).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });

  test.each([
    ['e-CF', 'enviarECF', invoice],
    ['summary', 'enviarRFCE', consumer],
  ] as const)('look-ups that lag behind do not make an accepted %s a rejected one', async (_, service, body) => {
    // Longer than the interval between the two look-ups that find nothing: the document is posted again, and refused as
    // used.
    server.simulator.control.settings({ rezagoMs: 3_500 });
    server.simulator.control.fault({ kind: 'lose', processed: true, services: [service], times: 1 });
    const { id, eNCF } = await emit(body);
    const final = await server.until(async () => {
      const documento = await see(id);
      expect(documento.estado).not.toBe('rechazado');
      const waits = ambiente === 'certecf' && service === 'enviarECF';
      return isOver(documento) && (waits || documento.estado !== 'sin_confirmar') ? documento : undefined;
    });
    const [accepted] = acceptedOf(eNCF);
    if (ambiente === 'certecf' && service === 'enviarECF') expect(final.estado).toBe('sin_confirmar');
    else {
      expect(final.estado).toBe('aceptado');
      if (service === 'enviarECF') expect(final.trackId).toBe(accepted?.trackId);
    }
    expect(await findings()).toEqual([]);
  });

  test('a number rejected unused is another document’s when a program brings it again, and the ledger is sound', async () => {
    const eNCF = 'E310000700001';
    const brought = (precio: string) => saleOf({ precio, idDoc: { eNCF, FechaVencimientoSecuencia: '31-12-2028' } });
    server.simulator.control.force({
      eNCF,
      estado: 'rechazado',
      mensajes: [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }],
      secuenciaUtilizada: false,
    });
    const first = await emit(brought('10.00'));
    expect((await overOf(first.id)).estado).toBe('rechazado');
    const second = await emit(brought('20.00'));
    expect((await overOf(second.id)).estado).toBe('aceptado');
    expect(second.id).not.toBe(first.id);
    expect(await findings()).toEqual([]);
  });

  test.each(['31', '32'])(
    'a number of %s that the answer frees, and its cause does not, stays taken, and it is told',
    async (tipo) => {
      const eNCF = `E${tipo}0000700002`;
      const idDoc = tipo === '32' ? { eNCF } : { eNCF, FechaVencimientoSecuencia: '31-12-2028' };
      const brought = (precio: string) => saleOf({ tipo, precio, idDoc });
      server.simulator.control.force({
        eNCF,
        estado: 'rechazado',
        mensajes: [{ codigo: '2020', valor: 'El total de los descuentos no es el de la tabla' }],
        secuenciaUtilizada: false,
      });
      const first = await emit(brought('10.00'));
      const rejected = await overOf(first.id);
      expect(rejected).toMatchObject({ estado: 'rechazado', secuenciaUtilizada: true });
      expect(rejected.mensajes.map(({ codigo }) => codigo)).toEqual(['2020', 'ENVIO-NUMERO']);
      const again = await server.call(emision.enviarFactura, { body: brought('20.00') }, server.key);
      expect(again.problem.code).toBe('ecf/duplicado');
      expect(await findings()).toEqual([]);
    },
  );

  test('a second copy that is rejected says nothing of the first where nobody tells what became of that', async () => {
    server.simulator.control.fault({ kind: 'lose', services: ['enviarECF'], times: 1 });
    server.simulator.control.force({
      estado: 'rechazado',
      mensajes: [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }],
      secuenciaUtilizada: false,
    });
    const { id } = await emit(invoice);
    const documento = await server.until(async () => {
      const seen = await see(id);
      return seen.mensajes.length > 0 ? seen : undefined;
    });
    expect(documento.estado).toBe(ambiente === 'certecf' ? 'sin_confirmar' : 'rechazado');
    expect(documento.mensajes[0]?.valor).toBe('El RNC Emisor no se encuentra activo');
    expect(await findings()).toEqual([]);
  });

  test('a trackId that the authority does not know: asked by the number, or sent again and shown', async () => {
    server.simulator.control.fault({ kind: 'wrong-trackid', processed: true, services: ['enviarECF'], times: 1 });
    const { id, eNCF } = await emit(invoice);
    const documento = await overOf(id);
    const [accepted] = acceptedOf(eNCF);
    expect(accepted).toBeDefined();
    if (ambiente === 'certecf') expect(documento.estado).toBe('sin_confirmar');
    else expect(documento).toMatchObject({ estado: 'aceptado', trackId: accepted?.trackId });
    expect(await findings()).toEqual([]);
  });

  test('a trackId that is another document’s: its verdict is not taken for one’s own', async () => {
    const other = await emit(invoice);
    const { trackId } = await overOf(other.id);
    server.simulator.control.fault({
      kind: 'wrong-trackid',
      trackId: trackId!,
      services: ['enviarECF'],
      times: 1,
    });
    const { id, eNCF } = await emit(invoice);
    const documento = await overOf(id);
    expect(documento.estado).toBe('aceptado');
    expect(documento.trackId).toBe(acceptedOf(eNCF)[0]?.trackId);
    expect(documento.trackId).not.toBe(trackId);
    expect(await findings()).toEqual([]);
  });

  test('a trackId that the authority would not answer for: asked by the number, or sent again', async () => {
    server.simulator.control.fault({ kind: 'status', status: 400, services: ['consultaResultado'], times: 2 });
    const { id } = await emit(invoice);
    expect((await overOf(id)).estado).toBe('aceptado');
  });
});

describe('in certification, a document that is not confirmed', () => {
  const server = withIssuing('certecf');
  const { emit, reach, see, acceptedOf, findings } = hands(server);

  /** Issues a document that the authority accepted and whose acceptance did not arrive here. */
  async function unconfirmed() {
    server.simulator.control.fault({ kind: 'lose', processed: true, services: ['enviarECF'], times: 1 });
    const issued = await emit(invoice);
    await reach(issued.id, 'sin_confirmar');
    return issued;
  }
  const settle = (id: string, body: documentos.VeredictoVisto, key = server.key) =>
    server.call(documentos.asentarVeredicto, { params: { id }, body }, key);

  test('was sent again as the same bytes, marked, and waits for a person without holding up others', async () => {
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

  test('is settled by hand with the verdict seen; the record says who and what; not twice, nor any other', async () => {
    const { id, eNCF } = await unconfirmed();
    const seen = { estado: 'aceptado', trackId: acceptedOf(eNCF)[0]!.trackId, nota: 'Portal, 3 de marzo' } as const;
    const { status, body } = await settle(id, seen);
    expect([status, body.estado, body.trackId]).toEqual([200, 'aceptado', seen.trackId]);
    expect((await see(id)).asentadoPor).toBe('demo');
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql<{ datos: object }>`select datos from evento where tipo = 'documento.asentado' and sujeto = ${id}`.execute(tx),
    );
    expect(rows).toEqual([{ datos: { eNCF, ...seen, secuenciaUtilizada: true, por: 'demo', ip: expect.any(String) } }]);
    expect((await settle(id, { estado: 'rechazado' })).problem.code).toBe('documento/confirmado');
    expect((await see(id)).estado).toBe('aceptado');
    expect(await findings()).toEqual([]);
  });

  test('is not settled while a copy of it is on its way: that could still be accepted', async () => {
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

  test('holds back the note that modifies it, which goes once it is settled', async () => {
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

  test('settled as rejected with its number unused, it can be mended; settled against the authority, the check says so', async () => {
    const { id, eNCF } = await unconfirmed();
    const { body } = await settle(id, { estado: 'rechazado', secuenciaUtilizada: false });
    expect(body).toMatchObject({ estado: 'rechazado', secuenciaUtilizada: false });
    expect((await findings()).map(({ promise, about, what }) => [promise, about, what])).toEqual([
      ['I4', `certecf ${eNCF} ${id}`, 'la autoridad lo aceptó y aquí está rechazado'],
    ]);
  });
});
