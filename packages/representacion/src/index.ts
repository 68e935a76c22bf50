export { type ContentOptions, contentOf } from './content/content.ts';
export type { CampoNombreItem } from './content/lines.ts';
export type {
  Column,
  ColumnKey,
  Content,
  DeclaredPage,
  PageSums,
  Printed,
  PrintedLine,
  Section,
  TotalRow,
} from './content/printed.ts';
export { type Logo, readLogo } from './pdf/logo.ts';
export { type Picture, stampPath, stampSvg } from './qr.ts';
export { type Forma, type Outline, type OutlinedPage, outline, render } from './render.ts';
