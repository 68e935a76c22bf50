import type { documentos } from '@timbre/contract';
import type { Forma } from './api.ts';
import styles from './printed-modal.module.css';
import { PrintedPage, type Qr } from './printed-page.tsx';

interface Props {
  pages: readonly documentos.Pagina[];
  /** Total number of pages. Not all of them may be in `pages`. */
  count: number;
  logo: string | null;
  /** If undefined, its place is left empty. */
  qr?: Qr;
  forma: Forma;
}

/** The pages of a printed form on the screen. */
export const PrintedPages = ({ forma, ...printed }: Props) => (
  <div className={styles.pages} data-forma={forma}>
    <Pages {...printed} />
    {printed.pages.length < printed.count && (
      <p>{`Y ${printed.count - printed.pages.length} páginas más en el PDF.`}</p>
    )}
  </div>
);

/** The pages without the frame. */
export const Pages = ({ pages, count, logo, qr }: Omit<Props, 'forma'>) =>
  pages.map((page, index) => (
    <PrintedPage
      // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
      key={index}
      page={page}
      qr={qr}
      logo={logo}
      label={`Página ${index + 1} de ${count}`}
    />
  ));
