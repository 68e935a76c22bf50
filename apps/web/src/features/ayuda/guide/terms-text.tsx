import { TermCard } from '../term-card.tsx';
import { type TermName, terms, topics } from '../terms.ts';
import styles from './guide.module.css';
import { termId } from './term-address.ts';
import { useShownPart } from './use-shown-part.ts';

const names = Object.keys(terms) as TermName[];

/** Every fiscal term, by topic. */
export function TermsText() {
  useShownPart();
  return topics.map((topic) => (
    <section key={topic} className={styles.task} aria-label={topic}>
      <h2>{topic}</h2>
      {names
        .filter((name) => terms[name].topic === topic)
        .map((name) => (
          <div key={name} id={termId(name)} tabIndex={-1} className={styles.term}>
            <TermCard of={name} />
          </div>
        ))}
    </section>
  ));
}
