import { X509Certificate } from 'node:crypto';
import { type CertificateRefusal, certificateRefusal } from './certificate-judgement.ts';
import { type CertificateUse, isSoundlySigned, mayIssue, readCertificateUse } from './certificate-use.ts';

/**
 * Decides whether a certificate is trusted, once its signature on the document is valid; otherwise returns the reason.
 */
export type Trust = (certificate: X509Certificate) => 'trusted' | CertificateRefusal;

/** A certificate and its allowed uses, parsed once. */
interface Candidate {
  readonly certificate: X509Certificate;
  readonly use: CertificateUse;
}

/**
 * Trusts certificates that may sign documents at one instant ({@link certificateRefusal}), and that are listed in
 * `roots` or lead to one of them. Each issuer on the path must be an authority, and each signature on it must use
 * SHA-256 or better.
 *
 * @param options `roots`: certificates (PEM or DER) that are trusted, self-signed or not; `intermediates`: those
 * allowed in between, trusted only through a root; `at`: the instant; for a received document, the time of signing
 * @source RFC 5280, §6.1, without policies and names, which the DGII does not use
 */
export function trustChain({
  roots,
  intermediates = [],
  at,
}: {
  roots: readonly (string | Uint8Array)[];
  intermediates?: readonly (string | Uint8Array)[];
  at: Date;
}): Trust {
  const candidate = (source: string | Uint8Array): Candidate => {
    const certificate = new X509Certificate(source);
    return { certificate, use: readCertificateUse(certificate) };
  };
  const anchors = roots.map(candidate);
  const between = intermediates.map(candidate);

  const isListed = ({ raw }: X509Certificate) => anchors.some(({ certificate }) => certificate.raw.equals(raw));
  /** @param below authorities already passed between this certificate and the signer's */
  const leadsToAnchor = ({ certificate, use }: Candidate, below: number): boolean => {
    if (isListed(certificate)) return true;
    if (!isSoundlySigned(use)) return false;
    const issues = (issuer: Candidate) => isIssuer(issuer, certificate, below, at);
    if (anchors.some(issues)) return true;
    return below < between.length && between.some((issuer) => issues(issuer) && leadsToAnchor(issuer, below + 1));
  };

  return (certificate) => {
    const refusal = certificateRefusal(certificate, at);
    if (refusal !== undefined) return refusal;
    return leadsToAnchor({ certificate, use: readCertificateUse(certificate) }, 0)
      ? 'trusted'
      : 'firma/certificado-desconocido';
  };
}

/**
 * Trusts every certificate that may sign documents at one instant, from any issuer. It proves the signer's identity
 * only if another party, such as the DGII, vouches for the signer.
 */
export const trustAnyIssuer =
  (at: Date): Trust =>
  (certificate) =>
    certificateRefusal(certificate, at) ?? 'trusted';

function isIssuer(
  { certificate: issuer, use }: Candidate,
  certificate: X509Certificate,
  below: number,
  at: Date,
): boolean {
  return (
    mayIssue(use, below) &&
    certificate.checkIssued(issuer) &&
    isValid(issuer, at) &&
    certificate.verify(issuer.publicKey)
  );
}

/** Whether an instant is within the certificate's validity period. */
const isValid = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  at >= new Date(validFrom) && at <= new Date(validTo);
