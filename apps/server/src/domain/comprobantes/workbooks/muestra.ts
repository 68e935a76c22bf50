import { compradorSinDatos, computeTotals, type Draft, deriveRFCE, type ECF, esResumen, writeSheet } from '@timbre/ecf';
import { addDays, type Fecha, formatENCF, type TipoECF } from '@timbre/values';
import { type SheetColumn, type SheetSource, writeXlsxSheets } from '@timbre/workbook';

/** Issuer and dates of a sample's documents. */
export interface MuestraOptions {
  readonly rnc: string;
  readonly razonSocial: string;
  /** First number of each type; some types use up to three. */
  readonly desde: number;
  /** FechaEmision of every document. */
  readonly fecha: Fecha;
  /** FechaVencimientoSecuencia of the ranges of numbers. */
  readonly vencimiento: Fecha;
}

type Item = NonNullable<NonNullable<Draft['DetallesItems']>['Item']>[number];

// Invented; its RNC is of a series that has not been assigned.
const comprador = {
  RNCComprador: '199000013',
  RazonSocialComprador: 'Constructora Palma Alta SRL',
  CorreoComprador: 'compras@palmaalta.example',
  DireccionComprador: 'Calle El Sol 12, Santiago',
};
const ministerio = { RNCComprador: '199000021', RazonSocialComprador: 'Ayuntamiento de Villa Ejemplo' };
const zonaFranca = { RNCComprador: '199000031', RazonSocialComprador: 'Zona Franca Caribe Ejemplo SA' };
const suplidor = { RNCComprador: '199000048', RazonSocialComprador: 'Transporte Los Pinos EIRL' };

/** The buyer where the company itself has the RNC of one of these. */
const otro = { RNCComprador: '199000072', RazonSocialComprador: 'Materiales Los Robles SRL' };

const item = (
  NombreItem: string,
  CantidadItem: string,
  PrecioUnitarioItem: string,
  more: Partial<Item> = {},
): Item => ({
  IndicadorFacturacion: '1',
  NombreItem,
  IndicadorBienoServicio: '1',
  CantidadItem,
  UnidadMedida: '43',
  PrecioUnitarioItem,
  ...more,
});
const exento = { IndicadorFacturacion: '4' };
const servicio = { IndicadorBienoServicio: '2' };
/** The withholding of a line: types 41 and 47 state it. */
const retenido = (montos: NonNullable<Item['Retencion']>): Partial<Item> => ({
  Retencion: { IndicadorAgenteRetencionoPercepcion: '1', ...montos },
});
const cemento = item('Cemento gris, funda de 94 libras', '40.00', '485.0000');
const varilla = item('Varilla de acero 3/8"', '25.00', '310.5000');

const contado = { TipoIngresos: '01', TipoPago: '1' };
const gravado = { IndicadorMontoGravado: '0' };

type Comprador = NonNullable<NonNullable<Draft['Encabezado']>['Comprador']>;

/** A document of the sample: its type, the rest of its IdDoc, its buyer, its lines, and other sections. */
type Sample = readonly [tipo: TipoECF, idDoc: object, comprador: Comprador | undefined, items: Item[], more?: object];

/**
 * The documents of the sample: the ten types, with notes that correct an invoice among them, consumer invoices below
 * and above RD$250,000, discounts, withholdings and exempt lines. All are valid.
 */
export function sampleDocuments(options: MuestraOptions): ECF[] {
  const samples = [...invoicesAndNotes(options), ...specialReceipts(options)];
  return samples.map((sample, i) => {
    const sameType = samples.slice(0, i).filter(([tipo]) => tipo === sample[0]);
    return documentOf(options, sample, options.desde + sameType.length);
  });
}

/** Types 31 to 34. */
function invoicesAndNotes({ desde, fecha, vencimiento }: MuestraOptions): readonly Sample[] {
  const vence = { FechaVencimientoSecuencia: vencimiento };
  const credito = { TipoIngresos: '01', TipoPago: '2', FechaLimitePago: addDays(fecha, 30) };
  const original = { NCFModificado: formatENCF('31', desde), FechaNCFModificado: fecha, CodigoModificacion: '3' };
  const corrects = { InformacionReferencia: original };
  const conDescuento = { ...varilla, DescuentoMonto: '150.00' };
  const arena = item('Arena lavada, metro cúbico', '6.00', '1350.0000', exento);
  const flete = item('Flete no facturado', '1.00', '900.0000', servicio);
  const devueltas = { ...varilla, CantidadItem: '5.00' };
  return [
    ['31', { ...vence, ...gravado, ...contado }, comprador, [cemento, varilla]],
    ['31', { ...vence, ...gravado, ...credito }, comprador, [conDescuento, arena]],
    ['32', { ...gravado, ...contado }, compradorSinDatos, [item('Martillo de uña', '1.00', '650.0000')]],
    ['32', { ...gravado, ...contado }, comprador, [item('Pintura blanca, galón', '3.00', '1199.0000')]],
    ['32', { ...gravado, ...contado }, comprador, [item('Planta eléctrica 20 kW', '1.00', '385000.0000')]],
    ['33', { ...vence, ...gravado, ...contado }, comprador, [flete], corrects],
    ['34', { IndicadorNotaCredito: '0', ...gravado, ...contado }, comprador, [devueltas], corrects],
  ];
}

