import type { Enlaces, Estado } from '@timbre/contract';
import { estadoNombre, estadosAceptados } from '@timbre/contract/tables';
import { Chip, StatusChip } from '../../ui/status-chip.tsx';

/** The state of an issued document: of one that a credit note annuls, that it does. */
export function EstadoChip({ estado, anuladaPor }: { estado: Estado } & Pick<Enlaces, 'anuladaPor'>) {
  if (anuladaPor === null) return <StatusChip estado={estado}>{estadoNombre[estado]}</StatusChip>;
  return estadosAceptados.has(anuladaPor.estado) ? (
    <Chip tone="mute">Anulada</Chip>
  ) : (
    <Chip tone="info" moving>
      Anulación en proceso
    </Chip>
  );
}
