// What a screen needs of the contract at run time: tables without schemas, so that no schema library reaches the browser.

/** States of a document. The specification's words for the screen are in {@link estadoNombre}. */
export const estados = [
  'pendiente',
  'firmado',
  'enviado',
  'recibido',
  'en_proceso',
  'aceptado',
  'aceptado_condicional',
  'rechazado',
  'error',
] as const;

export type Estado = (typeof estados)[number];

/** The specification's words for each state (seeds/001 §2.3). */
export const estadoNombre: Record<Estado, string> = {
  pendiente: 'Pendiente',
  firmado: 'Firmado',
  enviado: 'Enviado',
  recibido: 'Recibido',
  en_proceso: 'En Proceso',
  aceptado: 'Aprobado',
  aceptado_condicional: 'Aprobado condicional',
  rechazado: 'Rechazado',
  error: 'Con errores',
};

/** States after which the authority will not change its verdict. */
export const estadosFinales: ReadonlySet<Estado> = new Set(['aceptado', 'aceptado_condicional', 'rechazado']);

/** The company's environments, in the stored form. */
export const ambientes = ['testecf', 'certecf', 'ecf'] as const;
export type Ambiente = (typeof ambientes)[number];

/** Limits of a workbook: bytes zipped and unpacked, and rows of documents. */
export const limitesDelLibro = { bytes: 10 * 1024 * 1024, descomprimido: 100 * 1024 * 1024, filas: 20_000 } as const;

/** Environments as the specification shows them. */
export const ambienteNombre: Record<Ambiente, 'Test' | 'Certificacion' | 'Produccion'> = {
  testecf: 'Test',
  certecf: 'Certificacion',
  ecf: 'Produccion',
};

/**
 * The environment that a text means: 'test' or 'prueba', 'cert', 'prod' or 'prd' anywhere in it, or `ecf`.
 * undefined when it means none. @source seeds/000 §4
 */
export function ambienteDe(text: string): Ambiente | undefined {
  const lower = text.toLowerCase();
  if (/test|prueba/.test(lower)) return 'testecf';
  if (lower.includes('cert')) return 'certecf';
  return /prod|prd/.test(lower) || lower.trim() === 'ecf' ? 'ecf' : undefined;
}

/** Taxes that an external one can stand for. @source seeds/000 §9 */
export const descripcionesDeImpuesto = ['ITBIS 18%', 'ITBIS 16%', 'ITBIS 0%', 'EXENTO'] as const;

/** The types of e-CF, in the specification's words. @source seeds/000 §3 */
export const tipoNombre = {
  31: 'Facturas de Crédito Fiscal',
  32: 'Facturas de Consumo',
  33: 'Notas de Débito',
  34: 'Notas de Crédito',
  41: 'Compras',
  43: 'Gastos Menores',
  44: 'Regímenes Especiales',
  45: 'Gubernamentales',
  46: 'Comprobantes de Exportación',
  47: 'Pagos al Exterior',
} as const;

/** Types of voucher that carry an expiry date, by series. @source seeds/000 §5 */
export const tiposPorSerie = {
  E: ['31', '33', '41', '43', '44', '45', '46'],
  B: ['01', '03', '11', '13', '14', '15', '16'],
} as const;

/** Groups of the record's entries, and how the screen names them. */
export const gruposDeAuditoria = {
  sesion: 'Sesiones',
  usuario: 'Usuarios',
  configuracion: 'Configuración',
  certificado: 'Certificado',
  clave: 'API Key y Secret Key',
  acceso: 'Accesos',
  secuencia: 'Secuencias',
  ambiente: 'Ambiente',
  empresa: 'Empresas',
  auditoria: 'Auditoría',
  documento: 'Comprobantes',
} as const;
export type GrupoDeAuditoria = keyof typeof gruposDeAuditoria;

export * from './avisos.ts';
export * from './menu.ts';
export * from './rango-nc.ts';
export * from './roles.ts';
