import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { AunquePresentado, orNull } from '../shared.ts';
import { changing, common, Monto, Periodo, TextOrNull } from './parts.ts';
import { FilaDeReporte } from './rows.ts';

/** A box of the IT-1 or of its Anexo A. */
const Casilla = Type.Object({
  id: Type.String({ description: '1…68; A1…A56.3 del Anexo A' }),
  nombre: Type.String(),
  valor: Type.String({ description: 'RD$, o el coeficiente con cuatro decimales' }),
  /** dato, calculado, estimado, respondido, pendiente. */
  marca: Type.String(),
  /** Rows that feed it; 0 where it follows from other boxes. */
  filas: Type.Integer(),
  /** The boxes that it follows from, in Spanish. */
  formula: TextOrNull,
});

/** A finding that the audit of the DGII would make in the IT-1. */
const HallazgoDeIT1 = Type.Object({
  codigo: Type.String(),
  gravedad: Type.Enum(['error', 'aviso']),
  casilla: Type.String(),
  esperado: Monto,
  encontrado: Monto,
  /** The box, or the total of the reports, whose rows are the receipts to mend: see {@link filasDeCasilla}. */
  comprobantes: Type.Optional(Type.String()),
  mensaje: Type.String(),
});

/** A detail of the summary. @source specification 002 §3 */
const DetalleDeResumen = Type.Object({
  id: Type.String(),
  concepto: Type.String(),
  monto: Monto,
  itbis: Monto,
  categoria: Type.Enum(['ingreso', 'gasto', 'calculo', 'impuesto', 'resultado']),
});

export const ResumenIT1 = Type.Object({
  totalIngresos: Monto,
  totalGastos: Monto,
  utilidadBruta: Monto,
  itbisVentas: Monto,
  itbisCompras: Monto,
  itbisAPagar: Monto,
  impuestoRenta: Monto,
  utilidadNeta: Monto,
  /** Note on the amounts that are estimates, and on their scale. */
  nota: Type.String(),
  detalle: Type.Array(DetalleDeResumen),
  formulario: Type.Array(Casilla),
  anexoA: Type.Array(Casilla),
  preauditoria: Type.Array(HallazgoDeIT1),
});
export type ResumenIT1 = Static<typeof ResumenIT1>;

/**
 * The rows behind a box of a saved IT-1, or behind a total of its reports (`C607.itbis`), the first 500. For a box that
 * follows from others: the rows behind all of those.
 */
export const filasDeCasilla = route({
  method: 'GET',
  path: '/api/reportes-fiscales/it1/:id/casillas/:casilla',
  summary: 'Comprobantes detrás de una casilla del IT-1',
  ...common,
  params: Type.Object({
    id: Type.String({ format: 'uuid' }),
    casilla: Type.String({ pattern: '^[AC]?[0-9A-Za-z.-]{1,20}$', examples: ['A19'] }),
  }),
  answer: Type.Object({
    casilla: Casilla,
    filas: Type.Array(
      Type.Object({
        ...FilaDeReporte.properties,
        /** The amount that it adds to the box; null for a box that is no sum of rows. */
        aporta: orNull(Monto),
      }),
    ),
  }),
});

/** Sets the boxes of the IT-1 of a month that a person fills in by hand; null clears a box. */
export const responderIT1 = route({
  method: 'PUT',
  path: '/api/reportes-fiscales/it1/manuales/:periodo',
  summary: 'Casillas del IT-1 que se llenan a mano',
  ...changing,
  params: Type.Object({ periodo: Periodo }),
  body: Type.Object({
    casillas: Type.Record(Type.String({ maxLength: 10 }), orNull(Monto)),
    aunquePresentado: AunquePresentado,
  }),
  status: 204,
});
