import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import { menu } from './reportes.ts';
import { orNull } from './shared.ts';

/** Constants that the screens need at run time. */
export const constants = {
  /**
   * Placeholder returned in place of the tokens, which stay on the server.
   * @source docs/design/wire-and-outages.md#quickbooks-online
   */
  fichaGuardada: 'guardado-en-el-servidor',
  /** Size of the window of the consent. @source specification 002 §7 */
  ventana: { ancho: 600, alto: 700 },
} as const;

const common = { policy: 'miembro', menu: menu.id } as const;
const changing = { policy: 'conectar', menu: menu.id } as const;
const nullable = <T extends ReturnType<typeof Type.String>>(type: T) => orNull(type);

/** The connection of the company with QuickBooks, without secrets. */
export const EstadoQuickBooks = Type.Object({
  conectado: Type.Boolean(),
  empresa: nullable(Type.String({ description: 'Nombre de la empresa en QuickBooks' })),
  realmId: nullable(Type.String({ description: 'Company ID de QuickBooks' })),
  conectadoDesde: nullable(Type.String({ description: 'ISO 8601' })),
  por: nullable(Type.String({ description: 'Quién la conectó' })),
  revisado: nullable(Type.String({ description: 'Cuándo respondió QuickBooks por última vez a una revisión' })),
  motivo: nullable(Type.String({ description: 'Por qué QuickBooks no acepta la conexión' })),
  disponible: Type.Boolean({ description: 'Si este servidor puede conectarse con QuickBooks' }),
  simulado: Type.Boolean({ description: 'Si QuickBooks es un simulador' }),
});
export type EstadoQuickBooks = Static<typeof EstadoQuickBooks>;

/** The last known state of the connection, without a request to QuickBooks. */
export const estadoDeQuickBooks = route({
  ...common,
  method: 'GET',
  path: '/api/quickbooks/estado',
  summary: 'Conexión de la empresa con QuickBooks',
  answer: EstadoQuickBooks,
});

/**
 * Asks QuickBooks whether the connection is valid, at most every 20 seconds; sooner it returns the last known state.
 */
export const revisarQuickBooks = route({
  ...common,
  method: 'POST',
  path: '/api/quickbooks/revisar',
  summary: 'Revisar la conexión con QuickBooks',
  body: Type.Object({}),
  answer: EstadoQuickBooks,
});

/** Begins an authorisation that is valid for ten minutes, for this session and company only. */
export const autorizarQuickBooks = route({
  ...changing,
  method: 'POST',
  path: '/api/quickbooks/oauth/iniciar',
  summary: 'Comenzar la conexión con QuickBooks',
  body: Type.Object({}),
  answer: Type.Object({
    url: Type.String({ description: 'La página de consentimiento' }),
    state: Type.String(),
    vence: Type.String({ description: 'ISO 8601' }),
  }),
});

/** Completes an authorisation with the parameters of QuickBooks' redirect. The tokens are stored, and not returned. */
export const conectarQuickBooks = route({
  ...changing,
  method: 'POST',
  path: '/api/quickbooks/oauth/token',
  summary: 'Conectar QuickBooks con el código de la autorización',
  body: Type.Object({
    code: Type.Optional(Type.String({ maxLength: 500 })),
    realmId: Type.Optional(Type.String({ maxLength: 30 })),
    state: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  answer: Type.Object({
    access_token: Type.String({ description: 'No es un token: los tokens se quedan en el servidor' }),
    refresh_token: Type.String({ description: 'No es un token: los tokens se quedan en el servidor' }),
    realmId: Type.String(),
    empresa: Type.String(),
  }),
});

/** Deletes the connection, then revokes the consent at QuickBooks. */
export const desconectarQuickBooks = route({
  ...changing,
  method: 'DELETE',
  path: '/api/quickbooks/conexion',
  summary: 'Desconectar QuickBooks',
  answer: Type.Object({
    retirado: Type.Boolean({ description: 'Si QuickBooks retiró el permiso; si no, se retira desde QuickBooks' }),
  }),
});

/** One of the specification's queries. */
export const consultarQuickBooks = route({
  ...common,
  method: 'GET',
  path: '/api/quickbooks/query',
  summary: 'Consultar QuickBooks',
  query: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        'select de Bill, Purchase, VendorCredit, Invoice, SalesReceipt o CreditMemo entre dos fechas; de Account, Vendor activos o CompanyInfo; o de uno por su Id',
    }),
    realmId: Type.Optional(Type.String({ maxLength: 30 })),
  }),
  answer: Type.Object({
    QueryResponse: Type.Record(Type.String(), Type.Unknown(), { description: 'Como responde QuickBooks' }),
  }),
});

