import type { Ambiente } from '@timbre/contract';
import type { JsonDefault } from '../../platform/db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    certificacion: CertificacionTable;
  }
}

/** A completed step. */
interface PasoCompleto {
  /** ISO 8601. */
  readonly momento: string;
  readonly porPortal: boolean;
}

interface CertificacionTable {
  empresa_id: string;
  ambiente: Ambiente;
  /** By the number of the step. */
  pasos: JsonDefault<Readonly<Record<string, PasoCompleto>>>;
  guardada: Date;
  completada: Date | null;
}
