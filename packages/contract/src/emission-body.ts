import { type JsonSchema, jsonSchema } from '@timbre/ecf';
import { type TipoECF, tiposECF } from '@timbre/values';
import { otraMonedaEnItem, otraMonedaEnTotales } from './credit-note.ts';

/** A JSON Schema in which the parts that several documents share are defined once, in `$defs`. */
interface SharedSchema {
  readonly description: string;
  readonly oneOf: readonly { readonly $ref: string }[];
  readonly $defs: Readonly<Record<string, object>>;
}

/** Elements that the platform fills in where a program leaves them out: from the company, the range, the day or by arithmetic. */
const filledIn: ReadonlySet<string> = new Set([
  'FechaHoraFirma',
  'Encabezado.Version',
  'Encabezado.IdDoc.eNCF',
  'Encabezado.IdDoc.FechaVencimientoSecuencia',
  'Encabezado.Emisor',
  'Encabezado.Emisor.RNCEmisor',
  'Encabezado.Emisor.RazonSocialEmisor',
  'Encabezado.Emisor.DireccionEmisor',
  'Encabezado.Emisor.FechaEmision',
  'DetallesItems.Item.NumeroLinea',
  'DetallesItems.Item.MontoItem',
  'DescuentosORecargos.DescuentoORecargo.NumeroLinea',
]);

function isFilledIn(path: string, tipo: TipoECF): boolean {
  if (path === 'Encabezado.Comprador') return tipo === '32';
  return filledIn.has(path) || /^Encabezado\.(Totales|OtraMoneda\.)/.test(path);
}

/** The schema of an e-CF as a program sends it: elements that the platform fills in may be left out. */
function draftSchema(schema: JsonSchema, tipo: TipoECF, path = ''): JsonSchema {
  if (path === 'Encabezado.IdDoc.TipoeCF') return { ...schema, enum: [tipo], description: `Siempre ${tipo}` };
  if (schema.items !== undefined) return { ...schema, items: draftSchema(schema.items, tipo, path) };
  if (schema.properties === undefined) return schema;
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const { required = [], ...rest } = schema;
  const still = required.filter((name) => !isFilledIn(at(name), tipo));
  const properties = mapValues(schema.properties, (part, name) => draftSchema(part, tipo, at(name)));
  return { ...rest, properties, ...(still.length > 0 && { required: still }) };
}

const mapValues = <T, U>(of: Readonly<Record<string, T>>, change: (value: T, name: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value, name)]));

/** The specification's credit-note body, from the schema of the type 34: other names, and numbers as JSON numbers too. */
function creditNoteSchema(note: JsonSchema): object {
  const { Encabezado, DetallesItems, InformacionReferencia } = note.properties ?? {};
  const { IdDoc, Totales, OtraMoneda, ...others } = Encabezado?.properties ?? {};
  const { eNCF, ...ofIdDoc } = IdDoc?.properties ?? {};
  const line = DetallesItems?.properties?.Item?.items;
  const { OtraMonedaDetalle, ...ofLine } = line?.properties ?? {};
  const amounts = (names: readonly string[], from: JsonSchema | undefined) =>
    Object.fromEntries(names.map((name) => [name, from?.properties?.[name] ?? { type: 'string' as const }]));
  const object = (properties: Readonly<Record<string, JsonSchema | undefined>>, required: readonly string[]) =>
    ({ type: 'object', properties, required, additionalProperties: false }) as JsonSchema;
  const items = object({ ...ofLine, ...amounts(otraMonedaEnItem, OtraMonedaDetalle) }, line?.required ?? []);
  return orNumbers(
    object(
      {
        Encabezado: object(
          {
            ...others,
            IdDoc: object({ ...ofIdDoc, ...(eNCF && { encf: eNCF }) }, IdDoc?.required ?? []),
            Totales: object({ ...Totales?.properties, ...amounts(otraMonedaEnTotales, OtraMoneda) }, []),
          },
          Encabezado?.required ?? [],
        ),
        DetallesItems: object({ Items: { type: 'array', items, minItems: 1 } }, ['Items']),
        Referencia: InformacionReferencia,
      },
      ['Encabezado', 'DetallesItems', 'Referencia'],
    ),
  );
}

/** A schema in which each text may be a JSON number too. */
function orNumbers(schema: JsonSchema): object {
  if (schema.properties !== undefined) return { ...schema, properties: mapValues(schema.properties, orNumbers) };
  if (schema.items !== undefined) return { ...schema, items: orNumbers(schema.items) };
  const codes = schema.enum === undefined ? {} : { enum: [...schema.enum, ...schema.enum.map(Number)] };
  return { ...schema, type: ['string', 'number'], ...codes };
}

/** The parts that documents share, each with its text for comparing. */
type Parts = Map<string, { readonly branch: object; readonly text: string }>;

/**
 * Moves each branch below the first level to `$defs`, under the names of its parent and its own; equal ones only once.
 */
function shared(parts: Parts, at: string, schema: JsonSchema): object {
  if (schema.items !== undefined) return { ...schema, items: shared(parts, at, schema.items) };
  if (schema.properties === undefined) return schema;
  const own = at.split('_').at(-1);
  const branch = {
    ...schema,
    properties: mapValues(schema.properties, (part, name) => shared(parts, `${own}_${name}`, part)),
  };
  const text = JSON.stringify(branch);
  for (let count = 1; ; count++) {
    const name = count === 1 ? at : `${at}_${count}`;
    const known = parts.get(name);
    if (known === undefined) parts.set(name, { branch, text });
    if (known === undefined || known.text === text) return { $ref: `#/$defs/${name}` };
  }
}

/**
 * The schema of the body of `EnviarFactura`: an e-CF of any of the ten types, or the specification's credit-note body.
 */
export function emissionBody(): SharedSchema {
  const parts: Parts = new Map();
  const whole: Record<string, object> = {};
  for (const tipo of tiposECF) {
    const schema = draftSchema(jsonSchema(tipo), tipo);
    const properties = mapValues(schema.properties ?? {}, (part, name) => shared(parts, name, part));
    whole[`ECF${tipo}`] = { ...schema, properties };
    if (tipo === '34') whole.NotaDeCredito = creditNoteSchema(schema);
  }
  const $defs = { ...whole, ...Object.fromEntries([...parts].map(([name, { branch }]) => [name, branch])) };
  return {
    description:
      'El árbol de un e-CF con los nombres de su XML, también dentro de «ECF», o el cuerpo de nota de crédito. ' +
      'Lo que se omite (número, emisor, totales, líneas numeradas) lo completa la plataforma. ' +
      'Lo que se retiene en los tipos 41 y 47 lo decide la empresa: cada línea lleva Retencion, salvo que en Configuración se haya ' +
      'elegido la de ley o dicho que no retiene. ' +
      'Los valores son textos; se admiten números de hasta quince dígitos, y un elemento solo donde cabe una lista.',
    oneOf: Object.keys(whole).map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs,
  };
}
