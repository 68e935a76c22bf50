export { type CertificateFacts, describeCertificate } from './certificate.ts';
export { openP12 } from './p12/open-p12.ts';
export { P12Error, type P12ErrorCode } from './p12/p12-error.ts';
export type { OpenedP12 } from './p12/read-p12.ts';
export { canonicalToSign, type Signed, signCanonical, signXml } from './sign.ts';
export { SignatureError, type SignatureErrorCode } from './signature-error.ts';
export { createSigner, type Signer } from './signer.ts';
export { type Trust, trustAnyIssuer, trustChain } from './trust.ts';
export { type Verified, verifyXml } from './verify.ts';
