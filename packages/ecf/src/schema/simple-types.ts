import type { CodeTable } from './codes/code-table.ts';
import { CodificacionTipoImpuestos } from './codes/impuestos.ts';
import * as indicadores from './codes/indicadores.ts';
import { TipoMoneda } from './codes/monedas.ts';
import { ProvinciaMunicipio } from './codes/provincias-municipios.ts';
import { UnidadMedida } from './codes/unidades.ts';
import type { DocumentKey } from './documents.ts';

/** Constraints on the text of one element. Patterns are ECMAScript with the `u` flag and match the whole text. */
export interface SimpleType {
  /** Constraint on the text, in Spanish, to follow «debe ser». */
  readonly description: string;
  /** The underlying XSD type. For all but strings, surrounding blanks are removed before the official checks. */
  readonly base: 'string' | 'integer' | 'decimal' | 'dateTime';
  /** The pattern that this platform writes and accepts. */
  readonly form?: string;
  /** The official pattern, where it also accepts texts that `form` refuses. */
  readonly official?: string;
  /** Official totalDigits, where the official pattern alone does not limit the digits. */
  readonly digits?: number;
  /** Least and most characters (code points). */
  readonly length?: readonly [least: number, most: number];
  /** Least and most value, both included. */
  readonly range?: readonly [least: number, most: number];
  /** Zero is refused. */
  readonly positive?: true;
  readonly codes?: CodeTable;
  /** The date must also exist in the calendar. */
  readonly calendar?: 'fecha' | 'fechaHora' | 'instanteISO';
  /** Why it must never be written, although the schema has it. */
  readonly avoid?: string;
}

/** A type, and the types that replace it in some documents. */
interface SimpleTypeRow extends SimpleType {
  readonly except?: readonly (readonly [documents: readonly DocumentKey[], type: SimpleType])[];
}

const text = (least: number, most: number): SimpleType => ({
  description: least === most ? `un texto de ${most} caracteres` : `un texto de ${least} a ${most} caracteres`,
  base: 'string',
  length: [least, most],
});

const code = (codes: CodeTable, base: SimpleType['base'] = 'integer'): SimpleType => ({
  description: 'uno de sus códigos',
  base,
  codes,
});

const integer = (digits: number, range?: readonly [number, number]): SimpleType => ({
  description: range === undefined ? `un entero de hasta ${digits} dígitos` : `un entero de ${range[0]} a ${range[1]}`,
  base: 'integer',
  form: `[0-9]{1,${digits}}`,
  ...(range && { range }),
});

const decimal = (whole: number, fraction: number): SimpleType => ({
  description: `un número de hasta ${whole} enteros y ${fraction} decimales, con punto decimal y sin separador de miles`,
  base: 'decimal',
  form: `[0-9]{1,${whole}}(?:\\.[0-9]{1,${fraction}})?`,
});

const positive = (type: SimpleType): SimpleType => ({
  ...type,
  description: `${type.description}, mayor que cero`,
  positive: true,
});

const signed = (type: SimpleType): SimpleType => ({ ...type, form: `-?${type.form}` });

/** The official pattern has an unescaped point: it matches any character, even a digit. */
const unescapedPoint = (type: SimpleType, digits: number, sign = ''): SimpleType => ({
  ...type,
  official: `${sign}${type.form?.replace('-?', '').replace('\\.', '.')}`,
  digits,
});

/** RFCE amounts: whole, or with exactly two decimals; the official point is unescaped. */
const twoDecimals = (sign = ''): SimpleType => ({
  description: 'un número de hasta 16 enteros, con dos decimales exactos',
  base: 'decimal',
  form: `${sign === '' ? '' : '-?'}[0-9]{1,16}(?:\\.[0-9]{2})?`,
  official: `${sign}[0-9]{1,16}(?:.[0-9]{2})?`,
  digits: 18,
});

const space = ' \\t\\n\\r';
const blank = `[${space}]`;
/** \w of XSD: all but punctuation, separators and control characters. So it excludes `_` and includes `+`. */
const word = '[^\\p{P}\\p{Z}\\p{C}]';
const letters = 'a-zA-ZñÑáéíóúÁÉÍÓÚ';

const lettersOnly = (most: number): SimpleType => ({
  description: `un texto de hasta ${most} letras, comas y espacios`,
  base: 'string',
  length: [0, most],
  form: `[${letters},${space}]*`,
});

/** Of type 46: no digits, ending in a letter. */
const noDigits = (most: number): SimpleType => ({
  description:
    most === 3 ? 'un texto de 3 letras' : `un texto de 3 a ${most} caracteres sin dígitos, terminado en letra`,
  base: 'string',
  length: [0, most],
  form: `\\P{Nd}[^0-9]+[${letters}]`,
});

const fecha = (official: string): SimpleType => ({
  description: 'una fecha dd-MM-aaaa que exista',
  base: 'string',
  form: '[0-9]{2}-[0-9]{2}-[0-9]{4}',
  official,
  calendar: 'fecha',
});

