/** Types for the used part of the package, which has none of its own. */
declare module 'qrcode' {
  /** Returns the modules of a code, row by row: 1 is dark. Throws if the text does not fit. */
  export function create(
    segments: readonly { readonly data: Uint8Array; readonly mode: 'byte' }[],
    options: { readonly errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H'; readonly version: number },
  ): { readonly modules: { readonly size: number; readonly data: Uint8Array } };
}
