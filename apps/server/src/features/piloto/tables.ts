import type { Ambiente, piloto } from '@timbre/contract';
import type { JsonDefault } from '../../platform/db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    piloto: PilotoTable;
    proceso: ProcesoTable;
  }
}

/** The stage of the pilot with a workbook. The rehearsal and the sending have two stages each, signing and sending. */
export type Etapa =
  | 'leyendo'
  | 'ensayo_firma'
  | 'ensayo_envio'
  | 'corregir'
  | 'listo'
  | 'firma'
  | 'envio'
  | 'detenido'
  | 'completo';

interface PilotoTable {
  empresa_id: string;
  ambiente: Ambiente;
  parte: piloto.ParteDePiloto;
  id: string;
  importacion_id: string | null;
  etapa: Etapa;
  motivo: string | null;
  por: string | null;
  ip: string | null;
  cambiado: Date;
}

interface ProcesoTable {
  empresa_id: string;
  ambiente: Ambiente;
  /** By the number of the step, ISO 8601. */
  pasos: JsonDefault<Readonly<Record<string, string>>>;
}
