import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from './icon-button.tsx';
import styles from './pager.module.css';
import { pageWindow } from './table/page-window.ts';

interface Props {
  /** The position of the page: `1–10 de 1,284`. */
  words: string;
  page: number;
  /** How many pages are loaded. */
  loaded: number;
  /** There are more pages than those loaded. */
  more: boolean;
  onPage: (page: number) => void;
}

/**
 * The pages of a list that is read forwards: the numbers of the loaded pages, five at a time, and the previous and next
 * buttons.
 */
export const Pager = ({ words, page, loaded, more, onPage }: Props) => (
  <nav className={styles.pager} aria-label="Páginas">
    <span role="status">{words}</span>
    <span className={styles.pages}>
      <IconButton
        icon={IconChevronLeft}
        label="Anterior"
        reason={page > 1 ? undefined : 'Es la primera página'}
        onClick={() => onPage(page - 1)}
      />
      {pageWindow(page, loaded).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Página ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <IconButton
        icon={IconChevronRight}
        label="Siguiente"
        reason={page < loaded || more ? undefined : 'Es la última página'}
        onClick={() => onPage(page + 1)}
      />
    </span>
  </nav>
);
