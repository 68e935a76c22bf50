import type { Enlaces, Estado } from '@timbre/contract';
import { estadoNombre, estadosAceptados } from '@timbre/contract/tables';
import { Chip, StatusChip } from '../../../ui/status-chip.tsx';

interface Props extends Pick<Enlaces, 'anuladaPor'> {
  readonly estado: Estado;
  /** The summary of its credit notes, shown instead of the state. */
  readonly notas?: string | undefined;
}

/** The state of an issued document. If a credit note annuls it, the state of the annulment. */
export function EstadoChip({ estado, anuladaPor, notas }: Props) {
  if (anuladaPor === null) return <StatusChip estado={estado}>{notas ?? estadoNombre[estado]}</StatusChip>;
  return estadosAceptados.has(anuladaPor.estado) ? (
    <Chip tone="mute">Anulada</Chip>
  ) : (
    <Chip tone="info" moving>
      Anulación en proceso
    </Chip>
  );
}
