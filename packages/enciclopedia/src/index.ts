import type { Familia } from './familias.ts';
import { negativas, type Regla, type ReglaDeReporte, reglas, reglasDeReportes } from './hechos.generated.ts';
import type { Numero, Texto, TextoSuelto, Textos, TextosDeReporte, TextosSueltos } from './texto.ts';
import { ajustes } from './textos/ajustes.ts';
import { dgii } from './textos/dgii.ts';
import { emision } from './textos/emision.ts';
import { encabezado } from './textos/encabezado.ts';
import { estructura } from './textos/estructura.ts';
import { firma } from './textos/firma.ts';
import { importes } from './textos/importes.ts';
import { libro } from './textos/libro.ts';
import { lineas } from './textos/lineas.ts';
import { normas } from './textos/normas.ts';
import { documentosDeRespuesta, resumen } from './textos/otros-documentos.ts';
import { paginas } from './textos/paginas.ts';
import { plataforma } from './textos/plataforma.ts';
import { quickbooks } from './textos/quickbooks.ts';
import { referencia } from './textos/referencia.ts';
import { compras } from './textos/reportes/606.ts';
import { ventas } from './textos/reportes/607.ts';
import { anuladosYExterior } from './textos/reportes/608-609.ts';
import { it1 } from './textos/reportes/it1.ts';

export { codigoEn, direccionDe, explica, parteDe } from './direccion.ts';
export { type Familia, familias } from './familias.ts';
export type { Numero } from './texto.ts';

/** The article of a code. */
export interface Articulo {
  readonly codigo: string;
  readonly familia: Familia;
  readonly titulo: string;
  /** Left out for the refusals of the platform, whose title states it. */
  readonly significa?: string;
  readonly causa?: string;
  readonly remedio: string;
  /** Whether the number is used up if the DGII receives the document with this fault. */
  readonly numero: Numero;
  /** How the DGII treats the fault; only for a rule of the documents. */
  readonly severidad?: Regla['severidad'];
  /** Severity for a report; only for a rule of the reports. */
  readonly gravedad?: ReglaDeReporte['gravedad'];
  /** The fields or the box of the report. */
  readonly donde?: string;
  /** The DGII's response to the fault, in Spanish; only for a rule of the reports. */
  readonly dgii?: string;
  readonly fuente: string;
  readonly relacionados: readonly string[];
}

/** Whether the number is used up, from the severity and `libre` of the rule. */
const numeroDe = ({ severidad, libre }: Regla): Numero =>
  severidad === 'aviso' ? 'no-aplica' : libre ? 'libre' : 'usado';

function deRegla(familia: Familia, textos: Textos, sinNumero = false): Articulo[] {
  return Object.entries(textos).flatMap(([codigo, texto]) => {
    const regla = reglas[codigo];
    if (regla === undefined) return [];
    const { severidad, fuente, codigoDGII } = regla;
    const relacionados = [...(codigoDGII === undefined ? [] : [codigoDGII]), ...(texto.relacionados ?? [])];
    const numero = sinNumero ? 'no-aplica' : numeroDe(regla);
    return [{ ...only(texto), codigo, familia, severidad, numero, fuente, relacionados }];
  });
}

const only = ({ titulo, significa, causa, remedio }: Texto) => ({ titulo, significa, causa, remedio });

const sueltos = (familia: Familia, textos: TextosSueltos): Articulo[] =>
  Object.entries(textos).map(([codigo, texto]: [string, TextoSuelto]) => ({
    ...only(texto),
    codigo,
    familia,
    numero: texto.numero,
    fuente: texto.fuente,
    relacionados: texto.relacionados ?? [],
  }));

/** Articles of a report. They affect no number: the receipts were issued long before. */
const deReporte = (familia: Familia, textos: TextosDeReporte): Articulo[] =>
  Object.entries(textos).flatMap(([codigo, texto]) => {
    const regla = reglasDeReportes[codigo];
    if (regla === undefined) return [];
    const relacionados = texto.relacionados ?? [];
    return [{ ...only(texto), ...regla, codigo, familia, dgii: texto.dgii, numero: 'no-aplica', relacionados }];
  });

const dePlataforma: Articulo[] = Object.entries(plataforma).map(([codigo, remedio]) => ({
  codigo,
  familia: 'plataforma',
  titulo: negativas[codigo]?.replace(/\.$/, '') ?? codigo,
  remedio,
  numero: 'no-aplica',
  fuente: 'Timbre',
  relacionados: [],
}));

/** Every article, by family and code. */
export const articulos: readonly Articulo[] = [
  ...sueltos('dgii', dgii),
  ...deRegla('encabezado', encabezado),
  ...deRegla('lineas', lineas),
  ...deRegla('ajustes', ajustes),
  ...deRegla('importes', importes),
  ...deRegla('referencia', referencia),
  ...deRegla('paginas', paginas),
  ...deRegla('otros', resumen),
  ...deRegla('otros', documentosDeRespuesta, true),
  ...sueltos('estructura', estructura),
  ...sueltos('firma', firma),
  ...sueltos('emision', emision),
  ...sueltos('libro', libro),
  ...deReporte('compras', compras),
  ...deReporte('ventas', ventas),
  ...deReporte('anuladosYExterior', anuladosYExterior),
  ...deReporte('it1', it1),
  ...sueltos('quickbooks', quickbooks),
  ...sueltos('normas', normas),
  ...dePlataforma,
];

const porCodigo = new Map(articulos.map((articulo) => [articulo.codigo, articulo]));

/**
 * Returns the article of a code; undefined if there is none.
 *
 * @param codigo such as `ECF-RNC-01`, `614`, `secuencia/agotada`
 */
export const articuloDe = (codigo: string): Articulo | undefined => porCodigo.get(codigo);
