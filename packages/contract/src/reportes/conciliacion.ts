import { route } from '@timbre/route';
import { type Static, type TSchema, Type } from 'typebox';
import { featureConstants } from '../constants.generated.ts';
import { orNull, withFile } from '../shared.ts';
import { common, Monto, Periodo, TextOrNull } from './parts.ts';

const { maximoDeTxt } = featureConstants.reportes;

const deFuente = <Schema extends TSchema>(schema: Schema) =>
  Type.Object({
    quickbooks: Type.Optional(schema),
    ecf: Type.Optional(schema),
    papel: Type.Optional(schema),
    txt: Type.Optional(schema),
  });
const Fuente = Type.Enum(['quickbooks', 'ecf', 'papel', 'txt'], { description: 'papel: lo cargado en Timbre' });
const DeComprobantes = Type.Object({ tipo: Type.Enum(['606', '607']) });
export const DeQuickBooks = Type.Object({
  entidad: Type.String({ description: 'Bill, Purchase, VendorCredit, Invoice, SalesReceipt, CreditMemo' }),
  id: Type.String(),
});

/** Reconciliation of QuickBooks, the e-CF, receipts on paper and a TXT for the receipts of a month. */
export const Conciliacion = Type.Object({
  /** When QuickBooks was read last; null while nothing of the month was: then it is not compared. */
  quickbooksLeido: TextOrNull,
  /** Whether the TXT has whole pesos: then cents are no difference. */
  txtEnPesos: Type.Boolean(),
  /** Signed: credit notes subtract. */
  totales: deFuente(Type.Object({ cantidad: Type.Integer(), monto: Monto, itbis: Monto })),
  /** By how many percent the amount of the first differs from that of the second; null where that is zero. */
  diferencias: Type.Array(
    Type.Object({
      de: Type.Enum(['quickbooks', 'documentos'], { description: 'documentos: e-CF y papel; en el 607, papel' }),
      respectoA: Fuente,
      monto: TextOrNull,
      itbis: TextOrNull,
    }),
  ),
  iguales: Type.Integer(),
  distintos: Type.Integer(),
  comprobantes: Type.Array(
    Type.Object({
      ncf: Type.String(),
      rnc: Type.String(),
      faltaEn: Type.Array(Fuente),
      repetidoEn: Type.Array(Fuente),
      campos: Type.Array(Type.Enum(['rnc', 'fecha', 'monto', 'itbis'])),
      valores: deFuente(Type.Object({ rnc: Type.String(), fecha: TextOrNull, monto: Monto, itbis: Monto })),
      corregir: Type.Array(Type.Object({ donde: Fuente, texto: Type.String() })),
      /** Id of its row of the report; null where it has none. */
      fila: TextOrNull,
      /** The e-CF, and the document of QuickBooks, that contain the receipt. */
      ecf: orNull(Type.Object({ fuente: Type.Enum(['emitido', 'recibido']), documentoId: Type.String() })),
      quickbooks: orNull(DeQuickBooks),
    }),
    { description: 'Los primeros 1000' },
  ),
});
export type Conciliacion = Static<typeof Conciliacion>;

/**
 * Compares QuickBooks, the e-CF, receipts on paper and the current lines of the TXT for the receipts of a month. Returns totals, their
 * differences in per cent, and the first receipts on which they disagree, with what to correct and where.
 */
export const conciliarReporte = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/conciliacion',
  summary: 'Conciliación de QuickBooks, e-CF y TXT de un mes',
  ...common,
  params: DeComprobantes,
  query: Type.Object({ periodo: Periodo }),
  answer: Conciliacion,
});

/**
 * The same with a TXT that was filed, of this or of another program, instead of the current lines. It is not stored.
 */
export const conciliarConTxt = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo/conciliacion',
  summary: 'Conciliación con un TXT presentado',
  ...common,
  params: DeComprobantes,
  query: Type.Object({ periodo: Periodo }),
  ...withFile('TXT del reporte, de la empresa y del mes; oficial o clásico', maximoDeTxt),
  answer: Conciliacion,
});
