import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import { cuantos, type Kinds, nombreDeAmbiente } from './kind.ts';
import { Ambiente, IdParams, orNull } from './shared.ts';

/** Constants that its screen needs at run time. */
export const constants = {
  /**
   * The standard batch: the classes that are generated together, the quantity that the DGII's step requires, and their
   * names. `resumen`: consumer invoices below 250,000, each with its summary; `alta`: those above.
   * @source Proceso de certificación para ser emisor electrónico, step 4 (FACTS §12); specification 001 §9
   */
  loteEstandar: [
    { clase: '31', tipo: '31', cantidad: 4, nombre: 'Factura de Crédito Fiscal' },
    { clase: '32-resumen', tipo: '32', cantidad: 4, nombre: 'Factura de Consumo, resumen (RFCE)' },
    { clase: '32-alta', tipo: '32', cantidad: 2, nombre: 'Factura de Consumo (> 250k)' },
    { clase: '41', tipo: '41', cantidad: 2, nombre: 'Compras' },
    { clase: '43', tipo: '43', cantidad: 2, nombre: 'Gastos Menores' },
    { clase: '44', tipo: '44', cantidad: 2, nombre: 'Regímenes Especiales' },
    { clase: '45', tipo: '45', cantidad: 2, nombre: 'Gubernamental' },
    { clase: '46', tipo: '46', cantidad: 2, nombre: 'Exportación' },
    { clase: '47', tipo: '47', cantidad: 2, nombre: 'Pagos al Exterior' },
    { clase: '33', tipo: '33', cantidad: 1, nombre: 'Nota de Débito' },
    { clase: '34', tipo: '34', cantidad: 2, nombre: 'Nota de Crédito' },
  ],
  /** Most receipts of one generation, and of each class of a batch. @source specification 001 §5 */
  maximoPorGeneracion: 50,
  /** A consumer invoice of a larger total is sent whole, with its buyer. @source specification 001 §9 */
  umbralDeConsumo: '250000.00',
  /** Total of the standard batch's consumer invoices of high value. @source specification 001 §9 */
  montoDeAltoValor: '300000.00',
} as const;

export const { loteEstandar, maximoPorGeneracion, umbralDeConsumo, montoDeAltoValor } = constants;

export type ClaseDeLote = (typeof loteEstandar)[number]['clase'];

const TipoSimulado = Type.Enum(['31', '32', '33', '34', '41', '43', '44', '45', '46', '47']);
export type TipoSimulado = Static<typeof TipoSimulado>;

const Secuencia = Type.Integer({ minimum: 1, maximum: 9_999_999_999 });
const TextOrNull = orNull(Type.String());

/** The simulation of a company in its environment: its receipts are the documents of an import of its own. */
export const Simulacion = Type.Object({
  ambiente: Ambiente,
  emisor: Type.Object({ rnc: Type.String(), razonSocial: Type.String() }),
  importacionId: orNull(Type.String(), {
    description: 'Sus comprobantes se listan, firman y envían como los de una importación; nulo si no hay ninguno',
  }),
  /** The number that each type takes next. */
  siguientes: Type.Array(Type.Object({ tipo: TipoSimulado, siguiente: Secuencia })),
  /** The buyer that each type is preset with; null where the type has none. */
  compradores: Type.Array(
    Type.Object({ tipo: TipoSimulado, rncComprador: TextOrNull, razonSocialComprador: TextOrNull }),
  ),
});
export type Simulacion = Static<typeof Simulacion>;

/** The item of the side menu that its screen is part of. */
const menu = 'certificacion';
const common = { policy: 'emitir', menu } as const;

/** The simulation: next numbers, buyers, and where its receipts are. */
export const verSimulacion = route({
  method: 'GET',
  path: '/api/simulacion',
  summary: 'Pruebas de simulación',
  policy: 'leer',
  menu,
  answer: Simulacion,
});

const Generados = Type.Object({
  importacionId: Type.String(),
  generados: Type.Integer({ description: 'Comprobantes, sin contar los resúmenes' }),
  desde: Secuencia,
});

