// If toLegacyObject is called first, Node 20 loads its module tls only in part, and TLS no longer works in the process.
import 'node:tls';
import { readCertificate } from './signer.ts';

/** Facts stated in a certificate. Names are as written in it; times are instants. */
export interface CertificateFacts {
  /** Common name of its holder. */
  readonly holder: string;
  /** Cédula, RNC or passport of its holder, without the `IDCDO-` prefix; absent if the certificate states none. */
  readonly holderId?: string;
  readonly issuer: string;
  /** Hexadecimal, as certification authorities print it. */
  readonly serialNumber: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** SHA-256 of the DER, 64 lower-case hexadecimal digits. */
  readonly fingerprint: string;
}

/**
 * Reads the facts that are shown on screen and used to check a company's authorisation.
 *
 * @param source PEM or DER
 * @throws SignatureError `firma/certificado`
 * @source Descripción técnica, p. 60: the subject's serialNumber holds the holder's RNC, cédula or passport
 */
export function describeCertificate(source: string | Uint8Array): CertificateFacts {
  const certificate = readCertificate(source);
  // Node leaves out an empty name.
  const { subject = {}, issuer = {} } = certificate.toLegacyObject() as Names;
  const holderId = idOf(subject.serialNumber);
  return {
    holder: text(subject.CN),
    ...(holderId === undefined ? {} : { holderId }),
    issuer: text(issuer.CN) || text(issuer.O),
    serialNumber: certificate.serialNumber,
    validFrom: new Date(certificate.validFrom),
    validTo: new Date(certificate.validTo),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

type Name = Readonly<Record<string, string | string[] | undefined>>;
interface Names {
  readonly subject?: Name;
  readonly issuer?: Name;
}

/** The semantics identifier before the number (`IDCDO-`, `PASDO-`…). @source ETSI EN 319 412-1, §5.1.3 */
const semanticsIdentifier = /^[A-Z]{5}-/;

function idOf(serialNumber: string | string[] | undefined): string | undefined {
  const id = text(serialNumber).replace(semanticsIdentifier, '');
  return id === '' ? undefined : id;
}

/** The value of a name: the first one if the certificate repeats it. */
const text = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';
