import { isolate } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  async furnish({ ctx }, { id: empresa_id, rnc }) {
    const nombre = `Servicio de ${rnc}`;
    await ctx.db.system(async (tx) => {
      await tx
        .insertInto('comprador')
        .values({
          ...{ empresa_id, identificacion: `cliente-${rnc}`, extranjero: true, razon_social: nombre, correo: '' },
          ...{ direccion: '', municipio: '', provincia: '', pais: '', busca: rnc, orden: 1 },
        })
        .execute();
      await tx
        .insertInto('producto')
        .values({
          ...{ empresa_id, nombre, descripcion: '', precio: '1.00', unidad: '', facturacion: '1', bien_servicio: '2' },
          ...{ busca: rnc, orden: 1 },
        })
        .execute();
    });
    return { nombre };
  },
  rows: {
    'GET /api/catalogo/compradores': ({ rnc }) => [{ query: { buscar: rnc }, answer: [] }],
    'GET /api/catalogo/productos': ({ rnc }) => [{ query: { buscar: rnc }, answer: [] }],
  },
});
