import { documentos, emision, facturas } from '@timbre/contract';
import { expect, test } from 'vitest';
import { fillDisk } from '../../testing/full-disk.ts';
import { withIssuing } from '../../testing/issuing.ts';

const server = withIssuing();

const invoice = {
  Encabezado: {
    IdDoc: { TipoeCF: '31', TipoIngresos: '01', TipoPago: 1 },
    Comprador: { RNCComprador: '131246796', RazonSocialComprador: 'Ferretería Inventada SRL' },
  },
  DetallesItems: {
    Item: [
      {
        NumeroLinea: 1,
        IndicadorFacturacion: 1,
        NombreItem: 'Cemento gris',
        IndicadorBienoServicio: 1,
        CantidadItem: 1,
        UnidadMedida: 43,
        PrecioUnitarioItem: '100.00',
      },
    ],
  },
};

const emit = (clave: string) =>
  server.call(emision.enviarFactura, { body: invoice, headers: { 'idempotency-key': clave } }, server.key);

test('while the journal cannot be written nothing is issued and nothing is sent; afterwards everything goes on', async () => {
  expect((await emit('antes')).body.eNCF).toBe('E310000000001');
  const full = fillDisk();

  // The write that finds the disk full comes after its number: that document is kept, and held.
  const held = await emit('primera');
  expect(held.status).toBe(503);
  expect(held.problem).toMatchObject({ code: 'servidor/lleno' });
  expect(held.problem.detail).toContain('E310000000002');

  const refused = await emit('segunda');
  expect(refused.status).toBe(503);
  expect(refused.problem.detail).toContain('No se tomó ningún número');

  const { body: listed } = await server.call(facturas.listarFacturas, { query: {} }, server.key);
  expect(listed.map(({ eNCF }) => eNCF)).toEqual(['E310000000002', 'E310000000001']);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(server.simulator.control.log().map(({ eNCF }) => eNCF)).toEqual(['E310000000001']);

  full.free();
  expect((await emit('segunda')).body.eNCF).toBe('E310000000003');
  expect((await emit('primera')).body.eNCF).toBe('E310000000002');
  const id = listed[0]?.facturaElectronicaID ?? '';
  await server.until(async () => {
    const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
    return body.estado === 'aceptado';
  });
  const received = server.simulator.control.log().filter(({ eNCF }) => eNCF === 'E310000000002');
  expect(received).toHaveLength(1);
});
