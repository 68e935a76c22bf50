import type { descripcionesDeImpuesto } from '@timbre/contract';
import type { DateText } from '../../platform/db/schema.ts';

/** The tables of this room, for the queries of all. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    impuesto_externo: ImpuestoExternoTable;
    fecha_vencimiento: FechaVencimientoTable;
  }
}

interface ImpuestoExternoTable {
  empresa_id: string;
  id_impuesto_externo: string;
  descripcion: (typeof descripcionesDeImpuesto)[number];
}

interface FechaVencimientoTable {
  empresa_id: string;
  id: string;
  serie: 'E' | 'B';
  tipo: string;
  fecha: DateText;
  activo: boolean;
  creada: Date;
}
