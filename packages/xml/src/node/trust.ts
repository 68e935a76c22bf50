import { X509Certificate } from 'node:crypto';
import type { SignatureErrorCode } from './signature-error.ts';

/** What to make of a certificate whose signature is right: believe it, or why not. */
export type Trust = (
  certificate: X509Certificate,
) => 'trusted' | Extract<SignatureErrorCode, `firma/certificado-${string}`>;

/**
 * Believes certificates that, at one instant, are valid and are listed in `roots` or lead to one of them.
 *
 * @param options `roots`: certificates (PEM or DER) believed as they are, self-signed or not; `intermediates`: those
 * that may stand between, believed only through a root; `at`: the instant, for a received document that of its signing
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
  const anchors = roots.map((source) => new X509Certificate(source));
  const between = intermediates.map((source) => new X509Certificate(source));

  const isListed = (certificate: X509Certificate) => anchors.some((anchor) => anchor.raw.equals(certificate.raw));
  const leadsToAnchor = (certificate: X509Certificate, stepsLeft: number): boolean =>
    isListed(certificate) ||
    anchors.some((anchor) => isIssuer(anchor, certificate, at)) ||
    (stepsLeft > 0 &&
      between.some((issuer) => isIssuer(issuer, certificate, at) && leadsToAnchor(issuer, stepsLeft - 1)));

  return (certificate) => {
    const validity = validityAt(certificate, at);
    if (validity !== 'valid') return validity;
    return leadsToAnchor(certificate, between.length) ? 'trusted' : 'firma/certificado-desconocido';
  };
}

function isIssuer(issuer: X509Certificate, certificate: X509Certificate, at: Date): boolean {
  return (
    issuer.ca &&
    certificate.checkIssued(issuer) &&
    validityAt(issuer, at) === 'valid' &&
    certificate.verify(issuer.publicKey)
  );
}

/** Whether an instant is within the certificate's dates. */
export function validityAt(
  certificate: X509Certificate,
  at: Date,
): 'valid' | 'firma/certificado-vencido' | 'firma/certificado-no-vigente' {
  if (at < new Date(certificate.validFrom)) return 'firma/certificado-no-vigente';
  return at > new Date(certificate.validTo) ? 'firma/certificado-vencido' : 'valid';
}
