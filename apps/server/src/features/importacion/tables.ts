import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import type { Generated } from 'kysely';
import type { Json, JsonDefault } from '../../platform/db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    importacion: ImportacionTable;
  }
}

interface ImportacionTable {
  empresa_id: string;
  id: string;
  archivo: string;
  contenido: Buffer | null;
  estado: 'procesando' | 'listo' | 'error';
  pasos: Json<importacion.Importacion['pasos']>;
  errores: JsonDefault<ErrorDeDocumento[]>;
  avisos: JsonDefault<ErrorDeDocumento[]>;
  usuario_id: string | null;
  creada: Date;
  /** It belongs to a simulation: no workbook filled it. */
  de_simulacion: Generated<boolean>;
  /** It belongs to the pilot: its documents stay in it, although another workbook brings the same ones. */
  de_piloto: Generated<boolean>;
  /** It is a certification set of the DGII: its rows are judged without the data of the company. */
  de_set: Generated<boolean>;
}
