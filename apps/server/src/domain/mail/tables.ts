import type { Generated } from 'kysely';

/** The tables of this room, declared in the schema of all queries. */
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
  /** Encrypted; null after delivery. */
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
