import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';

/** A buyer of earlier invoices, with the data of the last of them. */
export const CompradorConocido = Type.Object({
  /** Its key: the RNC, cédula or foreign identifier. */
  identificacion: Type.String(),
  extranjero: Type.Boolean({ description: 'La identificación es un IdentificadorExtranjero' }),
  razonSocial: Type.String(),
  correo: Type.String({ description: 'Vacío si no se escribió; así los demás' }),
  direccion: Type.String(),
  municipio: Type.String({ description: 'Código de la DGII' }),
  provincia: Type.String({ description: 'Código de la DGII' }),
  pais: Type.String(),
});
export type CompradorConocido = Static<typeof CompradorConocido>;

/** A product or service of earlier invoices, with the data of the last of them. */
export const ProductoConocido = Type.Object({
  /** Its key. */
  nombre: Type.String(),
  descripcion: Type.String({ description: 'Vacía si no se escribió' }),
  precio: Type.String({ description: 'PrecioUnitarioItem, decimal' }),
  unidad: Type.String({ description: 'Código de la DGII; vacía si no se escribió' }),
  indicadorFacturacion: Type.String(),
  indicadorBienoServicio: Type.String(),
});
export type ProductoConocido = Static<typeof ProductoConocido>;

const Busqueda = Type.Object({
  buscar: Type.Optional(Type.String({ maxLength: 80, description: 'Parte del nombre o de la identificación' })),
});

/**
 * The buyers of earlier invoices that match the search, the last used first, 20 at most. A request also queues a job
 * that adds the buyers of newly issued documents, so they appear shortly afterwards.
 */
export const buscarCompradores = route({
  method: 'GET',
  path: '/api/catalogo/compradores',
  summary: 'Compradores de facturas anteriores',
  policy: 'asentar',
  menu: 'borradores',
  query: Busqueda,
  answer: Type.Array(CompradorConocido),
});

/** The products of earlier invoices that match the search, the last used first, 20 at most. */
export const buscarProductos = route({
  method: 'GET',
  path: '/api/catalogo/productos',
  summary: 'Productos y servicios de facturas anteriores',
  policy: 'asentar',
  menu: 'borradores',
  query: Busqueda,
  answer: Type.Array(ProductoConocido),
});
