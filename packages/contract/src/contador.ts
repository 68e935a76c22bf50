import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { avisoDeRangoNombre } from './avisos.ts';
import type { Problems } from './declare.ts';
import { cuantos, type Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { Ambiente, enPartes, IdParams, orNull, parteDeLista } from './shared.ts';
import { menu as usuariosMenu } from './usuarios.ts';

/** Its item of the side menu, for people who belong to a despacho or work for several companies. */
export const menu = {
  id: 'contador',
  nombre: 'Clientes',
  titulo: 'Clientes',
  ruta: '/contador',
  icono: 'briefcase',
  seccion: 'Principal',
  lugar: 5,
  soloRoot: false,
  policy: 'miembro',
  fijo: true,
} as const satisfies MenuItem;

/** Most lines of one request for clients, most clients and most members of a despacho, most rows of a page of clients. */
export const constants = {
  clientesPorPedido: 300,
  clientesPorDespacho: 500,
  miembrosPorDespacho: 50,
  empresasPorPagina: 200,
} as const;

const RolDeMiembro = Type.Enum(['administrador', 'miembro'], {
  description: 'administrador: todos los clientes, y el equipo; miembro: los clientes de los que es responsable',
});

const Nombre = Type.String({ minLength: 2, maxLength: 100 });
const Codigo = Type.String({ minLength: 1, maxLength: 60, description: 'Código de un solo uso' });

/** A person of a despacho. */
const Miembro = Type.Object({
  id: Type.String(),
  nombre: Type.String(),
  correo: Type.String(),
  rol: RolDeMiembro,
  /** Whether the person has entered the code. */
  activo: Type.Boolean(),
  /** Whether it is the caller. */
  propio: Type.Boolean(),
});
export type Miembro = Static<typeof Miembro>;

/** A despacho of the caller, with its people. */
const Despacho = Type.Object({
  id: Type.String(),
  nombre: Type.String(),
  rol: RolDeMiembro,
  miembros: Type.Array(Miembro, { description: 'Hasta 50' }),
});
export type Despacho = Static<typeof Despacho>;

/** State of a report of the month. */
const EstadoDeReporte = Type.Enum(['no_aplica', 'sin_empezar', 'por_responder', 'espera', 'listo', 'presentado'], {
  description: 'espera: el IT-1 sale de un 606 y un 607 que aún no están listos',
});

const Reporte = Type.Object({
  estado: EstadoDeReporte,
  /** Rows that lack an answer, or a field of the TXT. */
  faltan: Type.Integer(),
  /** The day of its filing; yyyy-MM-dd. */
  presentado: orNull(Type.String()),
});
export type ReporteDeCliente = Static<typeof Reporte>;

const AvisoDeCliente = Type.Object({
  tipo: Type.Enum(['certificado', 'rango', 'quickbooks']),
  urgente: Type.Boolean(),
  /** Days that are left; null where the day does not matter, or there is none. */
  dias: orNull(Type.Integer()),
  /** Of a range: its type, its warning, and the numbers that are left. */
  tipoECF: orNull(Type.String()),
  rango: orNull(Type.Enum(Object.keys(avisoDeRangoNombre) as (keyof typeof avisoDeRangoNombre)[])),
  quedan: orNull(Type.Integer()),
});
export type AvisoDeCliente = Static<typeof AvisoDeCliente>;

/** The figures of a company. */
const Cifras = Type.Object({
  reportes: Type.Object({ '606': Reporte, '607': Reporte, IT1: Reporte }),
  /** Issued e-CF rejected in the last 30 days, and those whose outcome is unknown. */
  rechazados: Type.Integer(),
  sinConfirmar: Type.Integer(),
  /** Received e-CF without a commercial answer, and the day before which the first should have one. */
  recibidas: Type.Integer({ description: 'Contadas hasta 1,000' }),
  responderAntesDe: orNull(Type.String()),
  /** Certificate, ranges and QuickBooks: the urgent ones first, then by days left. */
  avisos: Type.Array(AvisoDeCliente),
  /** Sales of the month and of the one before, in RD$. */
  ventas: Type.String(),
  ventasAntes: Type.String(),
  /** The change of the sales in percent; null where there were none before. */
  cambio: orNull(Type.Integer()),
});

/** A company of the list. */
const Cliente = Type.Object({
  /** Of the company; of the request while it waits for the company's consent. */
  id: Type.String(),
  rnc: Type.String(),
  nombre: Type.String(),
  estado: Type.Enum(['activa', 'pendiente']),
  /** Null while it waits. */
  ambiente: orNull(Ambiente),
  /** The despacho that serves it, and the request; null for the caller's own access. */
  despachoId: orNull(Type.String()),
  clienteId: orNull(Type.String()),
  responsableId: orNull(Type.String()),
  pedida: orNull(Type.String()),
  /** Null while it waits, and where its figures could not be read. */
  cifras: orNull(Cifras),
});
export type Cliente = Static<typeof Cliente>;

/**
 * The companies of the caller: those where they work, those that a despacho of theirs serves, and those that it asked.
 * By name, 200 at a time.
 */
export const listarCartera = route({
  method: 'GET',
  path: '/api/contador',
  summary: 'Empresas de quien llama, con lo que cada una tiene pendiente',
  policy: 'miembro',
  query: Type.Object({
    cursor: parteDeLista().cursor,
    periodo: Type.Optional(
      Type.String({
        pattern: '^20[0-9]{2}(0[1-9]|1[0-2])$',
        examples: ['202610'],
        description: 'Por defecto, el que vence',
      }),
    ),
    limite: Type.Optional(
      Type.Integer({ minimum: 1, maximum: constants.empresasPorPagina, default: constants.empresasPorPagina }),
    ),
  }),
  answer: Type.Object({
    periodo: Type.String({ description: 'yyyyMM' }),
    /** The days on which its reports are due. */
    vencen: Type.Object({ '606': Type.String(), '607': Type.String(), IT1: Type.String() }),
    /** Today in Santo Domingo. */
    hoy: Type.String(),
    /** All of them, on any page. */
    total: Type.Integer(),
    clientes: Type.Array(Cliente),
    siguiente: orNull(Type.String()),
  }),
});

/** The despachos of the caller, 20 at most, with their people. */
export const misDespachos = route({
  method: 'GET',
  path: '/api/contador/despachos',
  summary: 'Despachos de quien llama',
  policy: 'miembro',
  ...enPartes('id'),
  answer: Type.Array(Despacho),
});

/** Creates a despacho; the caller is its administrator. */
export const crearDespacho = route({
  method: 'POST',
  path: '/api/contador/despachos',
  summary: 'Crear un despacho',
  policy: 'miembro',
  body: Type.Object({ nombre: Type.String({ minLength: 2, maxLength: 150 }), suNombre: Nombre }),
  status: 201,
  answer: Despacho,
});

/** Adds a person to a despacho: they enter the code, logged in with that e-mail. The answer does not tell who has a user. */
export const invitarMiembro = route({
  method: 'POST',
  path: '/api/contador/despachos/:id/miembros',
  summary: 'Invitar a una persona al despacho',
  policy: 'miembro',
  stepUp: 'siempre',
  params: IdParams,
  body: Type.Object({ nombre: Nombre, correo: Type.String({ minLength: 3, maxLength: 200 }), rol: RolDeMiembro }),
  status: 201,
  answer: Type.Object({ ...Miembro.properties, codigo: Type.String({ description: 'Vale siete días' }) }),
});

const MiembroParams = Type.Object({ id: Type.String({ format: 'uuid' }), miembroId: Type.String({ format: 'uuid' }) });

/** Changes what a person of a despacho may do. A despacho always has an administrator. */
export const cambiarMiembro = route({
  method: 'PATCH',
  path: '/api/contador/despachos/:id/miembros/:miembroId',
  summary: 'Cambiar el rol de una persona del despacho',
  policy: 'miembro',
  stepUp: 'siempre',
  params: MiembroParams,
  body: Type.Object({ rol: RolDeMiembro }),
  answer: Miembro,
});

/** Removes a person from a despacho, with their access to its clients; or the caller leaves it. */
export const quitarMiembro = route({
  method: 'DELETE',
  path: '/api/contador/despachos/:id/miembros/:miembroId',
  summary: 'Quitar a una persona del despacho',
  policy: 'miembro',
  stepUp: 'siempre',
  params: MiembroParams,
  status: 204,
});

/** Enters a despacho with the code of an invitation. */
export const entrarAlDespacho = route({
  method: 'POST',
  path: '/api/contador/invitacion',
  summary: 'Entrar a un despacho con el código de invitación',
  policy: 'miembro',
  body: Type.Object({ codigo: Codigo }),
  answer: Despacho,
});

/** The outcome of a line. */
const Pedido = Type.Object({
  rnc: Type.String(),
  nombre: Type.String(),
  resultado: Type.Enum(['pedida', 'repetida', 'ya_es_cliente', 'invalida']),
  /** For the company's administrator, who may enter it instead of answering on the screen. */
  codigo: orNull(Type.String()),
  motivo: orNull(Type.String()),
});
export type Pedido = Static<typeof Pedido>;

/** Asks companies for their consent, many at once. The answer is the same whether a company is here or not. */
export const pedirClientes = route({
  method: 'POST',
  path: '/api/contador/despachos/:id/clientes',
  summary: 'Pedir permiso a empresas',
  policy: 'miembro',
  params: IdParams,
  body: Type.Object({
    clientes: Type.Array(
      Type.Object({ rnc: Type.String({ maxLength: 40 }), nombre: Type.Optional(Type.String({ maxLength: 200 })) }),
      { minItems: 1, maxItems: constants.clientesPorPedido },
    ),
  }),
  answer: Type.Object({ pedidos: Type.Array(Pedido) }),
});

/** Makes a member of the despacho responsible for clients, or nobody. They and its administrators have access. */
export const asignarResponsable = route({
  method: 'PATCH',
  path: '/api/contador/despachos/:id/clientes',
  summary: 'Asignar el responsable de clientes',
  policy: 'miembro',
  params: IdParams,
  body: Type.Object({
    clientes: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: constants.clientesPorDespacho }),
    responsableId: orNull(Type.String({ format: 'uuid' })),
  }),
  answer: Type.Object({ asignados: Type.Integer() }),
});

