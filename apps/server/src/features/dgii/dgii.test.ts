import { dgii, documentos, emision, entregas, recibidas } from '@timbre/contract';
import { endOfSeriesB } from '@timbre/reports';
import { beforeAll, describe, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { createServiceStatus } from './service.ts';

const server = withIssuing();
let buyer: Stranger;
let url: string;

beforeAll(async () => {
  buyer = await stranger(server, { rangos: [] });
  url = await server.app.http.fastify.listen({ host: '127.0.0.1', port: 0 });
  Object.assign(server.ctx.config, { publicUrl: url });
});

const status = async () => (await server.call(dgii.estadoDeServicios, {}, server.key)).body;
const directory = (rnc: string, key = server.key) => server.call(dgii.consultarDirectorio, { params: { rnc } }, key);

/** Issues an invoice to the other company, once the DGII accepted it. */
async function accepted() {
  const comprador = { RNCComprador: buyer.rnc, RazonSocialComprador: buyer.razonSocial };
  const { body } = await server.call(emision.enviarFactura, { body: saleOf({ comprador }) }, server.key);
  return server.until(async () => {
    const seen = (await server.call(documentos.verDocumento, { params: { id: body.id } }, server.key)).body;
    return seen.estado === 'aceptado' ? seen : undefined;
  });
}

describe('the services of the DGII', () => {
  test('the services are shown with their state, by environment, and no maintenance where none is announced', async () => {
    const { servicios, ventanas, motivo } = await status();
    expect(servicios).toContainEqual({ servicio: 'Autenticación', estatus: 'Disponible', ambiente: 'Produccion' });
    expect([ventanas, motivo]).toEqual([[], null]);
  });

  test('the DGII is asked once a minute for all companies', async () => {
    let asked = 0;
    let now = 0;
    const authority = {
      estatusServicios: async () => {
        asked += 1;
        return [{ servicio: 'Recepción', estatus: 'Disponible', ambiente: 'Produccion' }];
      },
      ventanasMantenimiento: async () => ({
        ventanaMantenimientos: [
          { ambiente: 'Produccion', horaInicio: '1:00 PM', horaFin: '4:00 PM', dias: ['06-12-2026'] },
        ],
      }),
    };
    const read = createServiceStatus({
      authority: authority as never,
      clock: { now: () => new Date(now), monotonicMs: () => now },
    });
    const [first] = await Promise.all([read(), read()]);
    expect(first.ventanas).toEqual([
      { ambiente: 'Produccion', horaInicio: '1:00 PM', horaFin: '4:00 PM', dias: ['06-12-2026'] },
    ]);
    now = 59_999;
    await read();
    expect(asked).toBe(1);
    now = 60_000;
    await read();
    expect(asked).toBe(2);
  });
});

test('the end of the series B on the screen is that of the rules of 606 and 607', () => {
  expect(dgii.constants.finDeLaSerieB).toEqual(Object.entries(endOfSeriesB));
});

describe('the directory', () => {
  test('a company of this installation is in it beside the simulator; a stranger is not', async () => {
    const { body } = await directory(buyer.rnc);
    const own = `${url}/${buyer.rnc}`;
    expect(body).toEqual({
      rnc: buyer.rnc,
      entrada: { nombre: buyer.razonSocial, recepcion: own, aprobacion: own, autenticacion: own },
      propias: null,
    });
    expect((await directory('101000007')).body.entrada).toBeNull();
    expect((await directory('abc')).status).toBe(400);
  });

  test('the company’s own entry comes with the addresses at which the platform serves it', async () => {
    const own = `${url}/${server.rnc}`;
    expect((await directory(server.rnc)).body.propias).toEqual({
      recepcion: own,
      aprobacion: own,
      autenticacion: own,
    });
  });

  test('an invoice reaches another company of this installation, and its answer comes back', async () => {
    const { id, eNCF } = await accepted();
    const params = { id };
    await server.call(entregas.entregarFactura, { params, body: {} }, server.key);
    await server.until(
      async () => (await server.call(entregas.verEntrega, { params }, server.key)).body?.estado === 'entregada',
    );
    const row = await server.until(async () => {
      const { body } = await server.call(recibidas.listarRecibidas, { query: { encf: eNCF } }, buyer.sesion);
      return body.data[0]?.estadoDGII === 'aceptado' ? body.data[0] : undefined;
    });
    const answered = await server.call(
      recibidas.responderRecibida,
      { params: { id: row.id }, body: { estado: 'aceptada' } },
      buyer.sesion,
    );
    expect(answered.status).toBeLessThan(300);
    const [answer] = await server.until(async () => {
      const { body } = await server.call(entregas.aprobacionesDeFactura, { params }, server.key);
      return body.length > 0 ? body : undefined;
    });
    expect(answer).toMatchObject({ estado: 'aceptada' });
  });
});

describe('an e-CF asked for by hand', () => {
  const ask = (query: { rncEmisor: string; encf: string; codigoSeguridad?: string }, key = server.key) =>
    server.call(dgii.consultarComprobante, { query }, key);

  test('its issuer and its buyer see its state and what the DGII has of it', async () => {
    const { eNCF: encf, codigoSeguridad } = await accepted();
    const query = { rncEmisor: server.rnc, encf };
    for (const key of [server.key, buyer.sesion])
      expect((await ask({ ...query, codigoSeguridad: codigoSeguridad! }, key)).body).toMatchObject({
        estado: 'aceptado',
        rncComprador: buyer.rnc,
        montoTotal: expect.stringMatching(/^\d/),
      });
    expect((await ask({ ...query, codigoSeguridad: 'zzzzzz' })).body.estado).toBe('no_encontrado');
    expect((await ask({ ...query, encf: 'E319999999999' })).body.estado).toBe('no_encontrado');
  });
});

describe('where the DGII does not answer', () => {
  const alone = withServer();

  test('the services have the reason in place of their state', async () => {
    const { sesion } = await stranger(alone, bare);
    const { body } = await alone.call(dgii.estadoDeServicios, {}, sesion);
    expect(body).toMatchObject({ servicios: [], ventanas: [], motivo: expect.any(String) });
  });

  test('in Certificación there is neither a directory nor a look-up by number', async () => {
    const { sesion, rnc } = await stranger(alone, { ...bare, ambiente: 'certecf' });
    const looked = await alone.call(dgii.consultarDirectorio, { params: { rnc } }, sesion);
    const query = { rncEmisor: rnc, encf: 'E310000000001' };
    const asked = await alone.call(dgii.consultarComprobante, { query }, sesion);
    expect([looked.problem.code, asked.problem.code]).toEqual(['dgii/sin-servicio', 'dgii/sin-servicio']);
  });

  test('one company asks twenty times at once, and another is not kept from asking', async () => {
    const [first, second] = [await stranger(alone, bare), await stranger(alone, bare)];
    const ask = async ({ sesion }: Stranger) =>
      (await alone.call(dgii.consultarDirectorio, { params: { rnc: '101000007' } }, sesion)).problem.code;
    const codes: string[] = [];
    for (let n = 0; n < 21; n++) codes.push(await ask(first));
    expect(codes.filter((code) => code === 'sesion/demasiados-intentos')).toHaveLength(1);
    expect(await ask(second)).not.toBe('sesion/demasiados-intentos');
  });
});
