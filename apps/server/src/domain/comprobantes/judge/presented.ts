import { enlaces } from '@timbre/contract';
import {
  type Content,
  contentOf,
  type Printed,
  type PrintedLine,
  stampPath,
  type TotalRow,
} from '@timbre/representacion';
import { storedECF, type ToPrint } from './printed.ts';

/** Columns of a line that a page shows in their own places; the others are shown below its description. */
const placed: ReadonlySet<string> = new Set(['descripcion', 'cantidad', 'unidad', 'precio', 'valor']);

/**
 * The content of the printed form of an e-CF, as texts for a page: the same words as on paper.
 *
 * @throws Error when the stored XML is not an e-CF: the row is damaged
 */
export function presentPrinted({ xml, ...options }: Omit<ToPrint, 'forma' | 'logo'>): enlaces.ContenidoImpreso {
  const content = contentOf(storedECF(xml), options);
  const { issuer, stamp, lines } = content;
  const { side: lado, path: trazo } = stampPath(stamp.url);
  return {
    titulo: content.title.text,
    identidad: content.identity.map(datoOf),
    emisor: { nombre: issuer.name.text, datos: issuer.fields.map(datoOf), contacto: issuer.contact.map(datoOf) },
    comprador: [...content.buyer, ...content.buyerContact].map(datoOf),
    condiciones: content.terms.map(datoOf),
    secciones: content.sections.map(({ title, fields }) => ({ titulo: title, datos: fields.map(datoOf) })),
    lineas: lines.slice(0, enlaces.lineasEnPagina).map((line) => lineaOf(line, content.columns)),
    totalDeLineas: lines.length,
    ajustes: content.adjustments.map(totalOf),
    totales: content.totals.map(totalOf),
    monedas: [...content.currencies],
    sello: { url: stamp.url, datos: stamp.fields.map(datoOf), qr: { lado, trazo } },
    leyendas: [...content.legends],
  };
}

const datoOf = ({ label, text }: Printed) => ({ nombre: label, valor: text });

const clases = { sum: 'suma', part: 'parte', total: 'total' } as const;

const totalOf = ({ kind, otraMoneda, ...row }: TotalRow) => ({
  ...datoOf(row),
  clase: clases[kind],
  ...(otraMoneda === undefined ? {} : { otraMoneda }),
});

const lineaOf = ({ numero, exento, cells, details }: PrintedLine, columns: Content['columns']) => ({
  numero,
  descripcion: cells.descripcion ?? '',
  exento,
  cantidad: cells.cantidad ?? '',
  unidad: cells.unidad ?? '',
  precio: cells.precio ?? '',
  valor: cells.valor ?? '',
  detalles: [
    ...details.map(datoOf),
    ...columns.flatMap(({ key, label }) => {
      const text = placed.has(key) ? undefined : cells[key];
      return text === undefined ? [] : [{ nombre: label, valor: text }];
    }),
  ],
});
