import type { catalogo } from '@timbre/contract';
import type { Row } from '../../platform/db/schema.ts';

/** A known buyer as the contract shows it. */
export const compradorView = (row: Row<'comprador'>): catalogo.CompradorConocido => ({
  identificacion: row.identificacion,
  extranjero: row.extranjero,
  razonSocial: row.razon_social,
  correo: row.correo,
  direccion: row.direccion,
  municipio: row.municipio,
  provincia: row.provincia,
  pais: row.pais,
});

/** A known product as the contract shows it. */
export const productoView = (row: Row<'producto'>): catalogo.ProductoConocido => ({
  nombre: row.nombre,
  descripcion: row.descripcion,
  precio: row.precio,
  unidad: row.unidad,
  indicadorFacturacion: row.facturacion,
  indicadorBienoServicio: row.bien_servicio,
});
