import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import styles from '../simulacion.module.css';

/** The placeholder of the list of receipts, with how to begin. */
export const NoReceipts = () => (
  <section className={`${card.card} ${styles.section}`} aria-label="Comprobantes procesados">
    <EmptyState
      title="Aquí verá los comprobantes que genere"
      detail="Elija un tipo y pulse Generar comprobantes, o pulse Generar todo estándar para crear los que pide la DGII. Después fírmelos y envíelos: cada uno se sigue hasta la respuesta."
    />
  </section>
);
