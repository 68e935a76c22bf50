/**
 * Origin of a figure: stated by the receipt (`dato`), computed from the receipt (`calculado`), likely but stated by no
 * source (`estimado`), answered by a person (`respondido`), or not known yet (`pendiente`).
 */
export type Mark = 'dato' | 'calculado' | 'estimado' | 'respondido' | 'pendiente';

/** Reason for the value of a field. */
export interface Derivation {
  readonly code: string;
  readonly mark: Mark;
  /** In Spanish, for the person who asks for the reason. */
  readonly text: string;
  readonly source: string;
}

const layout = 'Instructivo 606 (febrero 2026)';
const ecf = 'Formato e-CF v1.0';

const libros = 'Documento de QuickBooks';

const rows = {
  'D-DATO': ['dato', 'Lo dice el comprobante', ecf],
  'D-RESPONDIDO': ['respondido', 'Lo respondió una persona', 'Respuestas del período'],
  'D-SUGERIDO': ['estimado', 'Es una sugerencia: confírmela o corríjala', 'Sugerencias del período'],
  'D-RETENCION': [
    'estimado',
    'Es lo que un agente de retención retiene a una persona física: confírmelo solo si su empresa lo es',
    'Código Tributario, art. 309; Reglamento 293-11',
  ],
  'D-RETENCION-COMPRAS': [
    'estimado',
    'Es lo que un agente de retención retiene en un comprobante de compras: confírmelo solo si su empresa lo es',
    'NG 05-19',
  ],
  'D-PENDIENTE': ['pendiente', 'El comprobante no lo dice y nadie lo ha respondido', layout],
  'D-MONEDA': ['calculado', 'Monto en moneda extranjera por la tasa del comprobante', ecf],
  'D-ID-PROPIO': ['calculado', 'Gastos menores y pagos al exterior llevan el RNC de quien declara', layout],
  'D-ID-COMPRADOR': ['dato', 'Lo emitió quien declara: el suplidor es el comprador del comprobante', ecf],
  'D-TIPO-ID': ['calculado', 'Por la cantidad de dígitos: 9 es RNC, 11 es cédula', layout],
  'D-REPARTO-LINEAS': ['calculado', 'Suma de las líneas de bienes y de servicios', ecf],
  'D-REPARTO-PRORRATEO': [
    'estimado',
    'Las líneas no suman el total (descuentos o ITBIS incluido): repartido en proporción a ellas',
    'Regla de Timbre',
  ],
  'D-TOTAL': ['calculado', 'Suma de los montos gravados y exentos', layout],
  'D-IMPUESTO': ['dato', 'Suma de los impuestos adicionales de su clase', 'Formato e-CF v1.0, tabla I'],
  'D-CONSUMO-COSTO': ['calculado', 'Una factura de consumo no da crédito: su ITBIS va al costo', layout],
  'D-COSTO-RESTO': ['calculado', 'Lo que no se respondió es cero', 'Respuestas del período'],
  'D-ADELANTAR': ['calculado', 'ITBIS facturado menos ITBIS llevado al costo', layout],
  'D-ADELANTAR-ESTIMADO': ['estimado', 'Supone que nada del ITBIS va al costo: falta la respuesta', layout],
  'D-PAGO-CONTADO': ['estimado', 'Es al contado: se supone pagado el día del comprobante', ecf],
  'D-FORMA-UNICA': ['calculado', 'Todas las formas de pago del comprobante son esta', layout],
  'D-FORMA-MIXTA': ['calculado', 'El comprobante tiene varias formas de pago', layout],
  'D-FORMA-CREDITO': ['calculado', 'El comprobante es a crédito', ecf],
  'D-FORMA-NOTA': ['estimado', 'Es una nota de crédito', layout],
  'D-INGRESO': ['dato', 'Tipo de ingresos del comprobante', ecf],
  'D-COBRO-RESTO': ['calculado', 'Diferencia de hasta un peso entre las formas de pago y el total', 'Regla de Timbre'],
  'D-COBRO-CREDITO': ['estimado', 'Lo que las formas de pago no cubren se supone a crédito', 'Regla de Timbre'],
  'D-COBRO-GRATUITO': ['estimado', 'Es gratuito: se pone en otras formas', 'Regla de Timbre'],
  'D-ANULADO': ['dato', 'Número del rango anulado', 'Herramienta 608'],
  'D-SERVICIO-DETALLE': ['calculado', 'Primer dígito del detalle del servicio', 'Herramienta 609'],
  'D-DOCUMENTO-NCF': [
    'estimado',
    'Número del comprobante, a falta del número de la factura extranjera',
    'Herramienta 609',
  ],
  'D-QB-DATO': ['dato', 'Lo dice el documento de QuickBooks', libros],
  'D-QB-SUBTOTAL': ['calculado', 'Total del documento de QuickBooks menos sus impuestos', libros],
  'D-QB-RNC-NOMBRE': ['calculado', 'RNC escrito en el nombre, en QuickBooks', libros],
  'D-QB-RNC-DIRECCION': ['calculado', 'RNC escrito en la dirección, en QuickBooks', libros],
  'D-QB-RNC-FICHA': ['calculado', 'RNC de la ficha del suplidor o del cliente, en QuickBooks', libros],
  'D-QB-MODIFICADO': ['dato', 'NCF escrito después de «MODIFICADO:» en la nota del documento', libros],
  'D-QB-ENLAZADO': ['calculado', 'NCF del documento con que está enlazado en QuickBooks', libros],
  'D-QB-IMPUESTO': ['calculado', 'Por el nombre de cada línea de impuestos', libros],
  'D-QB-AJUSTE': ['calculado', 'Incluye una diferencia de hasta 1 con el total de impuestos', libros],
  'D-QB-NOMBRE': ['calculado', 'Por el nombre de la cuenta o del artículo', libros],
  'D-QB-MAPEO': ['calculado', 'Por el mapeo de la cuenta', 'Mapeo de cuentas'],
  'D-QB-TIPO': ['calculado', 'Por el tipo de la cuenta o del artículo en QuickBooks', libros],
  'D-QB-PALABRA': ['estimado', 'Por palabras del nombre de la cuenta: confírmelo o mapee la cuenta', 'Regla de Timbre'],
  'D-QB-ITBIS-ESTIMADO': [
    'estimado',
    'QuickBooks no dice el ITBIS: es el 18 % incluido en las líneas gravadas (monto × 18 ÷ 118). Ponga el impuesto en QuickBooks o cargue el comprobante',
    'Regla de Timbre',
  ],
  'D-QB-INGRESO-DEFECTO': [
    'estimado',
    'La cuenta no está clasificada: se supone un ingreso por operaciones',
    'Regla de Timbre',
  ],
} as const satisfies Readonly<Record<string, readonly [Mark, string, string]>>;

/** Code of a derivation. */
export type DerivationCode = keyof typeof rows;

/** Every derivation of a field, by code. */
export const derivations: Readonly<Record<DerivationCode, Derivation>> = Object.fromEntries(
  Object.entries(rows).map(([code, [mark, text, source]]) => [code, { code, mark, text, source }]),
) as Record<DerivationCode, Derivation>;

const suggestions: ReadonlySet<string> = new Set<DerivationCode>(['D-SUGERIDO', 'D-RETENCION', 'D-RETENCION-COMPRAS']);

/** True if a field was filled with a suggestion, which a person must still accept. */
export const isSuggestion = (why: Derivation | undefined): boolean => why !== undefined && suggestions.has(why.code);

/** True if the values of a derivation are likely, but stated by no source. */
export const isLikely = (code: DerivationCode): boolean => derivations[code].mark === 'estimado';
