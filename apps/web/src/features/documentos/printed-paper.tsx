import type { ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import styles from './printed-modal.module.css';
import { Pages, type PrintedPages } from './printed-pages.tsx';

const mmPerPoint = 25.4 / 72;

/** The style sheets that are made at run time carry the nonce of the page. */
const nonceOf = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

/**
 * The pages of a printed form as the browser prints them in place of the screen: on letter sheets, or on a strip of 80 mm
 * that is as long as its longest page.
 */
export function PrintedPaper({ forma, ...printed }: ComponentProps<typeof PrintedPages>) {
  const longest = Math.max(...printed.pages.map(({ height }) => height));
  const size = forma === 'carta' ? 'letter' : `80mm ${Math.ceil(longest * mmPerPoint)}mm`;
  return createPortal(
    <div className={styles.paper} data-forma={forma}>
      <style nonce={nonceOf()}>{`@page { size: ${size}; margin: 0 }`}</style>
      <Pages {...printed} />
    </div>,
    document.body,
  );
}
