/** The contents of a certificate file, with the file. */
export interface CertificateMaterial {
  readonly fileName: string;
  readonly p12: Buffer;
  readonly password: string;
  /** Private key and certificate, PEM. */
  readonly key: string;
  readonly certificate: string;
  /** Notices for the person, in Spanish, about the other contents of the file. */
  readonly notices?: readonly string[];
}
