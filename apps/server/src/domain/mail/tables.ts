import type { Generated } from 'kysely';

/** The tables of this room, for the queries of all. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    correo: CorreoTable;
    correo_plantilla: CorreoPlantillaTable;
  }
}

interface CorreoTable {
  /** The company, or the platform's record. */
  empresa_id: string;
  id: string;
  clase: string;
  para: string;
  nombre: string;
  responder_a: string | null;
  asunto: string;
  /** Sealed; null once it was delivered. */
  cuerpo: Buffer | null;
  documento_id: string | null;
  por: string | null;
  creado: Date;
  estado: Generated<'pendiente' | 'enviado' | 'guardado' | 'fallido'>;
  detalle: string | null;
  terminado: Date | null;
}

interface CorreoPlantillaTable {
  empresa_id: string;
  asunto: string;
  cuerpo: string;
}