const ClienteParams = Type.Object({ id: Type.String({ format: 'uuid' }), clienteId: Type.String({ format: 'uuid' }) });

/** Makes another code for a request that waits; the former one ends. */
export const renovarCodigo = route({
  method: 'POST',
  path: '/api/contador/despachos/:id/clientes/:clienteId/codigo',
  summary: 'Generar otro código para una petición de permiso',
  policy: 'miembro',
  params: ClienteParams,
  answer: Type.Object({ codigo: Type.String() }),
});

/** Withdraws a request, or stops serving a client: the access of the despacho ends at once. */
export const quitarCliente = route({
  method: 'DELETE',
  path: '/api/contador/despachos/:id/clientes/:clienteId',
  summary: 'Retirar una petición o dejar a un cliente',
  policy: 'miembro',
  params: ClienteParams,
  status: 204,
});

/** A despacho that serves the company or asks to, as the company sees it. */
const DespachoDeLaEmpresa = Type.Object({
  id: Type.String(),
  nombre: Type.String(),
  estado: Type.Enum(['pendiente', 'aceptada']),
  pedida: Type.String(),
  pedidaPor: Type.String(),
  resuelta: orNull(Type.String()),
  resueltaPor: orNull(Type.String()),
  /** People with access now. */
  personas: Type.Integer(),
});
export type DespachoDeLaEmpresa = Static<typeof DespachoDeLaEmpresa>;

