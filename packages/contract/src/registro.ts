import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'registro',
  nombre: 'Registrar Empresa',
  ruta: '/registro',
  icono: 'building-plus',
  seccion: 'Administración',
  lugar: 2,
  soloRoot: true,
  policy: 'root',
} as const satisfies MenuItem;

/** Its refusals. */
export const problems = {
  'empresa/existe': { status: 409, title: 'Ya hay una empresa registrada con ese RNC' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'empresa.registrada': { grupo: 'empresa', frase: (d) => `Registró la empresa ${d.razonSocial}, con ${d.correo}` },
  'empresa.pedida': { grupo: 'empresa', frase: ({ razonSocial }) => `Pidió registrar la empresa ${razonSocial}` },
  'empresa.repetida': { grupo: 'empresa', frase: () => 'Pidió un registro cuyo RNC o correo ya estaba registrado' },
} as const satisfies Kinds;
