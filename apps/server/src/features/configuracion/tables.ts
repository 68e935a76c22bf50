import type { descripcionesDeImpuesto } from '@timbre/contract';
import type { DateText } from '../../platform/db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
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
