import { documentLimits, readDocument, writeDocument } from '@timbre/ecf';
import { formatFechaHora } from '@timbre/values';
import { readXml, XmlError } from '@timbre/xml';
import { SignatureError, type Signed, type Signer, signCanonical, signXml } from '@timbre/xml/node';
import { refuse } from '../../http/problem.ts';

/**
 * Signs any XML. A signature that it has is taken away first; FechaHoraFirma of an e-CF is filled with the time of signing
 * where it is asked for or where it is missing.
 *
 * @source specification 001 §5 "Before signing", §7
 * @throws Problem `xml/invalido`
 */
export async function signAnyXml(
  xml: Uint8Array,
  signer: Signer,
  agregarFechaHoraFirma: boolean,
  now: number,
): Promise<Signed> {
  try {
    const root = readXml(xml, documentLimits);
    if (root.local !== 'ECF' || root.attributes.length > 0)
      return await signXml(xml, signer, { stripSignature: true, limits: documentLimits });
    const read = readDocument(root);
    // Only a document that our writer gives back whole may be written anew; any other is signed as it came.
    if (read.kind !== 'ECF' || read.faults.length > 0)
      return await signXml(xml, signer, { stripSignature: true, limits: documentLimits });
    const { tree } = read;
    const FechaHoraFirma = agregarFechaHoraFirma || !tree.FechaHoraFirma ? formatFechaHora(now) : tree.FechaHoraFirma;
    return await signCanonical(writeDocument('ECF', { ...tree, FechaHoraFirma }), signer);
  } catch (error) {
    if (error instanceof XmlError)
      refuse('xml/invalido', `${error.message} (línea ${error.line}, columna ${error.column})`);
    if (error instanceof SignatureError) refuse('xml/invalido', error.message);
    throw error;
  }
}
