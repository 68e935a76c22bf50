import card from '../../../ui/card.module.css';
import bar from '../../../ui/progress-bar.module.css';
import styles from '../reportes.module.css';

/** The progress of a generation: its message and percentage. */
export const ReportProgress = ({ mensaje, porcentaje }: { mensaje: string; porcentaje: number }) => (
  <section className={`${card.card} ${styles.progress}`} aria-label="Progreso">
    <p role="status">
      <span>{mensaje}</span> <b>{porcentaje}%</b>
    </p>
    <progress className={bar.bar} max={100} value={porcentaje} aria-label={mensaje} />
  </section>
);
