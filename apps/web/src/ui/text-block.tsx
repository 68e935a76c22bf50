import { Highlighted } from './highlighted.tsx';
import styles from './text-modal.module.css';

/** The text of a document, in the colours of its language, scrolled in its own frame. */
export const TextBlock = ({ language, text }: { language: 'xml' | 'json'; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
  <pre className={styles.text} tabIndex={0}>
    <Highlighted language={language} text={text} />
  </pre>
);
