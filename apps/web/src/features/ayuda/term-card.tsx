import styles from './ayuda.module.css';
import { sourceOf, type TermName, terms, titleOf } from './terms.ts';

/** A term with its rule, an example and the document that regulates it. */
export const TermCard = ({ of }: { of: TermName }) => {
  const { rule, example } = terms[of];
  return (
    <article className={styles.term} aria-label={titleOf(of)}>
      <b>{titleOf(of)}</b>
      <p>{rule}</p>
      <p>
        <i>Ejemplo.</i> {example}
      </p>
      <small>{sourceOf(terms[of])}</small>
    </article>
  );
};