/** Parameters of a generation: the payload of the specification (001 §3), with its number. */
export const ConfiguracionDeGeneracion = Type.Object(
  {
    tipo: TipoSimulado,
    /** The schema leaves the limits to the server, which refuses a wrong number with the message of the specification. */
    cantidad: Type.Number({ description: `Número entero de 1 a ${maximoPorGeneracion}` }),
    desde: Type.Optional(Secuencia),
    altoValor: Type.Optional(Type.Boolean({ description: 'Solo tipo 32: más de 250,000, con comprador' })),
    rncComprador: Type.Optional(Type.String({ maxLength: 20 })),
    razonSocialComprador: Type.Optional(Type.String({ maxLength: 150 })),
    montoTotal: Type.Optional(
      Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,2})?$', examples: ['1180.00'], description: 'RD$, con el ITBIS' }),
    ),
    tipoPago: Type.Optional(Type.Enum(['1', '2', '3'])),
    ncfModificado: Type.Optional(Type.String({ maxLength: 19 })),
    fechaNcfModificado: Type.Optional(
      Type.String({ pattern: '^\\d{2}-\\d{2}-\\d{4}$', examples: ['30-11-2026'], description: 'dd-MM-yyyy' }),
    ),
    codigoModificacion: Type.Optional(Type.Enum(['1', '2', '3', '4', '5'])),
    razonModificacion: Type.Optional(Type.String({ maxLength: 90 })),
  },
  { additionalProperties: false },
);
export type ConfiguracionDeGeneracion = Static<typeof ConfiguracionDeGeneracion>;

/** Generates receipts of one type, not signed yet. */
export const generarSimulacion = route({
  method: 'POST',
  path: '/api/simulacion/comprobantes',
  summary: 'Generar comprobantes de simulación',
  ...common,
  body: ConfiguracionDeGeneracion,
  answer: Generados,
});

/** Generates a batch: the given quantities by class, or the standard batch. Notes modify invoices of the batch. */
export const generarLoteDeSimulacion = route({
  method: 'POST',
  path: '/api/simulacion/lote',
  summary: 'Generar un lote de simulación',
  ...common,
  body: Type.Object({
    desde: Type.Optional(Secuencia),
    cantidades: Type.Optional(
      Type.Partial(
        Type.Object(
          Object.fromEntries(
            loteEstandar.map(({ clase }) => [clase, Type.Integer({ minimum: 0, maximum: maximoPorGeneracion })]),
          ) as Record<ClaseDeLote, ReturnType<typeof Type.Integer>>,
        ),
      ),
    ),
  }),
  answer: Generados,
});

/** Removes a receipt from the simulation. One that took its number stays in the ledger and in Facturas. */
export const eliminarSimulado = route({
  method: 'DELETE',
  path: '/api/simulacion/comprobantes/:id',
  summary: 'Eliminar un comprobante de simulación',
  ...common,
  params: IdParams,
  status: 204,
});

/** Removes all receipts from the simulation. */
export const borrarSimulacion = route({
  method: 'DELETE',
  path: '/api/simulacion/comprobantes',
  summary: 'Borrar los comprobantes de simulación',
  ...common,
  status: 204,
});

/** Its refusals. */
export const problems = {
  'simulacion/ambiente': { status: 409, title: 'La simulación trabaja en los ambientes de prueba y de certificación' },
  'simulacion/configuracion': {
    status: 422,
    title: 'No se puede generar el comprobante con la configuración actual',
  },
  'simulacion/ocupada': { status: 409, title: 'Se están firmando o enviando comprobantes: espere a que terminen' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'simulacion.generada': {
    grupo: 'documento',
    frase: ({ cantidad, ambiente }) =>
      `Generó ${cuantos(cantidad, 'comprobante', 'comprobantes')} de simulación en ${nombreDeAmbiente(ambiente)}`,
  },
  'simulacion.eliminada': {
    grupo: 'documento',
    frase: ({ eNCF, ambiente }) => `Quitó ${eNCF} de la simulación en ${nombreDeAmbiente(ambiente)}`,
  },
  'simulacion.borrada': {
    grupo: 'documento',
    frase: ({ cantidad, ambiente }) =>
      `Borró ${cuantos(cantidad, 'comprobante', 'comprobantes')} de la simulación en ${nombreDeAmbiente(ambiente)}`,
  },
} as const satisfies Kinds;

/** Examples of its calls. */
export const examples = {
  verSimulacion: { status: 200 },
  generarSimulacion: { body: { tipo: '31', cantidad: 2 }, status: 200 },
  generarLoteDeSimulacion: { body: {}, status: 200 },
  eliminarSimulado: { after: 'El comprobante se generó antes', params: { id: '$SIMULADO' }, status: 204 },
  borrarSimulacion: { status: 204 },
} as const satisfies Readonly<Record<string, Example>>;
