import styles from './skeleton.module.css';

/** Grey bars in the shape of what is coming; invisible for the first 300 ms. */
export function Skeleton({ rows = 1, height = 44 }: { rows?: number; height?: number }) {
  return (
    <div className={styles.skeleton} role="status" aria-label="Cargando">
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={i} style={{ height }} />
      ))}
    </div>
  );
}
