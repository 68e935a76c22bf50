import { contador } from '@timbre/contract';
import { isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  /** A despacho of the company's person, with a client that waits, a member that is invited, and a request to the company. */
  async furnish(server, { sesion, rnc }) {
    const own = { nombre: `Despacho de ${rnc}`, suNombre: 'Quien lo lleva' };
    const { id: despachoId } = (await server.call(contador.crearDespacho, { body: own }, sesion)).body;
    const params = { id: despachoId };
    const member = { nombre: 'Otra Persona', correo: `equipo${rnc}@ejemplo.invalid`, rol: 'miembro' as const };
    const invited = (await server.call(contador.invitarMiembro, { params, body: member }, sesion)).body;
    const asked = await server.call(contador.pedirClientes, { params, body: { clientes: [{ rnc }] } }, sesion);
    const serving = (await server.call(contador.despachosDeLaEmpresa, {}, sesion)).body;
    return {
      despachoId,
      miembroId: invited.id,
      codigoDeMiembro: invited.codigo,
      codigoDeCliente: asked.body.pedidos[0]!.codigo!,
      pedidoId: serving[0]!.id,
    };
  },
  nothing: { codigoDeMiembro: 'nada-nada-nada-nada', codigoDeCliente: 'nada-nada-nada-nadb' },
  rows: {
    'GET /api/contador': namesNothing,
    'GET /api/contador/despachos': namesNothing,
    'POST /api/contador/despachos': namesNothing,
    'POST /api/contador/despachos/:id/miembros': ({ despachoId: id }) => [
      { params: { id }, body: { nombre: 'Intruso', correo: 'intruso@ejemplo.invalid', rol: 'miembro' }, ...notFound },
    ],
    'PATCH /api/contador/despachos/:id/miembros/:miembroId': ({ despachoId: id, miembroId }, own) => [
      { params: { id, miembroId }, body: { rol: 'administrador' }, ...notFound },
      { params: { id: own.despachoId, miembroId }, body: { rol: 'administrador' }, ...notFound },
    ],
    'DELETE /api/contador/despachos/:id/miembros/:miembroId': ({ despachoId: id, miembroId }, own) => [
      { params: { id, miembroId }, ...notFound },
      { params: { id: own.despachoId, miembroId }, ...notFound },
    ],
    'POST /api/contador/invitacion': ({ codigoDeMiembro: codigo }) => [{ body: { codigo }, code: 'despacho/codigo' }],
    'POST /api/contador/despachos/:id/clientes': ({ despachoId: id, rnc }) => [
      { params: { id }, body: { clientes: [{ rnc }] }, ...notFound },
    ],
    'PATCH /api/contador/despachos/:id/clientes': ({ despachoId: id, pedidoId, miembroId }, own) => [
      { params: { id }, body: { clientes: [pedidoId], responsableId: null }, ...notFound },
      { params: { id: own.despachoId }, body: { clientes: [pedidoId], responsableId: null }, answer: { asignados: 0 } },
      { params: { id: own.despachoId }, body: { clientes: [own.pedidoId], responsableId: miembroId }, ...notFound },
    ],
    'POST /api/contador/despachos/:id/clientes/:clienteId/codigo': ({ despachoId: id, pedidoId: clienteId }, own) => [
      { params: { id, clienteId }, ...notFound },
      { params: { id: own.despachoId, clienteId }, ...notFound },
    ],
    'DELETE /api/contador/despachos/:id/clientes/:clienteId': ({ despachoId: id, pedidoId: clienteId }, own) => [
      { params: { id, clienteId }, ...notFound },
      { params: { id: own.despachoId, clienteId }, ...notFound },
    ],
    'GET /api/despachos': namesNothing,
    'POST /api/despachos/:id/aceptar': ({ pedidoId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/despachos/aceptar': ({ codigoDeCliente: codigo }) => [{ body: { codigo }, code: 'despacho/codigo' }],
    'DELETE /api/despachos/:id': ({ pedidoId: id }) => [{ params: { id }, ...notFound }],
  },
});