const fechaHora = (official: string): SimpleType => ({
  description: 'una fecha y hora dd-MM-aaaa HH:mm:ss que exista',
  base: 'string',
  form: '[0-9]{2}-[0-9]{2}-[0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2}',
  official,
  calendar: 'fechaHora',
});

const day = '(?:3[01]|[12][0-9]|0?[1-9])-(?:1[012]|0?[1-9])';
const dayTwoDigits = '(?:3[01]|[12][0-9]|0[1-9])-(?:1[0-2]|0[1-9])';
const clock = '(?:2[0-3]|[01]?[0-9]):[0-5]?[0-9]:[0-5]?[0-9]';

const version = code(indicadores.Version, 'decimal');
const eNCF = '[a-z0-9A-Z]{13}';
const rnc: SimpleType = {
  description: 'un RNC de 9 dígitos o una cédula de 11, sin guiones',
  base: 'string',
  form: '[0-9]{11}|[0-9]{9}',
};
const monto = decimal(16, 2);
const upTo1000 = integer(4, [1, 1000]);
const upTo10000 = integer(5, [1, 10000]);
/** Debit and credit notes: their schemas are newer and larger. */
const notas = ['33', '34'] as const;

/**
 * The simple types of all fifteen documents, by the name that the trees use.
 * DGII types that differ only in name share one row.
 * @source XSD v1.0 of each document, simpleType section
 */
