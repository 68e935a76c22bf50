import type { documentos } from '@timbre/contract';
import { memo } from 'react';
import styles from './printed-modal.module.css';

/** The strokes of a QR code in a square. */
export interface Qr {
  readonly side: number;
  readonly path: string;
}

interface Props {
  page: documentos.Pagina;
  /** If undefined, its place is empty. */
  qr: Qr | undefined;
  /** Address of the company's logo. */
  logo: string | null;
  label: string;
}

const greyOf = (grey: number): string => `rgb(${[grey, grey, grey].map((part) => Math.round(part * 255)).join(' ')})`;

/** A page of a printed form, each text as wide as on paper. */
export const PrintedPage = memo(function PrintedPage({ page, qr, logo, label }: Props) {
  const { width, height, texts, bars } = page;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture whose text is read
    <svg className={styles.page} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
      {bars.map(({ grey, ...bar }) => (
        <rect key={`${bar.x} ${bar.y}`} {...bar} fill={greyOf(grey)} />
      ))}
      {page.logo && logo && <image {...page.logo} href={logo} />}
      {page.qr && !qr && <rect {...page.qr} className={styles.empty} />}
      {page.qr && qr && (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of an SVG is no element to act on
        <g
          role="img"
          aria-label="Código QR para consultar este comprobante en la DGII"
          transform={`translate(${page.qr.x} ${page.qr.y}) scale(${page.qr.width / qr.side})`}
        >
          <path d={qr.path} />
        </g>
      )}
      {texts.map(({ x, y, text, width: wide, size, weight, grey }) => (
        <text
          key={`${x} ${y} ${text}`}
          x={x}
          y={y}
          fontSize={size}
          fontWeight={weight === 'semibold' ? 600 : 400}
          fill={greyOf(grey)}
          textLength={wide}
          lengthAdjust="spacingAndGlyphs"
        >
          {text}
        </text>
      ))}
    </svg>
  );
});
