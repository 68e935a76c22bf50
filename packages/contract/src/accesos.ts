import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { enPartes, orNull } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'accesos',
  nombre: 'Configuración de Accesos',
  ruta: '/admin/accesos',
  icono: 'lock-access',
  seccion: 'Administración',
  lugar: 4,
  soloRoot: true,
  policy: 'root',
} as const satisfies MenuItem;

/** An item of the menu, and whether the company has access to it. @source docs/specification.md §3, "Client access config" */
const Acceso = Type.Object({
  menuId: Type.String(),
  nombre: Type.String(),
  ruta: Type.String(),
  icono: Type.String(),
  seccion: Type.String(),
  habilitado: Type.Boolean(),
  soloRoot: Type.Boolean(),
});

const RncParams = Type.Object({ rnc: Type.String({ pattern: '^\\d{9}(\\d{2})?$', examples: ['199000005'] }) });

const Configuracion = Type.Object({
  cliente: Type.Object({ rnc: Type.String(), nombre: Type.String(), email: Type.String() }),
  configuracion: Type.Object({
    accesos: Type.Array(Acceso),
    modificadoPor: orNull(Type.String()),
    fechaModificacion: orNull(Type.String()),
  }),
});

/** A company's access to each item. Allowed for the company's own users and for the platform's administrator. */
export const verAccesos = route({
  method: 'GET',
  path: '/api/accesos-clientes/:rnc',
  summary: 'Accesos de una empresa',
  policy: 'sesion',
  params: RncParams,
  answer: Configuracion,
});

/** Sets a company's access. Items not sent keep their value; root-only and fixed items cannot change. */
export const guardarAccesos = route({
  method: 'PUT',
  path: '/api/accesos-clientes/:rnc',
  summary: 'Guardar los accesos de una empresa',
  policy: 'root',
  stepUp: 'siempre',
  params: RncParams,
  body: Type.Object({
    accesos: Type.Array(
      Type.Object({
        menuId: Type.Optional(Type.String({ maxLength: 40, description: 'Obligatorio, salvo con itemId' })),
        itemId: Type.Optional(Type.String({ maxLength: 40, description: 'Lo mismo que menuId' })),
        habilitado: Type.Boolean(),
        // The other fields of the item, which clients of the specification send back: they cannot be changed here.
        nombre: Type.Optional(Type.String()),
        ruta: Type.Optional(Type.String()),
        icono: Type.Optional(Type.String()),
        seccion: Type.Optional(Type.String()),
        soloRoot: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 100 },
    ),
    modificadoPor: Type.Optional(Type.String({ maxLength: 200 })),
    fechaModificacion: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  answer: Configuracion,
});

/** Whether the caller may open an address (`ruta`) or an item (`menuId`); yes when both are unknown. */
export const verificarAcceso = route({
  method: 'GET',
  path: '/api/accesos-clientes/:rnc/verificar',
  summary: 'Verificar un acceso',
  policy: 'sesion',
  params: RncParams,
  query: Type.Object({
    ruta: Type.Optional(Type.String({ maxLength: 200 })),
    menuId: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  answer: Type.Object({ permitido: Type.Boolean(), menuId: orNull(Type.String()) }),
});

/** The menu of the caller, each item with whether it is enabled. */
export const menuDelUsuario = route({
  method: 'GET',
  path: '/api/menu-items',
  summary: 'Menú del usuario',
  policy: 'sesion',
  answer: Type.Object({
    success: Type.Boolean(),
    secciones: Type.Array(Type.String()),
    menuItems: Type.Array(
      Type.Object({
        id: Type.String(),
        nombre: Type.String(),
        icono: Type.String(),
        ruta: Type.String(),
        seccion: Type.String(),
        soloRoot: Type.Boolean(),
        habilitado: Type.Boolean(),
        /** Why it is not enabled, in Spanish. */
        motivo: Type.Optional(Type.String()),
      }),
    ),
  }),
});

/** Every company by RNC, name and e-mail. 5,000 at most. */
export const clientesExternos = route({
  method: 'GET',
  path: '/api/clientes-externos',
  summary: 'Empresas: RNC, nombre y correo',
  policy: 'root',
  ...enPartes('rnc'),
  answer: Type.Array(Type.Object({ rnc: Type.String(), nombre: Type.String(), email: Type.String() })),
});

/** Its refusals. */
export const problems = {
  'acceso/fijo': { status: 422, title: 'Ese acceso no se puede cambiar' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'accesos.cambiados': {
    grupo: 'acceso',
    frase: ({ habilitados, deshabilitados }) =>
      [
        ['Habilitó', habilitados],
        ['Deshabilitó', deshabilitados],
      ]
        .flatMap(([verb, names]) =>
          (names as string[]).length === 0 ? [] : `${verb} ${(names as string[]).join(', ')}`,
        )
        .join('. '),
  },
} as const satisfies Kinds;
