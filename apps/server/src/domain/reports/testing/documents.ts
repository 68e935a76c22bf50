import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../../../platform/db/id.ts';
import type { NewRow } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transactions.ts';

/** The values that a test sets in an e-CF; the rest follows from them. */
export interface Draft {
  readonly eNCF: string;
  readonly emisor: string;
  /** RNC of the buyer; `extranjero`, a passport in its place. */
  readonly comprador?: string;
  readonly extranjero?: string;
  /** yyyy-MM-dd. */
  readonly fecha?: string;
  /** Amount at 18 %. */
  readonly gravado?: number;
  /** 1 goods, 2 services. */
  readonly bienServicio?: 1 | 2;
  readonly tipoPago?: 1 | 2;
  readonly modifica?: string;
  readonly retenido?: { readonly itbis: string; readonly isr: string };
}

/** The XML of an e-CF, with the elements that the reports read. */
export function ecfOf(draft: Draft): string {
  const { eNCF, emisor, comprador, extranjero, fecha = '2026-08-14', gravado = 1_000, bienServicio = 1 } = draft;
  const [year, month, day] = fecha.split('-');
  const money = (amount: number) => amount.toFixed(2);
  const leaf = (name: string, text: string | undefined) => (text === undefined ? '' : `<${name}>${text}</${name}>`);
  const idDoc = `<TipoeCF>${eNCF.slice(1, 3)}</TipoeCF><eNCF>${eNCF}</eNCF><TipoIngresos>01</TipoIngresos>${leaf('TipoPago', String(draft.tipoPago ?? 2))}`;
  const who = leaf('RNCComprador', comprador) + leaf('IdentificadorExtranjero', extranjero);
  const buyer =
    who === '' ? '' : `<Comprador>${who}<RazonSocialComprador>Comprador de ${eNCF}</RazonSocialComprador></Comprador>`;
  const itbis = `<MontoGravadoI1>${money(gravado)}</MontoGravadoI1><TotalITBIS>${money(gravado * 0.18)}</TotalITBIS>`;
  const withheld = draft.retenido
    ? leaf('TotalITBISRetenido', draft.retenido.itbis) + leaf('TotalISRRetencion', draft.retenido.isr)
    : '';
  const item = `<Item><NumeroLinea>1</NumeroLinea><IndicadorFacturacion>1</IndicadorFacturacion><NombreItem>Cosa</NombreItem><IndicadorBienoServicio>${bienServicio}</IndicadorBienoServicio><MontoItem>${money(gravado)}</MontoItem></Item>`;
  const reference =
    draft.modifica === undefined
      ? ''
      : `<InformacionReferencia><NCFModificado>${draft.modifica}</NCFModificado><FechaNCFModificado>01-08-2026</FechaNCFModificado></InformacionReferencia>`;
  return `<ECF><Encabezado><Version>1.0</Version><IdDoc>${idDoc}</IdDoc><Emisor><RNCEmisor>${emisor}</RNCEmisor><RazonSocialEmisor>Emisor ${emisor}</RazonSocialEmisor><FechaEmision>${day}-${month}-${year}</FechaEmision></Emisor>${buyer}<Totales>${itbis}<MontoTotal>${money(gravado * 1.18)}</MontoTotal>${withheld}</Totales></Encabezado><DetallesItems>${item}</DetallesItems>${reference}</ECF>`;
}

/** Stores an issued e-CF, accepted by default. Returns its id. */
export async function issued(
  tx: Tx,
  empresaId: string,
  draft: Draft,
  more: Partial<NewRow<'documento'>> = {},
): Promise<string> {
  const xml = ecfOf(draft);
  const id = newId(new Date());
  await tx
    .insertInto('documento')
    .values({
      empresa_id: empresaId,
      id,
      ambiente: 'testecf',
      rnc_emisor: draft.emisor,
      tipo: Number(draft.eNCF.slice(1, 3)),
      numero: Number(draft.eNCF.slice(3)),
      encf: draft.eNCF,
      estado: 'aceptado',
      ocupa_numero: true,
      fecha_emision: draft.fecha ?? '2026-08-14',
      xml,
      xml_sha256: createHash('sha256').update(xml).digest(),
      origen: 'api',
      creado: new Date(),
      ...more,
    })
    .execute();
  return id;
}

/** Stores a received e-CF. Returns its id. */
export async function received(
  tx: Tx,
  empresaId: string,
  draft: Draft,
  more: Partial<NewRow<'recibido'>> = {},
): Promise<string> {
  const xml = Buffer.from(ecfOf(draft));
  const id = newId(new Date());
  await tx
    .insertInto('recibido')
    .values({
      empresa_id: empresaId,
      id,
      ambiente: 'testecf',
      rnc_emisor: draft.emisor,
      razon_emisor: `Emisor ${draft.emisor}`,
      tipo: Number(draft.eNCF.slice(1, 3)),
      encf: draft.eNCF,
      fecha_emision: draft.fecha ?? '2026-08-14',
      monto_total: '1180.00',
      total_itbis: '180.00',
      codigo_seguridad: 'abc123',
      fecha_firma: '14-08-2026 10:00:00',
      url_qr: '',
      titular: '',
      xml,
      xml_sha256: createHash('sha256').update(xml).digest(),
      acuse: null,
      via: 'servicio',
      recibido: new Date(),
      estado_dgii: 'aceptado',
      consultado_dgii: null,
      respuesta: null,
      ...more,
    })
    .execute();
  return id;
}

/** Changes columns of a received e-CF. */
export const says = (
  tx: Tx,
  id: string,
  change: { readonly respuesta?: 'aceptada' | 'rechazada'; readonly estado_dgii?: string },
) => tx.updateTable('recibido').set(change).where('id', '=', id).execute();

/** How many receipts and rows a company has. */
export async function counted(tx: Tx, empresaId: string) {
  const { rows } = await sql<{ comprobantes: number; renglones: number }>`
    select (select count(*)::integer from comprobante where empresa_id = ${empresaId}) as comprobantes,
      (select count(*)::integer from renglon where empresa_id = ${empresaId}) as renglones`.execute(tx);
  return rows[0]!;
}
