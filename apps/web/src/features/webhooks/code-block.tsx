import styles from './webhooks.module.css';

/** Preformatted text in a box that scrolls. */
export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
  <section className={styles.code} aria-label={label} tabIndex={0}>
    <pre>{children}</pre>
  </section>
);
