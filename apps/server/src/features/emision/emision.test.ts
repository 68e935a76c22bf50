import { configuracion, documentos, emision, facturas } from '@timbre/contract';
import type { Simulator } from '@timbre/simulator';
import { readXml } from '@timbre/xml';
import { verifyXml } from '@timbre/xml/node';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { verifyChain } from '../../platform/events/events.ts';

type Fault = Parameters<Simulator['control']['fault']>[0];

const invoice = (precio = '100.00', idDoc: object = {}) => saleOf({ precio, idDoc });
const consumer = (precio: string) => saleOf({ tipo: '32', precio, comprador: null });

describe.each(['testecf', 'certecf', 'ecf'] as const)('in %s', (ambiente) => {
  const server = withIssuing(ambiente);

  /** Sends a document that must be accepted. */
  const issue = async (body: object) => {
    const { body: issued, problem } = await emit(body);
    if (problem) throw new Error(JSON.stringify(problem));
    return issued;
  };

  const emit = (body: object, idempotencyKey?: string) =>
    server.call(
      emision.enviarFactura,
      { body, ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }) },
      server.key,
    );

  /**
   * Returns its final state. An unconfirmed document is final only after its second copy was answered, since until then
   * it is still posted.
   */
  const finalOf = (id: string) =>
    server.until(async () => {
      const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
      const unconfirmed = body.estado === 'sin_confirmar' && body.mensajes.some(({ codigo }) => codigo === '1209');
      return unconfirmed || ['aceptado', 'aceptado_condicional', 'rechazado'].includes(body.estado) ? body : undefined;
    });

  describe('issuing through the API', () => {
    test('an invoice without number or totals is completed, numbered, signed, sent and accepted', async () => {
      const { status, body } = await emit(invoice('1000.00'));
      expect(status).toBe(200);
      expect(body.eNCF).toMatch(/^E31\d{10}$/);
      const final = await finalOf(body.id);
      expect(final.mensajes).toEqual([]);
      expect(final).toMatchObject({ estado: 'aceptado', eNCF: body.eNCF, monto: '1180.00' });
      const { text } = await server.call(documentos.verXml, { params: { id: body.id } }, server.key);
      const verified = verifyXml(Buffer.from(text), { trust: () => 'trusted' });
      expect(verified.codigoSeguridad).toBe(body.securityCode);
      expect(body.qr).toContain(`ENCF=${body.eNCF}`);
      const [received] = server.simulator.control.log().filter(({ eNCF }) => eNCF === body.eNCF);
      expect(server.simulator.control.document({ sha256: received?.sha256 ?? '' })).toBe(text);
    });

    test('a consumer invoice below the threshold travels as its summary and takes its verdict', async () => {
      const body = await issue(consumer('500.00'));
      const final = await finalOf(body.id);
      expect(final).toMatchObject({ estado: 'aceptado', esRFCE: false, trackId: null });
      const received = server.simulator.control.log().filter(({ eNCF }) => eNCF === body.eNCF);
      expect(received).toHaveLength(1);
      const bytes = server.simulator.control.document({ sha256: received[0]?.sha256 ?? '' }) ?? '';
      expect(readXml(bytes).local).toBe('RFCE');
      expect(bytes).toContain(`<CodigoSeguridadeCF>${body.securityCode}</CodigoSeguridadeCF>`);
    });

    test('the credit-note body of the specification is accepted', async () => {
      const { body: original } = await emit(invoice('200.00'));
      await finalOf(original.id);
      const today = new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('-');
      const note = {
        Encabezado: {
          Version: '1.0',
          IdDoc: {
            TipoeCF: '34',
            encf: '',
            IndicadorNotaCredito: 0,
            IndicadorMontoGravado: 0,
            TipoIngresos: '01',
            TipoPago: 1,
          },
          Comprador: { RNCComprador: '131246796', RazonSocialComprador: 'Ferretería Inventada SRL' },
          Totales: {
            MontoGravadoTotal: 200,
            MontoGravadoI1: 200,
            ITBIS1: 18,
            TotalITBIS: 36,
            TotalITBIS1: 36,
            MontoTotal: 236,
          },
        },
        DetallesItems: { Items: invoice('200.00').DetallesItems.Item },
        Referencia: {
          NCFModificado: original.eNCF,
          FechaNCFModificado: today,
          CodigoModificacion: 1,
          RazonModificacion: '02',
        },
      };
      const { status, body, problem } = await emit(note);
      expect(problem).toBeUndefined();
      expect(status).toBe(200);
      expect(await finalOf(body.id)).toMatchObject({ estado: 'aceptado', tipo: '34' });
    });

    test('concurrent requests take consecutive numbers, none twice, none skipped', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => emit(invoice())));
      const numbers = answers.map(({ body }) => Number(body.eNCF.slice(3))).sort((a, b) => a - b);
      expect(new Set(numbers).size).toBe(50);
      expect(numbers.at(-1)! - numbers[0]!).toBe(49);
    });

    test('an invalid document is refused with its faults, and takes no number', async () => {
      const before = await emit(invoice());
      const { status, problem } = await emit({
        ...invoice(),
        Encabezado: { IdDoc: { TipoeCF: '31', TipoIngresos: '01', TipoPago: 1 } },
      });
      expect(status).toBe(422);
      expect(problem.code).toBe('ecf/invalido');
      expect(problem.errores?.some(({ campo }) => campo?.startsWith('Encabezado.Comprador'))).toBe(true);
      const after = await emit(invoice());
      expect(Number(after.body.eNCF.slice(3))).toBe(Number(before.body.eNCF.slice(3)) + 1);
    });

    test('a document that brings its number keeps it; the range passes over it; twice is refused', async () => {
      const { body: last } = await emit(invoice());
      const wanted = `E31${String(Number(last.eNCF.slice(3)) + 2).padStart(10, '0')}`;
      const brought = await emit(invoice('10.00', { eNCF: wanted, FechaVencimientoSecuencia: '31-12-2028' }));
      expect(brought.body.eNCF).toBe(wanted);
      const next = [await emit(invoice()), await emit(invoice())].map(
        ({ body }) => Number(body.eNCF.slice(3)) - Number(last.eNCF.slice(3)),
      );
      expect(next).toEqual([1, 3]);
      const again = await emit(invoice('10.00', { eNCF: wanted, FechaVencimientoSecuencia: '31-12-2028' }));
      expect([again.status, again.problem.code]).toEqual([409, 'ecf/duplicado']);
    });

    test('a range’s next number is a free one: it passes over those that documents bring', async () => {
      const { body: last } = await emit(invoice());
      const number = Number(last.eNCF.slice(3));
      const range = async () => {
        const { body: list } = await server.call(configuracion.listarSecuencias, {}, server.key);
        return list.find((own) => own.ambiente === ambiente && own.tipo === '31')!;
      };
      const bring = (numero: number) => {
        const eNCF = `E31${String(numero).padStart(10, '0')}`;
        return issue(invoice('10.00', { eNCF, FechaVencimientoSecuencia: '31-12-2028' }));
      };
      const before = await range();
      expect(before.siguiente).toBe(number + 1);
      await bring(number + 2);
      expect(await range()).toMatchObject({ siguiente: number + 1, usados: before.usados + 1 });
      await bring(number + 1);
      expect(await range()).toMatchObject({
        siguiente: number + 3,
        usados: before.usados + 2,
        quedan: before.quedan - 2,
      });
      await bring(number + 4);
      expect(Number((await issue(invoice())).eNCF.slice(3))).toBe(number + 3);
      expect(await range()).toMatchObject({
        siguiente: number + 5,
        usados: before.usados + 4,
        quedan: before.quedan - 4,
      });
    });

    test('a number outside every range is refused', async () => {
      const { problem } = await emit(
        invoice('10.00', { eNCF: 'E319999999999', FechaVencimientoSecuencia: '31-12-2028' }),
      );
      expect(problem.code).toBe('secuencia/falta');
    });

    test('another issuer is refused', async () => {
      const body = invoice();
      const { problem } = await emit({
        ...body,
        Encabezado: { ...body.Encabezado, Emisor: { RNCEmisor: '131246796' } },
      });
      expect(problem.errores?.map(({ codigo }) => codigo)).toContain('ECF-EMISOR-RNC');
    });
  });

  describe('idempotency', () => {
    test('the same key and body give the same document; another body is refused; both at once issue one', async () => {
      const first = await emit(invoice('55.00'), 'pedido-1');
      const again = await emit(invoice('55.00'), 'pedido-1');
      expect(again.body).toMatchObject({
        id: first.body.id,
        eNCF: first.body.eNCF,
        securityCode: first.body.securityCode,
      });
      expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
      const other = await emit(invoice('56.00'), 'pedido-1');
      expect([other.status, other.problem.code]).toEqual([422, 'idempotencia/distinta']);
      const both = await Promise.all([emit(invoice('57.00'), 'pedido-2'), emit(invoice('57.00'), 'pedido-2')]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    test('a refused request leaves its key free', async () => {
      const bad = invoice('10.00', { eNCF: 'E319999999999', FechaVencimientoSecuencia: '31-12-2028' });
      expect((await emit(bad, 'pedido-3')).problem.code).toBe('secuencia/falta');
      expect((await emit(invoice('58.00'), 'pedido-3')).status).toBe(200);
    });
  });

  describe('the authority in trouble', () => {
    const troubles: readonly (readonly [string, Fault])[] = [
      ['the answer is lost before processing', { kind: 'lose', services: ['enviarECF'], times: 1 }],
      ['the answer is lost after processing', { kind: 'lose', processed: true, services: ['enviarECF'], times: 1 }],
      ['a gateway answers HTML after processing', { kind: 'html', processed: true, services: ['enviarECF'], times: 1 }],
      ['JSON is cut after processing', { kind: 'malformed', processed: true, services: ['enviarECF'], times: 1 }],
      ['it answers nothing after processing', { kind: 'empty', processed: true, services: ['enviarECF'], times: 1 }],
      ['it fails with 500', { kind: 'status', status: 500, services: ['enviarECF'], times: 1 }],
      ['it is busy', { kind: 'status', status: 503, retryAfterSeconds: 1, services: ['enviarECF'], times: 1 }],
      ['the verdict cannot be read', { kind: 'malformed', services: ['consultaResultado'], times: 1 }],
      ['the trackId is wrong', { kind: 'wrong-trackid', processed: true, services: ['enviarECF'], times: 1 }],
      ['asking fails as well', { kind: 'lose', services: ['consultaTrackIds'], times: 1 }],
    ];
    test.each(troubles)('%s: the document is accepted, once', async (_, fault) => {
      // A scripted fault applies to the next post of any document, so earlier documents must have been posted before.
      await server.until(async () => {
        const { rows } = await server.ctx.db.system((tx) =>
          sql`select from trabajo join documento d on d.id = sujeto where clase = 'envio' and d.estado <> 'sin_confirmar'`.execute(
            tx,
          ),
        );
        return rows.length === 0;
      });
      server.simulator.control.fault(fault);
      if (fault.services?.[0] === 'consultaTrackIds') {
        server.simulator.control.fault({ kind: 'lose', processed: true, services: ['enviarECF'], times: 1 });
      }
      const { body } = await emit(invoice('77.00'));
      // In certification, no service reports the outcome of a document that was processed without an answer.
      const unheard = ambiente === 'certecf' && (fault.processed || fault.services?.[0] === 'consultaTrackIds');
      expect((await finalOf(body.id)).estado).toBe(unheard ? 'sin_confirmar' : 'aceptado');
      server.simulator.control.clearFaults();
      const accepted = server.simulator.control.accepted().filter(({ eNCF }) => eNCF === body.eNCF);
      expect(accepted).toHaveLength(1);
    });

    test('a rejection that did not use the number frees it: mended, the same document is accepted', async () => {
      const brought = { eNCF: 'E310000500000', FechaVencimientoSecuencia: '31-12-2028' };
      server.simulator.control.force({
        eNCF: brought.eNCF,
        estado: 'rechazado',
        mensajes: [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }],
        secuenciaUtilizada: false,
      });
      const { body } = await emit(invoice('88.00', brought));
      const rejected = await finalOf(body.id);
      expect(rejected).toMatchObject({ estado: 'rechazado', secuenciaUtilizada: false });
      const { text } = await server.call(documentos.verXml, { params: { id: body.id } }, server.key);
      const mended = text.replace('Cemento gris', 'Cemento blanco').replace(/<Signature.*<\/Signature>/s, '');
      const edited = await server.call(
        documentos.editarXml,
        { params: { id: body.id }, body: { xml: mended } },
        server.key,
      );
      expect(edited.body).toMatchObject({ estado: 'firmado', eNCF: brought.eNCF });
      await server.call(documentos.enviarDocumento, { params: { id: body.id }, body: {} }, server.key);
      expect(await finalOf(body.id)).toMatchObject({ estado: 'aceptado', eNCF: brought.eNCF });
    });

    test('an accepted document can neither be edited nor sent again', async () => {
      const { body } = await emit(invoice('99.00'));
      await finalOf(body.id);
      const { text } = await server.call(documentos.verXml, { params: { id: body.id } }, server.key);
      const edited = await server.call(
        documentos.editarXml,
        { params: { id: body.id }, body: { xml: text } },
        server.key,
      );
      expect(edited.problem.code).toBe('documento/no-editable');
      const sent = await server.call(documentos.enviarDocumento, { params: { id: body.id }, body: {} }, server.key);
      expect(sent.problem.code).toBe('documento/ya-enviado');
    });
  });

  test('issued documents are listed, newest first', async () => {
    const { body: issued } = await emit(invoice('12.00'));
    const { body } = await server.call(facturas.listarFacturas, { query: { limit: 1 } }, server.key);
    expect(body[0]?.eNCF).toBe(issued.eNCF);
  });

  test('the record of the company holds together', async () => {
    const { broken } = await verifyChain(server.ctx, server.empresaId);
    expect(broken).toBeUndefined();
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql<{ n: number }>`select count(*) as n from evento where tipo = 'documento'`.execute(tx),
    );
    expect(rows[0]?.n).toBeGreaterThan(50);
  });
});
