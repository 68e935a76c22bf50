import { createHash, createSign } from 'node:crypto';

// XML of the stranger, written in canonical form (C14N 1.0), so that the bytes sent are the bytes digested.

/** A key and its certificate, as PEM. */
export interface Identity {
  readonly key: string;
  readonly certificate: string;
}

/** The base64 of a certificate, as in KeyInfo. */
export const base64Of = (certificate: string): string => certificate.replace(/-----[A-Z ]+-----|\s/g, '');

/** The text of an element, with its references replaced; undefined if there is no such element. */
export function read(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  const replaced = text?.replace(/&(?:lt|gt|quot|apos|#\d+);/g, (one) => characters[one] ?? one);
  return replaced?.replaceAll('&amp;', '&');
}
const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text, or child elements in order. Undefined ones are omitted, because no tag may be empty. */
type Content = string | readonly (readonly [name: string, content: Content | undefined])[];

function write(name: string, content: Content): string {
  if (typeof content === 'string') return `<${name}>${escaped(content)}</${name}>`;
  const inner = content.map(([child, of]) => (of === undefined ? '' : write(child, of)));
  return `<${name}>${inner.join('')}</${name}>`;
}

/** Date and time of Santo Domingo, dd-MM-yyyy HH:mm:ss. */
export function fechaHora(at = Date.now()): string {
  const [date = '', time = ''] = new Date(at - 4 * 3_600_000).toISOString().split(/[T.]/);
  return `${date.split('-').reverse().join('-')} ${time}`;
}
const fecha = (): string => fechaHora().slice(0, 10);

/** An invoice of the stranger. */
export interface Invoice {
  readonly emisor: string;
  readonly comprador: string;
  readonly eNCF: string;
  /** Amount without ITBIS, two decimals. The ITBIS is 18 % of it. */
  readonly monto: string;
}

const pesos = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

/** An e-CF 31 of one taxed line, unsigned. @source Formato e-CF v1.0; e-CF 31 v.1.0.xsd for the order */
export function invoice({ emisor, comprador, eNCF, monto }: Invoice): string {
  const cents = BigInt(monto.replace('.', ''));
  const [itbis, total] = [18n, 118n].map((percent) => pesos((cents * percent) / 100n));
  return write('ECF', [
    [
      'Encabezado',
      [
        ['Version', '1.0'],
        [
          'IdDoc',
          [
            ['TipoeCF', '31'],
            ['eNCF', eNCF],
            ['FechaVencimientoSecuencia', `31-12-${Number(fecha().slice(-4)) + 1}`],
            ['IndicadorMontoGravado', '0'],
            ['TipoIngresos', '01'],
            ['TipoPago', '1'],
          ],
        ],
        [
          'Emisor',
          [
            ['RNCEmisor', emisor],
            ['RazonSocialEmisor', 'Peña & Núñez <Asesores> SRL'],
            ['DireccionEmisor', 'Calle "El Sol" 5, Santiago'],
            ['FechaEmision', fecha()],
          ],
        ],
        [
          'Comprador',
          [
            ['RNCComprador', comprador],
            ['RazonSocialComprador', 'Comprador de Prueba SRL'],
          ],
        ],
        [
          'Totales',
          [
            ['MontoGravadoTotal', monto],
            ['MontoGravadoI1', monto],
            ['ITBIS1', '18'],
            ['TotalITBIS', itbis],
            ['TotalITBIS1', itbis],
            ['MontoTotal', total],
          ],
        ],
      ],
    ],
    [
      'DetallesItems',
      [
        [
          'Item',
          [
            ['NumeroLinea', '1'],
            ['IndicadorFacturacion', '1'],
            ['NombreItem', 'Asesoría'],
            ['IndicadorBienoServicio', '2'],
            ['CantidadItem', '1.00'],
            ['PrecioUnitarioItem', monto],
            ['MontoItem', monto],
          ],
        ],
      ],
    ],
    ['FechaHoraFirma', fechaHora()],
  ]);
}

/** Commercial answer of a buyer to an invoice. */
export interface Answer {
  readonly emisor: string;
  readonly eNCF: string;
  readonly fechaEmision: string;
  readonly montoTotal: string;
  readonly comprador: string;
  /** Reason of a rejection; without one, the answer is an approval. */
  readonly motivo?: string | undefined;
}

/** An ACECF, unsigned. @source Formato Aprobación Comercial v1.0 */
export const approval = ({ emisor, eNCF, fechaEmision, montoTotal, comprador, motivo }: Answer): string =>
  write('ACECF', [
    [
      'DetalleAprobacionComercial',
      [
        ['Version', '1.0'],
        ['RNCEmisor', emisor],
        ['eNCF', eNCF],
        ['FechaEmision', fechaEmision],
        ['MontoTotal', montoTotal],
        ['RNCComprador', comprador],
        ['Estado', motivo === undefined ? '1' : '2'],
        ['DetalleMotivoRechazo', motivo],
        ['FechaHoraAprobacionComercial', fechaHora()],
      ],
    ],
  ]);

/** An ARECF, unsigned. @param motivo why it is not received @source Formato Acuse de Recibo v1.0 */
export const acknowledgement = (ecf: string, comprador: string, motivo?: string): string =>
  write('ARECF', [
    [
      'DetalleAcusedeRecibo',
      [
        ['Version', '1.0'],
        ['RNCEmisor', read(ecf, 'RNCEmisor') ?? ''],
        ['RNCComprador', comprador],
        ['eNCF', read(ecf, 'eNCF') ?? ''],
        ['Estado', motivo === undefined ? '0' : '1'],
        ['CodigoMotivoNoRecibido', motivo],
        ['FechaHoraAcuseRecibo', fechaHora()],
      ],
    ],
  ]);

/** A received seed in canonical form: without declaration and white space, its namespaces in order. */
export function canonicalSeed(seed: string): string {
  const namespaces = [...seed.matchAll(/\sxmlns:\w+="[^"]*"/g)].map(([one]) => ` ${one.trim()}`).sort();
  const inner = ['valor', 'fecha'].map((name) => write(name, read(seed, name) ?? '')).join('');
  return `<SemillaModel${namespaces.join('')}>${inner}</SemillaModel>`;
}

const dsig = 'http://www.w3.org/2000/09/xmldsig#';

/** Signs a document in canonical form. @source Firmado de e-CF, "Ejemplo de la estructura de una firma" */
export function sign(xml: string, { key, certificate }: Identity): string {
  const digest = createHash('sha256').update(xml).digest('base64');
  const inner = `<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod><Reference URI=""><Transforms><Transform Algorithm="${dsig}enveloped-signature"></Transform></Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`;
  // The canonical form of a part repeats the namespaces of the elements around it.
  const [start = ''] = /^<[^>]+>/.exec(xml) ?? [];
  const around = [...start.matchAll(/ xmlns:\w+="[^"]*"/g)].join('');
  const signedInfo = `<SignedInfo xmlns="${dsig}"${around}>${inner}</SignedInfo>`;
  const value = createSign('sha256').update(signedInfo).sign(key, 'base64');
  const signature = `<Signature xmlns="${dsig}"><SignedInfo>${inner}</SignedInfo><SignatureValue>${value}</SignatureValue><KeyInfo><X509Data><X509Certificate>${base64Of(certificate)}</X509Certificate></X509Data></KeyInfo></Signature>`;
  const end = xml.lastIndexOf('</');
  return `<?xml version="1.0" encoding="utf-8"?>${xml.slice(0, end)}${signature}${xml.slice(end)}`;
}
