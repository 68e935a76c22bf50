import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Problems } from './declare.ts';
import { verPaginas } from './documentos.ts';
import { emissionBody } from './emission-body.ts';
import type { MenuItem } from './menu.ts';
import { comoArchivo, enPartes, IdParams } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'borradores',
  nombre: 'Nueva Factura',
  titulo: 'Nueva factura',
  ruta: '/nueva-factura',
  icono: 'file-plus',
  seccion: 'Facturas',
  lugar: 4,
  soloRoot: false,
  policy: 'asentar',
} as const satisfies MenuItem;

/** Constants that its screen needs at run time. */
export const constants = {
  /** Drafts that a company keeps, and bytes of one. */
  limitesDeBorradores: { cantidad: 200, bytes: 512 * 1024 },
} as const;

export const { limitesDeBorradores } = constants;

/** Fields of a draft in the list. */
export const Borrador = Type.Object({
  id: Type.String({ format: 'uuid' }),
  /** Increases with each change. */
  version: Type.Integer(),
  tipo: Type.String({ description: 'TipoeCF: `31`' }),
  comprador: Type.String({ description: 'Vacío si no se ha escrito' }),
  monto: Type.String({ description: 'RD$, decimal; el último total calculado' }),
  /** Who changed it last: name of the user. */
  por: Type.String(),
  modificado: Type.String({ description: 'ISO 8601' }),
});
export type Borrador = Static<typeof Borrador>;

const Documento = Type.Object(
  {},
  { additionalProperties: true, description: 'Árbol del e-CF, como lo recibe EnviarFactura; puede estar incompleto' },
);

/** The drafts of the company, the last changed first: all of them, since their number is limited. */
export const listarBorradores = route({
  method: 'GET',
  path: '/api/borradores',
  summary: 'Borradores de facturas',
  policy: 'asentar',
  menu: menu.id,
  ...enPartes('id'),
  answer: Type.Array(Borrador),
});

/** One draft with its document. */
export const verBorrador = route({
  method: 'GET',
  path: '/api/borradores/:id',
  summary: 'Un borrador',
  policy: 'asentar',
  menu: menu.id,
  params: IdParams,
  answer: Type.Object({ ...Borrador.properties, documento: Documento }),
});

/**
 * Stores a draft under an id that the caller chooses. A change states the version that it changes. If another person
 * has changed the draft meanwhile, it is refused with `borrador/cambiado`.
 */
export const guardarBorrador = route({
  method: 'PUT',
  path: '/api/borradores/:id',
  summary: 'Guardar un borrador',
  policy: 'asentar',
  menu: menu.id,
  params: IdParams,
  maxBodyBytes: limitesDeBorradores.bytes,
  body: Type.Object({
    version: Type.Integer({ minimum: 0, maximum: 2_000_000_000, description: 'La que se cambia; 0 si es nuevo' }),
    tipo: Type.Enum(['31', '32', '33', '34', '41', '43', '44', '45', '46', '47']),
    comprador: Type.String({ maxLength: 150 }),
    monto: Type.String({ pattern: '^-?\\d{1,16}\\.\\d{2}$', examples: ['1180.00'] }),
    documento: Documento,
  }),
  answer: Borrador,
});

/** Deletes a draft, because it was issued or is no longer needed. */
export const eliminarBorrador = route({
  method: 'DELETE',
  path: '/api/borradores/:id',
  summary: 'Eliminar un borrador',
  policy: 'asentar',
  menu: menu.id,
  params: IdParams,
  status: 204,
});

/**
 * Preview of a document as if it were issued now: its pages, without number, stamp and date of signature, and its XML
 * before it is signed. Nothing is stored and no number is taken.
 */
export const previsualizar = route({
  method: 'POST',
  path: '/api/borradores/vista-previa',
  summary: 'Ver una factura antes de emitirla: sus páginas y su XML',
  policy: 'asentar',
  menu: menu.id,
  query: verPaginas.query,
  body: Documento,
  rawBody: true,
  describeBody: emissionBody,
  maxBodyBytes: limitesDeBorradores.bytes,
  answer: Type.Object({
    ...Type.Omit(verPaginas.answer, ['qr']).properties,
    xml: Type.String({ description: 'Sin eNCF, fecha de firma ni firma' }),
  }),
});

/** How a document is printed while no e-CF can be generated. @source Representación Impresa, modelos 3.2 and 4.2 */
const modelo = {
  description:
    '`serie-b`: con un NCF de la serie B, en contingencia (modelo 4.2). `diferido`: sin número, no válido para fines fiscales, mientras se genera el e-CF (modelo 3.2)',
} as const;

/**
 * Print of a document while no e-CF can be generated. Nothing is stored and no number is taken: the e-CF that replaces it
 * is issued afterwards.
 */
export const imprimirSinECF = route({
  method: 'POST',
  path: '/api/borradores/sin-ecf',
  summary: 'Imprimir un documento cuando no se puede generar el e-CF, en PDF',
  policy: 'asentar',
  menu: menu.id,
  query: Type.Object({
    ...verPaginas.query.properties,
    modelo: Type.Enum(['diferido', 'serie-b'], modelo),
    ncf: Type.Optional(
      Type.String({
        pattern: '^B\\d{2}(?!0{8})\\d{8}$',
        examples: ['B0200000001'],
        description: 'Con `serie-b`: su NCF, del tipo que corresponde al documento',
      }),
    ),
    vence: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Con `serie-b`: vencimiento de la secuencia del NCF. Solo B02 y B04 van sin él',
      }),
    ),
    enlace: Type.Optional(
      Type.String({
        pattern: '^https?://\\S+$',
        maxLength: 200,
        examples: ['https://ejemplo.do/facturas'],
        description: 'Con `diferido`: la página donde el cliente podrá consultar el e-CF. Sin ella, la de `WebSite`',
      }),
    ),
  }),
  body: Documento,
  rawBody: true,
  describeBody: emissionBody,
  maxBodyBytes: limitesDeBorradores.bytes,
  ...comoArchivo('pdf'),
});

/** Its refusals. */
export const problems = {
  'borrador/cambiado': {
    status: 409,
    title: 'El borrador se cambió en otra ventana. Ábralo de nuevo para ver lo último, o duplíquelo.',
  },
  'borrador/demasiados': {
    status: 409,
    title: `La empresa tiene ${limitesDeBorradores.cantidad} borradores. Emita o elimine alguno para guardar otro.`,
  },
} as const satisfies Problems;
