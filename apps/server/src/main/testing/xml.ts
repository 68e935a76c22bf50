import { formatFecha, formatFechaHora } from '@timbre/values';
import { type Signer, signXml } from '@timbre/xml/node';
import type { IssuingServer } from './issuing.ts';

/** The fields of a test document; the rest is the minimum for a valid one. */
export interface Draft {
  readonly rnc: string;
  readonly eNCF: string;
  readonly monto?: string;
  readonly nombre?: string;
  /** Without it, the document has none yet. */
  readonly fechaFirma?: string;
  readonly vence?: string;
}

const comprador =
  '<Comprador><RNCComprador>131246796</RNCComprador><RazonSocialComprador>Ferretería Inventada SRL</RazonSocialComprador></Comprador>';

/** Returns a small valid e-CF of type 31 or 32, unsigned. */
export function ecfXml(draft: Draft): string {
  const { rnc, eNCF, monto = '100.00', nombre = 'Servicio de prueba', fechaFirma, vence = '31-12-2028' } = draft;
  const tipo = eNCF.slice(1, 3);
  const expiry = tipo === '31' ? `<FechaVencimientoSecuencia>${vence}</FechaVencimientoSecuencia>` : '';
  const signed = fechaFirma === undefined ? '' : `<FechaHoraFirma>${fechaFirma}</FechaHoraFirma>`;
  return `<ECF><Encabezado><Version>1.0</Version><IdDoc><TipoeCF>${tipo}</TipoeCF><eNCF>${eNCF}</eNCF>${expiry}<TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc><Emisor><RNCEmisor>${rnc}</RNCEmisor><RazonSocialEmisor>Empresa de Prueba SRL</RazonSocialEmisor><DireccionEmisor>Calle Uno 1</DireccionEmisor><FechaEmision>${formatFecha(Date.now())}</FechaEmision></Emisor>${comprador}<Totales><MontoExento>${monto}</MontoExento><MontoTotal>${monto}</MontoTotal></Totales></Encabezado><DetallesItems><Item><NumeroLinea>1</NumeroLinea><IndicadorFacturacion>4</IndicadorFacturacion><NombreItem>${nombre}</NombreItem><IndicadorBienoServicio>2</IndicadorBienoServicio><CantidadItem>1.00</CantidadItem><PrecioUnitarioItem>${monto}</PrecioUnitarioItem><MontoItem>${monto}</MontoItem></Item></DetallesItems>${signed}</ECF>`;
}

/** Returns the same document with that many lines of one peso, each with a description: 300 of them exceed 256 kB. */
export function withLines(xml: string, lines: number): string {
  const [item = ''] = /<Item>.*<\/Item>/.exec(xml) ?? [];
  const described = item
    .replace('<CantidadItem>', `<DescripcionItem>${'Acero y zinc, '.repeat(70).trim()}</DescripcionItem><CantidadItem>`)
    .replace(/<(PrecioUnitarioItem|MontoItem)>[^<]*/g, '<$1>1.00');
  const all = Array.from({ length: lines }, (_, i) => described.replace(/(<NumeroLinea>)\d+/, `$1${i + 1}`));
  return xml.replace(item, all.join('')).replace(/<(MontoExento|MontoTotal)>[^<]*/g, `<$1>${lines}.00`);
}

/** Returns a credit note for the full amount of an invoice of {@link ecfXml}, unsigned but with its signing time. */
export const noteXml = ({ modifica, ...draft }: Draft & { readonly modifica: string }): string =>
  ecfXml({ ...draft, fechaFirma: justNow() })
    .replace('<TipoIngresos>', '<IndicadorNotaCredito>0</IndicadorNotaCredito><TipoIngresos>')
    .replace(
      '<FechaHoraFirma>',
      `<InformacionReferencia><NCFModificado>${modifica}</NCFModificado><FechaNCFModificado>${formatFecha(Date.now())}</FechaNCFModificado><CodigoModificacion>1</CodigoModificacion></InformacionReferencia><FechaHoraFirma>`,
    );

/** Returns the summary of a consumer invoice of {@link ecfXml}, unsigned. */
export const rfceXml = ({ rnc, eNCF, monto = '100.00', codigo }: Draft & { readonly codigo: string }): string =>
  `<RFCE><Encabezado><Version>1.0</Version><IdDoc><TipoeCF>32</TipoeCF><eNCF>${eNCF}</eNCF><TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc><Emisor><RNCEmisor>${rnc}</RNCEmisor><RazonSocialEmisor>Empresa de Prueba SRL</RazonSocialEmisor><FechaEmision>${formatFecha(Date.now())}</FechaEmision></Emisor>${comprador}<Totales><MontoExento>${monto}</MontoExento><MontoTotal>${monto}</MontoTotal></Totales><CodigoSeguridadeCF>${codigo}</CodigoSeguridadeCF></Encabezado></RFCE>`;

/** Returns the signing time of test documents: two seconds ago, in Santo Domingo. */
export const justNow = (): string => formatFechaHora(Date.now() - 2_000);

/** Signs a document as another program with the company's certificate does. */
export async function signedElsewhere(server: Pick<IssuingServer, 'ctx' | 'empresaId'>, xml: string, by?: Signer) {
  const signer = by ?? (await server.ctx.signers.of(server.empresaId)).signer;
  return signXml(xml, signer);
}

/** A form as the specification's client sends it. */
export function xmlForm(
  xml: string | Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  name = 'xml',
): FormData {
  const form = new FormData();
  form.append(
    name,
    new File([typeof xml === 'string' ? xml : new Uint8Array(xml)], 'documento.xml', { type: 'text/xml' }),
  );
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}
