import { formatCount, formatCounted } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { Verificacion } from '../api.ts';

/** What checking the chain of hashes found, said plainly. */
export function Integrity({ found, onDismiss }: { found: Verificacion; onDismiss: () => void }) {
  const { integra, entradas, rotaEn } = found;
  if (integra) {
    return (
      <Banner tone="ok" title="La auditoría está íntegra" onDismiss={onDismiss}>
        Se comprobaron {formatCounted(entradas, 'entrada')}: ninguna falta ni fue cambiada.
      </Banner>
    );
  }
  return (
    <Banner title="La auditoría fue alterada" onDismiss={onDismiss}>
      {rotaEn !== null && `La entrada n.º ${formatCount(rotaEn)} falta o fue cambiada. `}
      Descargue el CSV, guarde una copia de la base de datos y avise al administrador de la plataforma.
    </Banner>
  );
}
