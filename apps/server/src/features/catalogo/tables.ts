/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    comprador: CompradorTable;
    producto: ProductoTable;
    catalogo_lectura: CatalogoLecturaTable;
  }
}

export {};

interface CompradorTable {
  empresa_id: string;
  identificacion: string;
  extranjero: boolean;
  razon_social: string;
  correo: string;
  direccion: string;
  municipio: string;
  provincia: string;
  pais: string;
  busca: string;
  orden: number;
}

interface ProductoTable {
  empresa_id: string;
  nombre: string;
  descripcion: string;
  precio: string;
  unidad: string;
  facturacion: string;
  bien_servicio: string;
  busca: string;
  orden: number;
}

interface CatalogoLecturaTable {
  empresa_id: string;
  orden: number;
  leido: Date;
}
