import type { Ambiente, reportes } from '@timbre/contract';
import type { Generated, GeneratedAlways } from 'kysely';
import type { DateText, Json } from '../../platform/db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    reporte: ReporteTable;
    reporte_parte: ReporteParteTable;
    it1_manual: IT1ManualTable;
    reporte_herramienta: HerramientaTable;
  }
}

interface ReporteTable {
  empresa_id: string;
  id: string;
  orden: GeneratedAlways<number>;
  ambiente: Ambiente;
  tipo: reportes.TipoDeReporte;
  desde: DateText;
  hasta: DateText;
  estado: reportes.ReporteGuardado['estado'];
  porcentaje: number;
  mensaje: string;
  totales: Json<reportes.ReporteGuardado['totales']> | null;
  resumen: Json<reportes.ResumenIT1> | null;
  basado_en: Json<NonNullable<reportes.ReporteGuardado['basadoEn']>> | null;
  filas: number;
  creado: Date;
  por: string;
  aceptacion: string | null;
  presentado: DateText | null;
  presento: string | null;
  /** Notices of omitted data, in Spanish. */
  avisos: Generated<string[]>;
}

interface ReporteParteTable {
  empresa_id: string;
  reporte_id: string;
  parte: number;
  filas: Buffer;
}

interface IT1ManualTable {
  empresa_id: string;
  ambiente: Ambiente;
  periodo: number;
  casillas: Json<Readonly<Record<string, string>>>;
}

interface HerramientaTable {
  empresa_id: string;
  tipo: '606' | '607';
  nombre: string;
  contenido: Buffer;
  subida: Date;
  por: string;
}
