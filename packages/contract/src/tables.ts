// The parts of the contract that the screens need at run time. No schemas here, so that the browser loads no schema library.

/**
 * States of a document. {@link estadoNombre} has their names. `sin_confirmar`: it was sent, and the
 * authority's decision is not known.
 */
export const estados = [
  'pendiente',
  'firmado',
  'enviado',
  'recibido',
  'en_proceso',
  'sin_confirmar',
  'aceptado',
  'aceptado_condicional',
  'rechazado',
  'error',
] as const;

export type Estado = (typeof estados)[number];

/**
 * Name of each state, on every screen and in the record. The authority accepts or rejects: `Aprobado`, the
 * specification's word for accepted, is not used.
 */
export const estadoNombre: Record<Estado, string> = {
  pendiente: 'Pendiente',
  firmado: 'Firmado',
  enviado: 'Enviado',
  recibido: 'Recibido',
  en_proceso: 'En proceso',
  sin_confirmar: 'Sin confirmar',
  aceptado: 'Aceptado',
  aceptado_condicional: 'Aceptado condicional',
  rechazado: 'Rechazado',
  error: 'Con errores',
};

/** States in which the authority has accepted the document. They are final. */
export const estadosAceptados: ReadonlySet<Estado> = new Set(['aceptado', 'aceptado_condicional']);

/** States of a verdict. The only later change is from a rejection to an acceptance. */
export const estadosFinales: ReadonlySet<Estado> = new Set([...estadosAceptados, 'rechazado']);

/** States of documents that were sent to the authority. */
export const estadosEnviados: ReadonlySet<Estado> = new Set([
  'enviado',
  'recibido',
  'en_proceso',
  'sin_confirmar',
  ...estadosFinales,
]);

/**
 * Whether the state of a document allows its XML to be edited: it was certainly not sent, or it was rejected without
 * using its number. A summary cannot be edited; it follows its invoice, which can.
 */
export const isEditable = (document: {
  readonly estado: Estado;
  readonly esRFCE: boolean;
  readonly secuenciaUtilizada: boolean | null;
}): boolean =>
  !document.esRFCE &&
  (['pendiente', 'firmado', 'error'].includes(document.estado) ||
    (document.estado === 'rechazado' && document.secuenciaUtilizada === false));

/** Why a document is annulled. @source docs/specification.md §9, "Annulment reasons" */
export const motivosDeAnulacion = {
  '01': 'Corrección de factura',
  '02': 'Cancelación de operación',
  '03': 'Descuento o bonificación',
  '04': 'Devolución de mercancías',
} as const;
export type MotivoDeAnulacion = keyof typeof motivosDeAnulacion;

/** Types that a credit note may annul: all but the notes. @source Informe Técnico de e-CF, §10, p. 17 */
export const tiposAnulables: ReadonlySet<string> = new Set(['31', '32', '41', '43', '44', '45', '46', '47']);

/** Whether a document in this state is on its way to the authority: its delivery can be made due now. */
export const isResendable = (estado: Estado): boolean =>
  estado === 'firmado' || (estadosEnviados.has(estado) && !estadosFinales.has(estado));

/** Whether a credit note may annul a document, and none does. */
export const isAnnullable = (document: {
  readonly tipo: string;
  readonly estado: Estado;
  readonly anuladaPor: unknown;
}): boolean =>
  estadosAceptados.has(document.estado) && tiposAnulables.has(document.tipo) && document.anuladaPor === null;

/** Codes of the faults that a new range of numbers resolves, without a change of the document. */
export const codigosDeRango = { falta: 'ECF-SIN-RANGO', vencido: 'ECF-RANGO-VENCIDO' } as const;

/** Last number of a type that the DGII lets every issuer use in testecf, from 1. @source FACTS §1, `testecf` */
export const ultimoDePrueba = (tipo: string): number => (tipo === '32' ? 50_000_000 : 10_000_000);

/** Code of the fault of a summary (RFCE) whose invoice has errors. */
export const facturaConErrores = 'RFCE-FACTURA';

/** The company's environments, in the stored form. */
export const ambientes = ['testecf', 'certecf', 'ecf'] as const;
export type Ambiente = (typeof ambientes)[number];

/** Environments, as the calls of the specification write them. */
export const ambienteNombre: Record<Ambiente, 'Test' | 'Certificacion' | 'Produccion'> = {
  testecf: 'Test',
  certecf: 'Certificacion',
  ecf: 'Produccion',
};

/**
 * The environment that a text means: 'test' or 'prueba', 'cert', 'prod' or 'prd' anywhere in it, or `ecf`.
 * undefined for any other text. @source docs/specification.md §4, "Environment words"
 */
export function ambienteDe(text: string): Ambiente | undefined {
  const lower = text.toLowerCase();
  if (/test|prueba/.test(lower)) return 'testecf';
  if (lower.includes('cert')) return 'certecf';
  return /prod|prd/.test(lower) || lower.trim() === 'ecf' ? 'ecf' : undefined;
}

/** Environments, as a person reads them. */
export const ambienteVisible: Record<Ambiente, string> = {
  testecf: 'Pruebas',
  certecf: 'Certificación',
  ecf: 'Producción',
};

/** The name of an environment for people, from any spelling; a text that means none is returned unchanged. */
export function displayAmbiente(text: string): string {
  const ambiente = ambienteDe(text);
  return ambiente === undefined ? text : ambienteVisible[ambiente];
}

/** The taxes that an external tax can be mapped to. @source docs/specification.md §9, "Tax descriptions" */
export const descripcionesDeImpuesto = ['ITBIS 18%', 'ITBIS 16%', 'ITBIS 0%', 'EXENTO'] as const;

/** The types of e-CF, with their names in the specification. @source docs/specification.md §3 */
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

/** A type of e-CF in an environment, as a sentence names it: `E34 (Notas de Crédito) en Pruebas`. */
export const serieVisible = (tipo: string | number, ambiente: Ambiente): string =>
  `E${tipo} (${tipoNombre[Number(tipo) as keyof typeof tipoNombre] ?? 'tipo desconocido'}) en ${ambienteVisible[ambiente]}`;

/** Voucher types that have an expiry date, by series. @source docs/specification.md §5, "Series and types" */
export const tiposPorSerie = {
  E: ['31', '33', '41', '43', '44', '45', '46'],
  B: ['01', '03', '11', '13', '14', '15', '16'],
} as const;

/**
 * Whether the numbers of a type of e-CF expire: those of 32 and 34 do not.
 *
 * @source Formato e-CF v1.0, FechaVencimientoSecuencia: 0 in 32 and 34
 */
export const expires = (tipo: string): boolean => tipo !== '32' && tipo !== '34';

/** Groups of audit entries, with their names on the screen. */
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
export * from './constants.generated.ts';
export * from './datos-empresa.ts';
export * from './menu.ts';
export * from './rango-nc.ts';
export * from './roles.ts';
export * from './webhooks/tipos.ts';
