import type { ensayo } from '@timbre/contract';
import { documentLimits, type RuleOptions, readDocument } from '@timbre/ecf';
import { asBuffer } from '@timbre/worker/as-buffer';
import { readXml, type XmlElement, XmlError } from '@timbre/xml';
import { inspectXml } from '@timbre/xml/node';
import { checkContent } from './content.ts';
import { factsOf, momentOf, textAt } from './document.ts';
import { check, finding, notVerifiable } from './finding.ts';
import { readInvoice } from './invoice.ts';
import { checkCertificate, checkSignature, readCertificateFacts } from './signature.ts';
import { checkCode, checkQr } from './stamp.ts';

/** A document of any issuer, and the data used to check it. */
interface ToCheck {
  readonly bytes: Uint8Array;
  /** The invoice of a summary. */
  readonly factura?: Uint8Array | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The specific excise that was added to the official one. */
  readonly tasas: NonNullable<RuleOptions['tasas']>;
  /** The certification authorities to trust, as PEM; none = their list is not installed. */
  readonly roots: readonly string[];
}

/**
 * Examines an e-CF or an RFCE of any issuer: everything that can be checked without a database and without the
 * authority. Text that is not XML also gets an answer.
 */
export function checkXml({ bytes, factura, now, tasas, roots }: ToCheck): ensayo.Ensayo {
  const input = asBuffer(bytes);
  const form = 'Codificación UTF-8, tamaño, profundidad, etiquetas y elemento raíz; sin DOCTYPE ni entidades propias.';
  let root: XmlElement;
  try {
    root = readXml(input, documentLimits);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const { code, message, line, column } = error;
    const malformed = finding(code, 'mal', `${message} (línea ${line}, columna ${column})`);
    return unread(check('forma', form, [malformed]));
  }
  const read = readDocument(root);
  if (read.kind !== 'ECF' && read.kind !== 'RFCE') {
    const says = `El elemento raíz es «${root.name.slice(0, 60)}»: aquí se ensayan e-CF (ECF) y resúmenes (RFCE)`;
    return unread(check('forma', form, [finding('XSD-RAIZ', 'mal', says)]));
  }
  const moment = momentOf(read, now);
  // A summary does not contain its time of signing.
  const moments = textAt(read, 'FechaHoraFirma') === undefined ? [moment, now] : [moment];
  const inspected = inspectXml(input, root, documentLimits);
  const facts = readCertificateFacts(inspected.certificate);
  const rncEmisor = textAt(read, 'Encabezado.Emisor.RNCEmisor');
  const invoice = factura && read.kind === 'RFCE' ? readInvoice(factura) : undefined;
  const [estructura, ...reglas] = checkContent(read, { now: moment, tasas }, invoice);
  const { codigo, comprobacion: codigoSeguridad } = checkCode(read, inspected.signatureValue, invoice);
  const { qr, comprobacion: stamp } = checkQr(read, codigo);
  return {
    leido: factsOf(read),
    certificado: facts
      ? {
          titular: facts.holder,
          identificacion: facts.holderId ?? null,
          emisor: facts.issuer,
          desde: facts.validFrom.toISOString(),
          hasta: facts.validTo.toISOString(),
        }
      : null,
    codigoSeguridad: codigo ?? null,
    qr,
    comprobaciones: [
      check('forma', form),
      estructura,
      checkSignature(inspected),
      checkCertificate(inspected, facts, { rncEmisor, moments, roots }),
      ...reglas,
      stamp,
      codigoSeguridad,
    ],
  };
}

const others = [
  'estructura',
  'firma',
  'certificado',
  'aritmetica',
  'reglas',
  'referencias',
  'qr',
  'codigoSeguridad',
] as const satisfies readonly ensayo.NombreDeComprobacion[];

/** The answer for a file that could not be read as an e-CF or an RFCE. */
const unread = (forma: ensayo.Comprobacion): ensayo.Ensayo => ({
  leido: null,
  certificado: null,
  codigoSeguridad: null,
  qr: [],
  comprobaciones: [
    forma,
    ...others.map((nombre) => notVerifiable(nombre, 'No se pudo leer el documento: corrija primero su forma.')),
  ],
});
