import type { Ambiente, procesar } from '@timbre/contract';
import type { Generated, GeneratedAlways } from 'kysely';
import type { DateText } from '../../platform/db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    ejecucion: EjecucionTable;
    ejecucion_fallo: FalloTable;
  }
}

interface EjecucionTable {
  empresa_id: string;
  id: string;
  orden: GeneratedAlways<number>;
  ambiente: Ambiente;
  tipo: procesar.AlcanceDeProceso;
  desde: DateText;
  hasta: DateText;
  realm: string;
  presentados: boolean;
  estado: 'en_proceso' | 'completado' | 'error' | 'cancelado';
  posicion: string | null;
  procesados: number;
  omitidos: number;
  fallos: number;
  total: number | null;
  ms_por_documento: number | null;
  /** JSON. */
  mapeo: string | null;
  mensaje: string;
  creado: Date;
  por: string;
  ip: string;
  /** Data that it could not obtain, in Spanish. */
  avisos: Generated<string[]>;
}

interface FalloTable {
  empresa_id: string;
  ejecucion_id: string;
  numero: number;
  entidad: string;
  documento: string;
  ncf: string | null;
  motivo: string;
}
