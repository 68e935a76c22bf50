import { configuracion } from '@timbre/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { makePerson } from '../../../main/testing/people.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';

const server = withServer();
let company: Stranger;
let other: Stranger;

beforeEach(async () => {
  [company, other] = [await stranger(server, bare), await stranger(server, bare)];
});

describe('the tax ids', () => {
  const body = (idImpuestoExterno: string, descripcion: 'ITBIS 18%' | 'EXENTO' = 'ITBIS 18%', of = company) => ({
    idImpuestoExterno,
    descripcion,
    rncEmisor: of.rnc,
  });
  const list = async (of = company) =>
    (await server.call(configuracion.listarImpuestos, { query: { rncEmisor: of.rnc } }, of.sesion)).body;

  test('tax ids are assigned, changed and removed; the record has each', {
    tags: ['S3-5', 'S7-10', 'S9-6'],
  }, async () => {
    expect((await server.call(configuracion.crearImpuesto, { body: body('TAX-2') }, company.sesion)).status).toBe(201);
    await server.call(configuracion.crearImpuesto, { body: body('TAX-1', 'EXENTO') }, company.sesion);
    await server.call(configuracion.modificarImpuesto, { body: body('TAX-2', 'EXENTO') }, company.sesion);
    expect(await list()).toEqual([body('TAX-1', 'EXENTO'), body('TAX-2', 'EXENTO')]);
    const query = { rncEmisor: company.rnc, idImpuestoExterno: 'TAX-1' };
    expect((await server.call(configuracion.eliminarImpuesto, { query }, company.sesion)).status).toBe(204);
    expect(await list()).toEqual([body('TAX-2', 'EXENTO')]);
    const events = await server.ctx.db.tenant(company.id, (tx) =>
      tx.selectFrom('evento').select(['tipo', 'datos']).where('tipo', 'like', 'impuesto.%').orderBy('seq').execute(),
    );
    expect(events).toMatchObject([
      { tipo: 'impuesto.creado', datos: { id: 'TAX-2', descripcion: 'ITBIS 18%' } },
      { tipo: 'impuesto.creado' },
      { tipo: 'impuesto.modificado', datos: { id: 'TAX-2', descripcion: 'EXENTO' } },
      { tipo: 'impuesto.eliminado', datos: { id: 'TAX-1', descripcion: 'EXENTO', por: company.correo } },
    ]);
  });

  test('a tax id that is assigned already is refused, and stays as it was', async () => {
    await server.call(configuracion.crearImpuesto, { body: body('A') }, company.sesion);
    const again = await server.call(configuracion.crearImpuesto, { body: body('A', 'EXENTO') }, company.sesion);
    expect([again.status, again.problem.code]).toEqual([409, 'impuesto/existe']);
    expect(await list()).toEqual([body('A')]);
  });

  test('a tax id that is not there can be neither changed nor removed', async () => {
    expect((await server.call(configuracion.modificarImpuesto, { body: body('X') }, company.sesion)).status).toBe(404);
    const query = { rncEmisor: company.rnc, idImpuestoExterno: 'X' };
    expect((await server.call(configuracion.eliminarImpuesto, { query }, company.sesion)).status).toBe(404);
  });

  test('the tax ids of another company are neither seen nor touched', async () => {
    await server.call(configuracion.crearImpuesto, { body: body('A', 'EXENTO', other) }, other.sesion);
    const query = { rncEmisor: other.rnc, idImpuestoExterno: 'A' };
    const answers = [
      await server.call(configuracion.listarImpuestos, { query: { rncEmisor: other.rnc } }, company.sesion),
      await server.call(configuracion.crearImpuesto, { body: body('B', 'EXENTO', other) }, company.sesion),
      await server.call(configuracion.modificarImpuesto, { body: body('A', 'ITBIS 18%', other) }, company.sesion),
      await server.call(configuracion.eliminarImpuesto, { query }, company.sesion),
    ];
    expect(answers.map(({ problem }) => problem.code)).toEqual(Array(4).fill('acceso/denegado'));
    expect(await list(other)).toEqual([body('A', 'EXENTO', other)]);
    await server.call(configuracion.crearImpuesto, { body: body('A') }, company.sesion);
    expect(await list()).toEqual([body('A')]);
  });

  test('the tax ids are seen by everybody of the company and changed by administrators', async () => {
    const clerk = await makePerson(server, company, 'consulta');
    const query = { rncEmisor: company.rnc };
    expect((await server.call(configuracion.listarImpuestos, { query }, clerk)).status).toBe(200);
    expect((await server.call(configuracion.crearImpuesto, { body: body('A') }, clerk)).status).toBe(403);
  });
});

describe('the field that names a product', () => {
  const view = () => server.call(configuracion.verCamposPdf, { query: { rncEmisor: company.rnc } }, company.sesion);

  test('the product field is not found until somebody chooses one, and then is the chosen one', {
    tags: ['S3-5', 'S7-10'],
  }, async () => {
    expect((await view()).status).toBe(404);
    for (const campoNombreItem of ['DescripcionItem', 'NombreItem'] as const) {
      const body = { rncEmisor: company.rnc, campoNombreItem };
      const saved = await server.call(configuracion.guardarCamposPdf, { body }, company.sesion);
      expect([saved.status, saved.body]).toEqual([200, body]);
      expect((await view()).body).toEqual(body);
    }
  });

  test('the product field of another company is refused', async () => {
    const body = { rncEmisor: other.rnc, campoNombreItem: 'NombreItem' as const };
    expect((await server.call(configuracion.guardarCamposPdf, { body }, company.sesion)).status).toBe(403);
    const query = { rncEmisor: other.rnc };
    expect((await server.call(configuracion.verCamposPdf, { query }, company.sesion)).status).toBe(403);
  });
});
