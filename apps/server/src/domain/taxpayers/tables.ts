import type { Json, JsonDefault } from '../../platform/db/schema.ts';

/** The tables of this room, declared in the schema of all queries. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    contribuyente_0: ContribuyenteTable;
    contribuyente_1: ContribuyenteTable;
    contribuyente_registro: RegistroTable;
    contribuyente_importacion: ImportacionTable;
    contribuyente_archivo: ArchivoTable;
  }
}

/** A refused line of the file. */
export interface Motivo {
  readonly linea: number;
  readonly motivo: string;
}

interface ContribuyenteTable {
  rnc: string;
  nombre: string;
  nombre_comercial: string;
  actividad: string;
  inicio: string | null;
  estado: string;
  regimen: string;
  activo: boolean;
  busca: string;
  palabras: string;
}

interface RegistroTable {
  id: boolean;
  tabla: 0 | 1 | null;
  archivo: string | null;
  importado: Date | null;
  filas: number;
  rechazadas: number;
  repetidas: number;
  motivos: JsonDefault<readonly Motivo[]>;
  comunes: Json<Readonly<Record<string, number>>>;
}

interface ImportacionTable {
  id: boolean;
  sujeto: string | null;
  ficha: string | null;
  latido: Date | null;
  archivo: string | null;
  leidos: number;
  total: number;
  filas: number;
  fase: 'en_espera' | 'leyendo' | 'ordenando' | null;
  fallo: string | null;
  fallo_en: Date | null;
}

interface ArchivoTable {
  sujeto: string;
  parte: number;
  contenido: Buffer;
}
