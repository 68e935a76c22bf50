export { type ContentOptions, contentOf } from './content/content.ts';
export type { CampoNombreItem } from './content/lines.ts';
export type {
  AnyContent,
  Column,
  ColumnKey,
  Content,
  DeclaredPage,
  Printed,
  PrintedLine,
  Section,
  TotalRow,
} from './content/printed.ts';
export { contentWithoutECF, type SinECF, tipoB } from './content/without-ecf.ts';
export { type PageSettings, pageStarts } from './page-starts.ts';
export { type Logo, readLogo } from './pdf/logo.ts';
export { type Picture, stampPath, stampSvg } from './qr.ts';
export { type Forma, type Outline, type OutlinedPage, outline, render } from './render.ts';
