import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatCounted } from '../../../lib/format.ts';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import text from '../../../ui/text.module.css';
import styles from './guide.module.css';
import { partsOf } from './marked.ts';
import { excerptOf, type Found, searchGuide, typedWords } from './search-guide.ts';

interface Props {
  typed: string;
  /** Id of the list; that of an option is `{id}-{number}`. */
  listId: string;
  /** Number of the option that Enter opens. */
  current: number;
  /** Called with the results of the typed text, for the keys of the field. */
  onFound: (found: readonly Found[]) => void;
  onPoint: (at: number) => void;
  onOpen: (found: Found) => void;
  onClear: () => void;
}

/** The parts of the guide that have the typed words, with the words marked. */
export function GuideResults({ typed, listId, current, onFound, onPoint, onOpen, onClear }: Props) {
  const found = searchGuide(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results follow from the typed text
  useEffect(() => onFound(found), [typed]);
  const words = typedWords(typed);
  return (
    <section className={card.card} aria-label="Resultados">
      <p className={styles.count} role="status">
        {found.length === 0 ? 'Sin resultados' : formatCounted(found.length, 'resultado')}
      </p>
      <div id={listId} role="listbox" aria-label="Resultados de la guía" className={styles.results}>
        {found.map((one, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which points here
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={`${one.capitulo}#${one.hash}`}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === current}
            onMouseMove={() => onPoint(at)}
            onClick={() => onOpen(one)}
          >
            <span className={styles.kind}>{one.kind}</span>
            <b>
              <Marked text={one.title} words={words} />
            </b>
            {one.within && <small>{one.within}</small>}
            <p>
              <Marked text={excerptOf(one, words)} words={words} />
            </p>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <EmptyState
          title={`La guía no tiene «${typed.trim()}»`}
          detail="Pruebe con menos palabras, o con la que usa la pantalla: factura, nota, rango, certificado, 606."
        >
          <Button variant="filled" onClick={onClear}>
            Ver toda la guía
          </Button>
        </EmptyState>
      )}
      <p className={styles.beyond}>
        ¿Busca el código de un error?{' '}
        <Link to="/enciclopedia" search={{ buscar: typed.trim().slice(0, 64) }} className={text.link}>
          Buscarlo en la Enciclopedia de códigos
        </Link>
      </p>
    </section>
  );
}

const Marked = ({ text: of, words }: { text: string; words: readonly string[] }) =>
  partsOf(of, words).map((part, at) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts follow from the text
      <mark key={at}>{part.text}</mark>
    ) : (
      part.text
    ),
  );
