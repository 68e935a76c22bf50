import { createHash, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { inside, readBer, SignatureError, type Signer } from '@timbre/xml/node';
import { der, integer, nullValue, octets, oid, sequence, setOf, tag, time } from '../der.ts';
import { ids } from './names.ts';

/** Input of a CMS signature. */
export interface CmsToSign {
  /** SHA-256 of the content. */
  readonly digest: Uint8Array;
  /** The content to embed; without it, the signature is detached. */
  readonly content?: Uint8Array | undefined;
  /** The signing time to state. In a PDF, the signature dictionary states it instead. */
  readonly signingTime?: Date | undefined;
}

/**
 * Creates a CAdES-BES signature in DER: RSA and SHA-256, with the signer's certificate embedded. The RSA computation
 * runs off the main thread. The signature is checked with the certificate's key before it is returned.
 *
 * @throws SignatureError `firma/fallida`
 * @source RFC 5652, §5; ETSI EN 319 122-1, §5 (content-type, message-digest, signing-certificate-v2)
 */
export async function signCms({ digest, content, signingTime }: CmsToSign, signer: Signer): Promise<Buffer> {
  const certificate = Buffer.from(signer.certificate, 'base64');
  const certificateDigest = createHash('sha256').update(certificate).digest();
  const attributes = setOf(
    attribute(ids.contentType, oid(ids.data)),
    attribute(ids.messageDigest, octets(digest)),
    attribute(ids.signingCertificateV2, sequence(sequence(sequence(octets(certificateDigest))))),
    ...(signingTime === undefined ? [] : [attribute(ids.signingTime, time(signingTime))]),
  );
  const value = await signOnPool('sha256', attributes, signer.key);
  if (!verify('sha256', attributes, signer.publicKey, value)) throw new SignatureError('firma/fallida');

  const signerInfo = sequence(
    integer(1),
    issuerAndSerial(certificate),
    sha256,
    withTag(attributes, tag.context),
    sequence(oid(ids.sha256WithRSA), nullValue),
    octets(value),
  );
  const carried = content === undefined ? [] : [der(tag.context, octets(content))];
  const signedData = sequence(
    integer(1),
    setOf(sha256),
    sequence(oid(ids.data), ...carried),
    der(tag.context, certificate),
    setOf(signerInfo),
  );
  return sequence(oid(ids.signedData), der(tag.context, signedData));
}

const signOnPool = promisify(sign);

const sha256 = sequence(oid(ids.sha256));

const attribute = (type: string, value: Uint8Array): Buffer => sequence(oid(type), setOf(value));

/** The attributes are signed as a SET, and encoded in the file under an implicit tag. @source RFC 5652, §5.4 */
export function withTag(encoded: Uint8Array, tagOctet: number): Buffer {
  const copy = Buffer.from(encoded);
  copy[0] = tagOctet;
  return copy;
}

/** Issuer and serial number of a certificate, as encoded in it: they follow the version, which may be missing. */
export function issuerAndSerial(certificate: Uint8Array): Buffer {
  const fields = inside(inside(readBer(certificate))[0]);
  const [serial, , issuer] = fields[0]?.tag === tag.context ? fields.slice(1) : fields;
  if (serial === undefined || issuer === undefined) throw new SignatureError('firma/certificado');
  return sequence(issuer.encoded, serial.encoded);
}
