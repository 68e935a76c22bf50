import { catalogo, emision } from '@timbre/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { makePerson } from '../../main/testing/people.ts';

const server = withIssuing();

const issue = async (body: object) => {
  const { problem } = await server.call(emision.enviarFactura, { body }, server.key);
  if (problem) throw new Error(JSON.stringify(problem));
};
const buyers = async (buscar = '', key = server.key) =>
  (await server.call(catalogo.buscarCompradores, { query: { buscar } }, key)).body;
const products = async (buscar = '') =>
  (await server.call(catalogo.buscarProductos, { query: { buscar } }, server.key)).body;

/** Requests a reading at once, regardless of how recently the documents were read. */
async function readNow(): Promise<void> {
  await server.ctx.db.system((tx) => sql`update catalogo_lectura set leido = '2020-01-01'`.execute(tx));
  await buyers();
  await server.until(async () => {
    const { rows } = await server.ctx.db.system((tx) => sql`select from trabajo where clase = 'catalogo'`.execute(tx));
    return rows.length === 0;
  });
}

const muneca = {
  RNCComprador: '131246796',
  RazonSocialComprador: 'Almacén Muñeca SRL',
  CorreoComprador: 'compras@muneca.example',
  DireccionComprador: 'Calle Inventada 5',
};

test('the lists are empty until something was issued, and are filled after the first request', async () => {
  expect(await buyers()).toEqual([]);
  await issue(saleOf({ comprador: muneca, item: { DescripcionItem: 'Saco de 42.5 kg' } }));
  await issue(saleOf({ tipo: '32', comprador: null, item: { NombreItem: 'Flete', IndicadorBienoServicio: '2' } }));
  await readNow();
  expect(await buyers()).toEqual([
    {
      identificacion: '131246796',
      extranjero: false,
      razonSocial: 'Almacén Muñeca SRL',
      correo: 'compras@muneca.example',
      direccion: 'Calle Inventada 5',
      municipio: '',
      provincia: '',
      pais: '',
    },
  ]);
  expect((await products()).map(({ nombre }) => nombre)).toEqual(['Flete', 'Cemento gris']);
  expect((await products('saco'))[0]).toEqual({
    nombre: 'Cemento gris',
    descripcion: 'Saco de 42.5 kg',
    precio: '200.00',
    unidad: '43',
    indicadorFacturacion: '1',
    indicadorBienoServicio: '1',
  });
});

test('an entry has the data of the newest document, and comes first', async () => {
  await issue(saleOf({ precio: '215.00', comprador: { ...muneca, RazonSocialComprador: 'Almacenes Muñeca SRL' } }));
  await readNow();
  expect((await buyers()).map(({ razonSocial, correo }) => [razonSocial, correo])).toEqual([
    ['Almacenes Muñeca SRL', 'compras@muneca.example'],
  ]);
  expect((await products()).map(({ nombre, precio }) => [nombre, precio])).toEqual([
    ['Cemento gris', '215.00'],
    ['Flete', '200.00'],
  ]);
});

test('words are found in any order, in any case, without accents; all of them must be there', async () => {
  for (const text of ['muneca almacen', 'ALMACÉN', '1312467', 'muñ'])
    expect((await buyers(text)).map(({ identificacion }) => identificacion)).toEqual(['131246796']);
  for (const text of ['otra', 'muneca otra']) expect(await buyers(text)).toEqual([]);
});

test('many documents are read in batches; a document read twice changes nothing', async () => {
  const before = await products();
  await Promise.all(
    Array.from({ length: 450 }, (_, n) =>
      issue(saleOf({ item: { NombreItem: `Pieza ${String(n).padStart(3, '0')}` } })),
    ),
  );
  await readNow();
  expect((await products('pieza 449')).map(({ nombre }) => nombre)).toEqual(['Pieza 449']);
  expect((await products('pieza 000')).map(({ nombre }) => nombre)).toEqual(['Pieza 000']);
  expect(await products('pieza')).toHaveLength(20);
  await server.ctx.db.system((tx) => sql`update catalogo_lectura set orden = 0`.execute(tx));
  await readNow();
  expect(await products('flete')).toEqual(before.filter(({ nombre }) => nombre === 'Flete'));
});

test('a read-only person is refused', async () => {
  const reader = await makePerson(server, { id: server.empresaId } as never, 'contador');
  const { problem } = await server.call(catalogo.buscarCompradores, {}, reader);
  expect(problem.code).toBe('acceso/denegado');
});