/** An account of QuickBooks, with the fields of the catalogue. @source specification 002 §3, "Ledger account" */
export const CuentaQuickBooks = Type.Object({
  id: Type.String({ description: 'AcctNum, o el Id de QuickBooks si no tiene' }),
  name: Type.String(),
  accountNumber: Type.String(),
  accountName: Type.String(),
  type: Type.String(),
  detailType: Type.String(),
  description: Type.String(),
  active: Type.Boolean(),
  currency: Type.String(),
});
export type CuentaQuickBooks = Static<typeof CuentaQuickBooks>;

export const cuentasDeQuickBooks = route({
  ...common,
  method: 'GET',
  path: '/api/quickbooks/accounts',
  summary: 'Catálogo de cuentas de QuickBooks',
  answer: Type.Object({ cuentas: Type.Array(CuentaQuickBooks) }),
});

const PersonaParams = Type.Object({ id: Type.String({ pattern: '^\\d{1,20}$', examples: ['58'] }) });
const PersonaQuery = Type.Object({ companyId: Type.Optional(Type.String({ maxLength: 30 })) });
const Persona = Type.Object({
  id: Type.String(),
  nombre: Type.String(),
  rnc: Type.String({ description: 'Los dígitos, o «Sin RNC»' }),
});

/** A vendor with the RNC in its name, its address, or as its tax identifier. Cached for five minutes. */
export const suplidorDeQuickBooks = route({
  ...common,
  method: 'GET',
  path: '/api/quickbooks/vendor/:id',
  summary: 'RNC de un suplidor de QuickBooks',
  params: PersonaParams,
  query: PersonaQuery,
  answer: Persona,
});

/** The same of a customer. */
export const clienteDeQuickBooks = route({
  ...common,
  method: 'GET',
  path: '/api/quickbooks/customer/:id',
  summary: 'RNC de un cliente de QuickBooks',
  params: PersonaParams,
  query: PersonaQuery,
  answer: Persona,
});

/** The company in QuickBooks. */
export const empresaDeQuickBooks = route({
  ...common,
  method: 'GET',
  path: '/api/quickbooks/companyinfo',
  summary: 'La empresa en QuickBooks',
  answer: Type.Object({ realmId: Type.String(), nombre: Type.String() }),
});

/** Its refusals, worded as in the specification where it has them. @source specification 002 §5, §8 */
export const problems = {
  'quickbooks/sin-conexion': { status: 409, title: 'No hay tokens válidos de QuickBooks' },
  'quickbooks/otra-empresa': { status: 409, title: 'Se conectó otra empresa de QuickBooks: empiece de nuevo' },
  'quickbooks/sin-empresa': { status: 422, title: 'Company ID no configurado' },
  'quickbooks/sin-codigo': { status: 422, title: 'Código de autorización no proporcionado' },
  'quickbooks/sin-estado': { status: 422, title: 'Estado OAuth no recibido de QuickBooks' },
  'quickbooks/estado': { status: 409, title: 'Estado de OAuth inválido - posible ataque CSRF' },
  'quickbooks/vencida': { status: 410, title: 'Sesión OAuth expirada, reinicie el proceso' },
  'quickbooks/no-conectado': { status: 502, title: 'No se pudo establecer conexión válida con QuickBooks' },
  'quickbooks/sin-respuesta': { status: 503, title: 'No se pudo conectar con el servidor de autenticación' },
  'quickbooks/no-responde': { status: 503, title: 'QuickBooks no respondió. Vuelva a intentarlo en un momento.' },
  'quickbooks/ocupado': {
    status: 503,
    title: 'QuickBooks recibió demasiadas consultas de su empresa. Vuelva a intentarlo en un momento.',
  },
  'quickbooks/consulta': { status: 422, title: 'Esa consulta a QuickBooks no está permitida' },
  'quickbooks/rechazo': { status: 502, title: 'QuickBooks rechazó la consulta' },
  'quickbooks/demasiados': { status: 422, title: 'QuickBooks tiene demasiados documentos en esas fechas' },
  'quickbooks/sin-configurar': {
    status: 409,
    title: 'Este servidor no tiene credenciales de QuickBooks. Pídalas a quien lo administra.',
  },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'quickbooks.conectado': {
    grupo: 'configuracion',
    frase: ({ empresa, realm }) => `Conectó QuickBooks: ${empresa} (${realm})`,
  },
  'quickbooks.desconectado': {
    grupo: 'configuracion',
    frase: ({ empresa, realm }) => `Desconectó QuickBooks: ${empresa} (${realm})`,
  },
  'quickbooks.perdido': {
    grupo: 'configuracion',
    frase: ({ empresa, realm }) => `QuickBooks retiró el permiso: ${empresa} (${realm})`,
  },
} as const satisfies Kinds;