/** Types 41 to 47. */
function specialReceipts({ vencimiento }: MuestraOptions): readonly Sample[] {
  const vence = { FechaVencimientoSecuencia: vencimiento };
  const acarreo = item('Acarreo de materiales', '1.00', '4500.0000', {
    ...servicio,
    ...retenido({ MontoITBISRetenido: '810.00', MontoISRRetenido: '0.00' }),
  });
  const asesoria = item('Asesoría del exterior', '1.00', '18000.0000', {
    ...exento,
    ...servicio,
    ...retenido({ MontoISRRetenido: '4860.00' }),
  });
  const importador = { IdentificadorExtranjero: 'EX-2040', RazonSocialComprador: 'Island Hardware Inc' };
  const asesor = { IdentificadorExtranjero: 'EX-3115', RazonSocialComprador: 'Sample Advisors LLC' };
  const bloques = item('Bloques de coral decorativo', '200.00', '75.0000', { IndicadorFacturacion: '3' });
  return [
    ['41', { ...vence, ...gravado, TipoPago: '1' }, suplidor, [acarreo]],
    ['43', vence, undefined, [item('Peaje y parqueo', '1.00', '260.0000', { ...exento, ...servicio })]],
    ['44', { ...vence, ...contado }, zonaFranca, [item('Guantes de seguridad, par', '50.00', '95.0000', exento)]],
    ['45', { ...vence, ...gravado, ...contado }, ministerio, [cemento]],
    ['46', { ...vence, ...contado }, importador, [bloques]],
    ['47', vence, asesor, [asesoria]],
  ];
}

function documentOf(
  { rnc, razonSocial, fecha }: MuestraOptions,
  [tipo, idDoc, comprador, items, more]: Sample,
  numero: number,
): ECF {
  const Comprador = comprador?.RNCComprador === rnc ? otro : comprador;
  const draft: Draft = {
    Encabezado: {
      Version: '1.0',
      IdDoc: { TipoeCF: tipo, eNCF: formatENCF(tipo, numero), ...idDoc },
      Emisor: {
        RNCEmisor: rnc,
        RazonSocialEmisor: razonSocial,
        DireccionEmisor: 'Calle Duarte 45, Santo Domingo',
        FechaEmision: fecha,
      },
      ...(Comprador && { Comprador }),
    },
    DetallesItems: { Item: items },
    ...more,
  };
  return computeTotals(draft) as ECF;
}

/**
 * Writes documents as a workbook: the sheet ECF and, with the summaries that they require, the sheet RFCE.
 *
 * @param at epoch milliseconds; the modification time of the parts of the file
 */
export async function writeLibro(documents: readonly ECF[], at: number): Promise<Buffer> {
  const summaries = documents.filter(esResumen).map((tree) => deriveRFCE(tree, '#e'));
  const sheets = [sheetOf('ECF', writeSheet('ECF', documents)), sheetOf('RFCE', writeSheet('RFCE', summaries))];
  const pieces: Buffer[] = [];
  for await (const piece of writeXlsxSheets(sheets, at)) pieces.push(piece);
  return Buffer.concat(pieces);
}

type Cells = readonly (string | undefined)[];

function sheetOf(
  name: string,
  { headers, rows }: { headers: readonly string[]; rows: readonly Cells[] },
): SheetSource<Cells> {
  const columns = headers.flatMap((header, column): SheetColumn<Cells>[] =>
    // It identifies the DGII's sets.
    header === 'CasoPrueba' ? [] : [{ header, kind: 'texto', width: 20, of: (row) => row[column] ?? null }],
  );
  return {
    name,
    columns,
    pages: (async function* () {
      yield rows;
    })(),
  };
}

/** The platform's sample workbook, with documents of the company that requests it; .xlsx bytes. */
export const buildMuestra = (options: MuestraOptions, at: number): Promise<Buffer> =>
  writeLibro(sampleDocuments(options), at);
