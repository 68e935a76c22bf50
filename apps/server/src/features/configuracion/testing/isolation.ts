import {
  afterItem,
  byRncQuery,
  byUserParam,
  denied,
  isolate,
  namesNothing,
  notFound,
} from '../../../main/testing/isolation.ts';
import { newId } from '../../../platform/db/id.ts';

const fecha = { serie: 'E', tipo: '31', fechaVencimiento: '2027-12-31', activo: false };
const rango = { prefijo: 'E34', cantidadDigitos: 10, desde: 1, hasta: 99 };

export const isolation = isolate({
  async furnish({ ctx }, { id: empresa_id, rnc }) {
    const [rangoId, rangoNCId, fechaId, anulacionId] = [1, 2, 3, 4].map(() => newId(new Date())) as [
      string,
      string,
      string,
      string,
    ];
    const impuestoId = `77-${rnc}`;
    const range = { empresa_id, ambiente: 'testecf', desde: 1, hasta: 99, siguiente: 1, vence: null } as const;
    const expiry = { serie: 'E', tipo: '31', fecha: '2027-12-31', activo: true, creada: new Date() } as const;
    const tax = { id_impuesto_externo: impuestoId, descripcion: 'ITBIS 18%' } as const;
    await ctx.db.system(async (tx) => {
      await tx
        .insertInto('secuencia')
        .values([
          { ...range, id: rangoId, tipo: 31, prefijo: 'E31' },
          { ...range, id: rangoNCId, tipo: 34, prefijo: 'E34' },
        ])
        .execute();
      await tx
        .insertInto('anulacion')
        .values({
          empresa_id,
          id: anulacionId,
          secuencia_id: rangoId,
          ambiente: 'testecf',
          rnc_emisor: rnc,
          tipo: 31,
          desde: 50,
          hasta: 59,
          cantidad: 10,
          codigo_608: '08',
          estado: 'sin_confirmar',
          xml: '<ANECF/>',
          xml_sha256: Buffer.of(1),
          firmada: new Date(),
          por: 'prueba',
          cambiada: new Date(),
        })
        .execute();
      await tx
        .insertInto('fecha_vencimiento')
        .values({ empresa_id, id: fechaId, ...expiry })
        .execute();
      await tx
        .insertInto('impuesto_externo')
        .values({ empresa_id, ...tax })
        .execute();
    });
    return { rangoId, rangoNCId, fechaId, impuestoId, anulacionId };
  },
  nothing: { impuestoId: '88' },
  rows: {
    'GET /api/secuencias': ({ rangoId }) => [afterItem(rangoId)],
    'GET /api/configuracion/certificados': namesNothing,
    'GET /api/configuracion/:userId': byUserParam,
    'POST /api/configuracion/guardar-configuracion': ({ rnc, nombreUsuario }) => [
      { form: { RncEmisor: rnc, id_externo: 'robado' }, ...denied },
      { form: { ModificadoPor: nombreUsuario, id_externo: 'robado' }, ...denied },
    ],
    'POST /api/configuracion/validar-secreto': ({ rnc }) => [
      { body: { rncEmisor: rnc, secretoIngresado: 'x' }, ...denied },
    ],
    'POST /api/configuracion/generar-apikey': ({ rnc }) => [{ body: { rncEmisor: rnc }, ...denied }],
    'DELETE /api/configuracion/eliminar-apikey': ({ rnc }) => [{ body: { rncEmisor: rnc }, ...denied }],
    'PUT /api/configuracion/apikey/alcances': namesNothing,
    'POST /api/configuracion/certificado/descarga': namesNothing,
    'PUT /api/configuracion/entrega-automatica': namesNothing,
    'GET /api/configuracion/crearimpuestos': byRncQuery,
    'POST /api/configuracion/crearimpuestos': ({ rnc }) => [
      { body: { idImpuestoExterno: '9', descripcion: 'ITBIS 18%', rncEmisor: rnc }, ...denied },
    ],
    'PUT /api/configuracion/modificarimpuestos': ({ rnc, impuestoId }, own) => [
      { body: { idImpuestoExterno: impuestoId, descripcion: 'ITBIS 16%', rncEmisor: rnc }, ...denied },
      { body: { idImpuestoExterno: impuestoId, descripcion: 'ITBIS 16%', rncEmisor: own.rnc }, ...notFound },
    ],
    'DELETE /api/configuracion/eliminarimpuestos': ({ rnc, impuestoId }, own) => [
      { query: { rncEmisor: rnc, idImpuestoExterno: impuestoId }, ...denied },
      { query: { rncEmisor: own.rnc, idImpuestoExterno: impuestoId }, ...notFound },
    ],
    'GET /api/configuracion/campos-pdf': byRncQuery,
    'POST /api/configuracion/campos-pdf': ({ rnc }) => [
      { body: { rncEmisor: rnc, campoNombreItem: 'DescripcionItem' }, ...denied },
    ],
    'GET /api/configuracion/obtenerfechasvencimiento': byRncQuery,
    'POST /api/configuracion/guardarfechas': ({ rnc }) => [{ body: { ...fecha, rncEmisor: rnc }, ...denied }],
    'PUT /api/configuracion/actualizarfechas': ({ rnc, fechaId }, own) => [
      { body: { ...fecha, rncEmisor: rnc }, ...denied },
      { body: { ...fecha, rncEmisor: own.rnc, id: fechaId }, ...notFound },
    ],
    'PUT /api/configuracion/fechas': ({ rnc, fechaId }, own) => [
      { body: { rncEmisor: rnc, ids: [fechaId], fechaVencimiento: '2030-12-31' }, ...denied },
      { body: { rncEmisor: own.rnc, ids: [fechaId], fechaVencimiento: '2030-12-31' }, ...notFound },
    ],
    'DELETE /api/configuracion/eliminarfechas': ({ fechaId }) => [{ query: { id: fechaId }, ...notFound }],
    'GET /api/configuracion/rangos-notas-credito': byRncQuery,
    'POST /api/configuracion/rangos-notas-credito': ({ rnc }) => [{ body: { ...rango, rncEmisor: rnc }, ...denied }],
    'POST /api/configuracion/rangos-notas-credito/proximo-numero': ({ rnc }) => [
      { body: { rncEmisor: rnc, prefijo: 'E34' }, ...denied },
    ],
    'PUT /api/configuracion/rangos-notas-credito/:id': ({ rnc, rangoNCId: id }, own) => [
      { params: { id }, body: { ...rango, rncEmisor: rnc }, ...denied },
      { params: { id }, body: { ...rango, rncEmisor: own.rnc }, ...notFound },
    ],
    'DELETE /api/configuracion/rangos-notas-credito/:id': ({ rangoNCId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/secuencias': namesNothing,
    'DELETE /api/secuencias/:id': ({ rangoId: id }) => [{ params: { id }, ...notFound }],
    'GET /api/secuencias/:id/anulables': ({ rangoId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/secuencias/:id/anulaciones': ({ rangoId: id }) => [
      { params: { id }, body: { desde: 1, hasta: 9, codigo608: '08' }, ...notFound },
    ],
    'GET /api/secuencias/:id/anulaciones': ({ rangoId: id }) => [{ params: { id }, ...notFound }],
    'GET /api/anulaciones/:id/xml': ({ anulacionId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/anulaciones/:id/asentar': ({ anulacionId: id }) => [
      { params: { id }, body: { anulados: false }, ...notFound },
    ],
    'GET /api/secuencias/:id/numeros': ({ rangoId: id }) => [{ params: { id }, ...notFound }],
  },
});
