import styles from './skeleton.module.css';

interface Props {
  rows?: number;
  height?: number;
  /** Description of the loading content, for screen readers. */
  label?: string;
}

/** Grey bars in the shape of the content that is loading; invisible for the first 300 ms. */
export function Skeleton({ rows = 1, height = 44, label = 'Cargando' }: Props) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and never move
        <div key={i} style={{ height }} />
      ))}
    </div>
  );
}