export const simpleTypes = {
  Version: {
    ...version,
    except: [
      [['ACECF', 'ANECF'], { ...version, base: 'string' }],
      [['RFCE'], { ...version, official: '1.0' }],
    ],
  },
  TipoeCF: { ...code(indicadores.TipoeCF), except: [[['RFCE'], code({ 32: indicadores.TipoeCF[32] })]] },
  eNCF: {
    description: 'un eNCF de 13 letras y dígitos',
    base: 'string',
    form: eNCF,
    except: [
      [
        ['ACECF', 'ARECF'],
        {
          description: 'un NCF de 9, 11 o 13 letras y dígitos',
          base: 'string',
          form: `${eNCF}|[a-z0-9A-Z]{11}|[a-z0-9A-Z]{9}`,
        },
      ],
    ],
  },
  NCF: { ...text(11, 19), description: 'un NCF de 11 a 19 caracteres' },
  RNC: { ...rnc, except: [[['RFCE', 'ACECF', 'ARECF', 'ANECF'], { ...rnc, base: 'integer' }]] },
  Fecha: {
    ...fecha(`${day}-(?:19|20)\\p{Nd}{2}`),
    except: [
      [['ACECF'], fecha(`${day}-20\\p{Nd}{2}`)],
      [['RFCE'], fecha(`${blank}*${day.replace('[12][0-9]', '[12][$0-9]')}-(?:19|20)\\p{Nd}{2}${blank}*`)],
    ],
  },
  FechaHora: {
    ...fechaHora(`${dayTwoDigits}-(?:19|20)\\p{Nd}{2} ${clock}`),
    except: [[['ACECF', 'ARECF', 'ANECF'], fechaHora(`${dayTwoDigits}-[0-9]{4} ${clock}`)]],
  },
  InstanteISO: {
    description: 'una fecha y hora ISO 8601',
    base: 'dateTime',
    form: '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:Z|[+\\-][0-9]{2}:[0-9]{2})?',
    calendar: 'instanteISO',
  },
  Telefono: {
    description: 'un teléfono con la forma 809-555-1234',
    base: 'string',
    form: '[0-9]{3}-[0-9]{3}-[0-9]{4}',
    official: '\\p{Nd}{3}-\\p{Nd}{3}-\\p{Nd}{4}',
  },
  Correo: {
    description: 'un correo electrónico de hasta 80 caracteres, sin guion bajo',
    base: 'string',
    length: [0, 80],
    // The official pattern is \w+([-+.]\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)* and \w includes `+`. This pattern matches the same
    // texts, and each text in only one way, so that matching cannot backtrack at length.
    form: `${word}+(?:[-.]${word}+)*@${word}+(?:-${word}+)*\\.${word}+(?:[-.]${word}+)*`,
  },
  TerminoPago: {
    description: 'de 1 a 15 letras, dígitos o espacios, sin puntuación',
    base: 'string',
    form: `(?:${blank}|${word}){1,15}`,
  },
  TextoLibre: { description: 'un texto', base: 'string' },
  Texto7: text(1, 7),
  Texto10: text(1, 10),
  Texto13: text(13, 13),
  Texto14: text(1, 14),
  Texto20: text(1, 20),
  Texto25: text(1, 25),
  Texto28: text(1, 28),
  Texto35: text(1, 35),
  Texto40: text(1, 40),
  Texto45: text(1, 45),
  Texto50: text(1, 50),
  Texto60: text(1, 60),
  Texto75: text(1, 75),
  Texto80: text(1, 80),
  Texto90: text(1, 90),
  Texto100: text(1, 100),
  Texto150: text(1, 150),
  Texto250: text(1, 250),
  Texto1000: text(1, 1000),
  TextoOpcional20: text(0, 20),
  TextoOpcional150: text(0, 150),
  TextoOpcional250: text(0, 250),
  CodigoSeguridad: { description: 'un código de seguridad de 6 caracteres', base: 'string', form: '[^\\n\\r]{6}' },
  NumeroReferencia: { ...integer(20), except: [[['45'], text(1, 20)]] },
  ResponsablePago: {
    ...lettersOnly(20),
    except: [
      [
        notas,
        {
          ...lettersOnly(20),
          official: `\\^[${letters},${space}]*\\$`,
          avoid: 'el esquema oficial de las notas lo define con un patrón que los validadores estrictos nunca aceptan',
        },
      ],
    ],
  },
  Pais: { ...noDigits(60), except: [[['47'], lettersOnly(60)]] },
  CondicionesEntrega: noDigits(3),
  RegimenAduanero: noDigits(35),
  Entero2: integer(2),
  Entero10: integer(10),
  Entero20: integer(20),
  NumeroLinea: { ...upTo1000, except: [[notas, upTo10000]] },
  NumeroPagina: { ...upTo1000, except: [[notas, upTo10000]] },
  TotalPaginas: { ...integer(4, [2, 9999]), except: [[notas, integer(5, [2, 99999])]] },
  Monto: {
    ...monto,
    except: [
      [['RFCE'], twoDecimals()],
      [
        ['ACECF'],
        {
          description: 'un número con dos decimales exactos, con punto decimal',
          base: 'decimal',
          form: '[0-9]{1,16}\\.[0-9]{2}',
          official: '[0-9]+\\.[0-9]{2}',
          digits: 18,
        },
      ],
    ],
  },
  MontoPositivo: { ...positive(monto), except: [[['RFCE'], positive(twoDecimals())]] },
  MontoConSigno: {
    ...unescapedPoint(signed(monto), 18, '[+\\-]?'),
    except: [[['RFCE'], twoDecimals('[+\\-]?')]],
  },
  Porcentaje: unescapedPoint(positive(decimal(3, 2)), 5),
  TipoCambio: {
    ...unescapedPoint(positive(decimal(3, 4)), 7),
    except: [[['41'], unescapedPoint(decimal(3, 4), 7)]],
  },
  Cantidad3: unescapedPoint(decimal(16, 3), 19),
  Precio: decimal(16, 4),
  IndicadorNotaCredito: code(indicadores.IndicadorNotaCredito),
  IndicadorEnvioDiferido: code(indicadores.IndicadorEnvioDiferido),
  IndicadorMontoGravado: code(indicadores.IndicadorMontoGravado),
  IndicadorServicioTodoIncluido: code(indicadores.IndicadorServicioTodoIncluido),
  TipoIngresos: {
    ...code(indicadores.TipoIngresos, 'string'),
    except: [[['45', 'RFCE'], { ...code(indicadores.TipoIngresos), official: '0[1-6]' }]],
  },
  TipoPago: code(indicadores.TipoPago),
  FormaPago: code(indicadores.FormaPago),
  TipoCuentaPago: code(indicadores.TipoCuentaPago, 'string'),
  IndicadorFacturacion: code(indicadores.IndicadorFacturacion),
  IndicadorFacturacionDR: code(indicadores.IndicadorFacturacionDR),
  IndicadorBienoServicio: code(indicadores.IndicadorBienoServicio),
  IndicadorAgenteRetencionoPercepcion: code(indicadores.IndicadorAgenteRetencionoPercepcion),
  TipoDescuentoRecargo: code(indicadores.TipoDescuentoRecargo, 'string'),
  TipoAjuste: code(indicadores.TipoAjuste, 'string'),
  IndicadorNorma1007: code(indicadores.IndicadorNorma1007),
  TipoAfiliacion: code(indicadores.TipoAfiliacion),
  Liquidacion: code(indicadores.Liquidacion),
  ViaTransporte: code(indicadores.ViaTransporte, 'string'),
  CodigoModificacion: code(indicadores.CodigoModificacion),
  EstadoAprobacion: code(indicadores.EstadoAprobacion),
  EstadoRecepcion: code(indicadores.EstadoRecepcion),
  CodigoMotivoNoRecibido: code(indicadores.CodigoMotivoNoRecibido),
  TipoMoneda: code(TipoMoneda, 'string'),
  CodificacionTipoImpuestos: code(CodificacionTipoImpuestos, 'string'),
  UnidadMedida: { ...code(UnidadMedida), except: [[['33', '44'], code(UnidadMedida, 'string')]] },
  ProvinciaMunicipio: code(ProvinciaMunicipio, 'string'),
} as const satisfies Record<string, SimpleTypeRow>;

/** Name of a row of {@link simpleTypes}. */
export type SimpleTypeName = keyof typeof simpleTypes;

/** The simple type as defined for one document. */
export function simpleTypeOf(name: SimpleTypeName, document: DocumentKey): SimpleType {
  const { except = [], ...type }: SimpleTypeRow = simpleTypes[name];
  const exception = except.find(([documents]) => documents.includes(document));
  return exception === undefined ? type : exception[1];
}
