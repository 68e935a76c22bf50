import type { ErrorDeDocumento } from '@timbre/contract';
import type { ECFHead, RFCE } from '@timbre/ecf';

/** The exact bytes of a signed document and the facts that result from signing. */
export interface SignedXml {
  readonly xml: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly codigoSeguridad: string;
}

/** A document that is numbered and signed, but not yet stored. */
export interface Sealed {
  readonly head: ECFHead;
  readonly tipo: number;
  readonly numero: number;
  readonly eNCF: string;
  readonly signed: SignedXml;
  /** Irregularities of its reference to another document. */
  readonly avisos: readonly ErrorDeDocumento[];
  /** The signed summary of a consumer invoice below the threshold. */
  readonly rfce?: SignedXml & { readonly tree: RFCE };
}
