/** Types for the part of the package that is used here; it has none of its own. */
declare module 'qrcode' {
  /** The modules of a code, row by row: 1 is dark. Throws when the text does not fit. */
  export function create(
    segments: readonly { readonly data: Uint8Array; readonly mode: 'byte' }[],
    options: { readonly errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H'; readonly version: number },
  ): { readonly modules: { readonly size: number; readonly data: Uint8Array } };
}
