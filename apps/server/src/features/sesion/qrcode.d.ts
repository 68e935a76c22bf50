/** Types for the part of the package that is used; it has none of its own. */
declare module 'qrcode' {
  /** The text as a PNG, `data:image/png;base64,…`. */
  export function toDataURL(
    text: string,
    options: {
      readonly errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H';
      /** Blank modules around it. */
      readonly margin: number;
      /** Pixels of a module. */
      readonly scale: number;
    },
  ): Promise<string>;
}