/** The despachos that serve the caller's company or ask for its consent: the last 100. */
export const despachosDeLaEmpresa = route({
  method: 'GET',
  path: '/api/despachos',
  summary: 'Despachos con acceso a la empresa, y los que lo piden',
  policy: 'administrar',
  menu: usuariosMenu.id,
  ...enPartes('id'),
  answer: Type.Array(DespachoDeLaEmpresa),
});

/** Consents that a despacho serves the company: its people get the role of accountant. */
export const aceptarDespacho = route({
  method: 'POST',
  path: '/api/despachos/:id/aceptar',
  summary: 'Aceptar que un despacho lleve la empresa',
  policy: 'administrar',
  menu: usuariosMenu.id,
  stepUp: 'siempre',
  params: IdParams,
  answer: DespachoDeLaEmpresa,
});

/** The same, with the code that the despacho gave. */
export const aceptarDespachoConCodigo = route({
  method: 'POST',
  path: '/api/despachos/aceptar',
  summary: 'Aceptar un despacho con su código',
  policy: 'administrar',
  menu: usuariosMenu.id,
  stepUp: 'siempre',
  body: Type.Object({ codigo: Codigo }),
  answer: DespachoDeLaEmpresa,
});

/** Declines a request, or ends the consent: nobody of the despacho has access from then on, in any session. */
export const terminarDespacho = route({
  method: 'DELETE',
  path: '/api/despachos/:id',
  summary: 'Rechazar a un despacho o terminar su permiso',
  policy: 'administrar',
  menu: usuariosMenu.id,
  stepUp: 'siempre',
  params: IdParams,
  status: 204,
});

/** Its refusals. */
export const problems = {
  'despacho/invalido': { status: 422, title: 'Los datos del despacho no son válidos' },
  'despacho/limite': { status: 409, title: 'El despacho ya no admite más' },
  'despacho/administrador': { status: 409, title: 'El despacho debe tener al menos un administrador' },
  'despacho/codigo': { status: 422, title: 'El código no es válido o ya venció' },
  'despacho/miembro': { status: 409, title: 'Esa persona ya está en el despacho' },
} as const satisfies Problems;

/** The kinds of events that it records, in the record of the company. */
export const kinds = {
  'despacho.aceptado': {
    grupo: 'usuario',
    frase: ({ despacho, personas }) =>
      `Dio acceso al despacho ${despacho} (${cuantos(personas, 'persona', 'personas')}), con el rol de Contador`,
  },
  'despacho.rechazado': { grupo: 'usuario', frase: ({ despacho }) => `Rechazó al despacho ${despacho}` },
  'despacho.terminado': { grupo: 'usuario', frase: ({ despacho }) => `Terminó el permiso del despacho ${despacho}` },
  'despacho.dejado': { grupo: 'usuario', frase: ({ despacho }) => `El despacho ${despacho} dejó de llevar la empresa` },
  'despacho.personas': {
    grupo: 'usuario',
    frase: ({ despacho, entran, salen }) =>
      `Cambiaron las personas del despacho ${despacho} con acceso: ${[
        ...(entran as string[]).map((correo) => `entra ${correo}`),
        ...(salen as string[]).map((correo) => `sale ${correo}`),
      ].join(', ')}`,
  },
} as const satisfies Kinds;
