import type { Alcance, Policy, RouteSpec } from '@timbre/route';

/** Characters of a password. */
export const largoDeContrasena = { minimo: 12, maximo: 128 } as const;

/** The roles that people have in a company. */
export const roles = ['administrador', 'facturador', 'contador', 'consulta'] as const;
export type Rol = (typeof roles)[number];

/** The purpose of each role, as the screen of users describes it. */
export const rolNombre: Record<Rol, { readonly nombre: string; readonly puede: string }> = {
  administrador: { nombre: 'Administrador', puede: 'Todo, incluidos usuarios, configuración, certificado y auditoría' },
  facturador: { nombre: 'Facturador', puede: 'Emitir, firmar y enviar comprobantes; ver todo lo emitido' },
  contador: { nombre: 'Contador', puede: 'Ver comprobantes y hacer reportes; no emite' },
  consulta: { nombre: 'Consulta', puede: 'Solo ver' },
};

/** Callers that satisfy each policy: a company's roles, the platform's administrator (`root`), a company's integration key. */
export const quienPuede: Record<
  Exclude<Policy, 'publico'>,
  { readonly roles: readonly (Rol | 'root')[]; readonly clave: boolean }
> = {
  sesion: { roles: [...roles, 'root'], clave: false },
  // For people only: these calls concern a person's own data.
  miembro: { roles, clave: false },
  leer: { roles, clave: true },
  emitir: { roles: ['administrador', 'facturador'], clave: true },
  // For people only: a program must not settle a verdict.
  asentar: { roles: ['administrador', 'facturador'], clave: false },
  reportar: { roles: ['administrador', 'facturador', 'contador'], clave: true },
  // For people only: the consent is granted in a browser.
  conectar: { roles: ['administrador', 'facturador', 'contador'], clave: false },
  administrar: { roles: ['administrador'], clave: false },
  auditar: { roles: ['administrador', 'root'], clave: false },
  root: { roles: ['root'], clave: false },
};

/** Description of each scope of an integration key, for the screen and the reference. */
export const alcances: Record<Alcance, string> = {
  leer: 'Consultar comprobantes, reportes y configuración',
  emitir: 'Emitir, firmar y enviar comprobantes',
  recibir: 'Cargar facturas recibidas y responderlas',
  reportes: 'Generar y corregir reportes',
  configurar: 'Guardar el catálogo, los mapeos y el progreso de la certificación',
  firmar: 'Firmar otros archivos en nombre de la empresa: PDF, textos, otros XML y semillas de la DGII',
};

/** The scopes of a new key: all but free signing, which a person switches on with their password. */
export const alcancesUsuales: readonly Alcance[] = (Object.keys(alcances) as Alcance[]).filter(
  (alcance) => alcance !== 'firmar',
);

/** The scope that an integration key needs for a call; undefined for a call that is not for keys, or is public. */
export function alcanceDe({ policy, alcance }: Pick<RouteSpec, 'policy' | 'alcance'>): Alcance | undefined {
  if (policy === 'publico' || !quienPuede[policy].clave) return undefined;
  return alcance ?? (policy === 'emitir' ? 'emitir' : policy === 'reportar' ? 'reportes' : 'leer');
}

/** Whether a person of that role may make the calls of a policy. */
export const puede = (rol: Rol | 'root', policy: Policy): boolean =>
  policy === 'publico' || quienPuede[policy].roles.includes(rol);
