import { formatCounted, formatMoment } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { Verificacion } from '../api.ts';
import styles from './integrity.module.css';

/** The result of verifying the hash chain. */
export function Integrity({ verificacion, onDismiss }: { verificacion: Verificacion; onDismiss: () => void }) {
  const { integra, entradas, ultima, plataforma } = verificacion;
  if (integra) {
    return (
      <Banner tone="ok" title="La auditoría está íntegra" onDismiss={onDismiss}>
        <p>Se comprobaron {formatCounted(entradas, 'entrada')}: ninguna falta ni fue cambiada.</p>
        <p className={styles.key}>
          Llave con que la plataforma sella los expedientes: <code>{plataforma}</code>
        </p>
      </Banner>
    );
  }
  return (
    <Banner title="La auditoría fue alterada" onDismiss={onDismiss}>
      {ultima === null
        ? 'La primera entrada falta o fue cambiada. '
        : `Falta o fue cambiada la entrada que sigue a la del ${formatMoment(ultima)}. `}
      Descargue el CSV, guarde una copia de la base de datos y avise al administrador de la plataforma.
    </Banner>
  );
}
