import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { tiposDeMedio } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'inicio',
  nombre: 'Inicio',
  ruta: '/home',
  icono: 'home',
  seccion: 'Principal',
  lugar: 1,
  soloRoot: false,
  policy: 'sesion',
  fijo: true,
} as const satisfies MenuItem;

const UserParams = Type.Object({ userId: Type.String({ format: 'uuid' }) });

/** Company profile for Inicio. `userId` must be the caller. */
export const userConfiguracion = route({
  method: 'GET',
  path: '/api/comprobantes/:userId/user-configuracion',
  summary: 'Perfil de la empresa para el panel de inicio',
  policy: 'sesion',
  params: UserParams,
  answer: Type.Object({
    rncEmisor: Type.String(),
    razonSocial: Type.String(),
    /** '' when there is no logo; otherwise the address of {@link verLogo} with its version. */
    logoUrl: Type.String(),
    ambiente: Type.String({ description: 'Test, Certificacion o Produccion' }),
  }),
});

const Cuenta = Type.Object({
  ncfUtilizados: Type.Integer(),
  montoVendido: Type.String({ description: 'RD$, decimal; lo aceptado' }),
  montoComprado: Type.String({ description: 'De ese monto, lo que son compras de la empresa' }),
  aceptados: Type.Integer(),
  /** Of the accepted, those that were accepted with their first signature. */
  aceptadosALaPrimera: Type.Integer(),
  rechazados: Type.Integer(),
});

/** Figures of one type of voucher. */
const EstadisticaPorTipo = Type.Object({
  totalNCFUtilizados: Type.Integer(),
  totalMontoVendido: Type.String({ description: 'RD$, decimal; lo aceptado' }),
  totalMontoComprado: Type.String({
    description: 'De ese monto, lo que son compras de la empresa: los tipos 41, 43 y 47, y las notas que los modifican',
  }),
  /** By environment: testecf, certecf, ecf. */
  porAmbiente: Type.Record(Type.String(), Cuenta),
});

/** Numbers used and amounts accepted, by type (`E31`…) and environment; types without any are left out. */
export const estadisticas = route({
  method: 'GET',
  path: '/api/comprobantes/:userId/estadisticas',
  summary: 'Estadísticas por tipo de comprobante',
  policy: 'miembro',
  params: UserParams,
  answer: Type.Record(Type.String(), EstadisticaPorTipo),
});

/** Stores the company's logo: multipart `logo`, PNG, JPEG or WebP, ≤ 512 kB. */
export const guardarLogo = route({
  method: 'POST',
  path: '/api/comprobantes/:userId/logo',
  summary: 'Guardar el logo de la empresa',
  policy: 'administrar',
  params: UserParams,
  bodyKind: 'multipart',
  form: {
    logo: {
      kind: 'file',
      required: true,
      description: 'Imagen PNG, JPEG o WebP, hasta 512 kB',
      missing: { code: 'peticion/invalida', detail: 'Seleccione un logo y asegúrese de estar autenticado.' },
    },
  },
  maxBodyBytes: 600 * 1024,
  answer: Type.Object({ logoUrl: Type.String() }),
});

/** The logo of the caller's own company; the platform's administrator may see any. */
export const verLogo = route({
  method: 'GET',
  path: '/api/logos/:rnc',
  summary: 'Logo de la empresa',
  policy: 'sesion',
  params: Type.Object({ rnc: Type.String({ pattern: '^\\d{9}(\\d{2})?$', examples: ['199000005'] }) }),
  query: Type.Object({ v: Type.Optional(Type.String()) }),
  answerKind: 'archivo',
  answerTypes: [tiposDeMedio.png, tiposDeMedio.jpeg, tiposDeMedio.webp],
  unchangedStatus: 304,
});

/** Its refusals. */
export const problems = {
  'logo/invalido': { status: 422, title: 'El logo debe ser una imagen PNG, JPEG o WebP de hasta 512 kB' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'configuracion.logo': { grupo: 'configuracion', frase: () => 'Cambió el logo de la empresa' },
} as const satisfies Kinds;
