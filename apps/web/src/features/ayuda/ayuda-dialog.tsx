import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCounted } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import text from '../../ui/text.module.css';
import styles from './ayuda.module.css';
import { findTerms } from './search-terms.ts';
import { TermCard } from './term-card.tsx';

/** Every fiscal term, by topic, with a search. */
export function AyudaDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const matches = findTerms(typed.trim());
  const count = matches.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <Dialog title="Ayuda: términos fiscales" width={680} atTop closesOutside onClose={onClose}>
      <div className={styles.list}>
        <TextInput
          type="search"
          aria-label="Buscar un término"
          placeholder="Buscar un término…"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          maxLength={64}
          value={typed}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={styles.none} role="status">
          {count > 0
            ? formatCounted(count, 'término')
            : `Ningún término tiene «${typed.trim()}». Pruebe con otra palabra.`}
        </p>
        <p className={styles.none}>
          Cómo se hace cada cosa está en la{' '}
          <Link to="/guia" className={text.link} onClick={onClose}>
            Guía
          </Link>
          ; los códigos de error y de la DGII, en la{' '}
          <Link to="/enciclopedia" className={text.link} onClick={onClose}>
            Enciclopedia de códigos
          </Link>
          .
        </p>
        {matches.map(({ topic, names }) => (
          <section key={topic} aria-label={topic}>
            <h3>{topic}</h3>
            {names.map((name) => (
              <TermCard key={name} of={name} />
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
