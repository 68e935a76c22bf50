import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import type { ensayo } from '@timbre/contract';
import { featureConstants } from '@timbre/contract/tables';
import result from '../../../ui/result.module.css';

const icons = {
  bien: IconCircleCheck,
  advertencia: IconAlertTriangle,
  mal: IconCircleX,
  'no-verificable': IconHelpCircle,
} as const satisfies Record<ensayo.EstadoDeEnsayo, unknown>;

/** The result of a check or a finding: a shape and a word, never colour alone. */
export function StateMark({ estado }: { estado: ensayo.EstadoDeEnsayo }) {
  const Shape = icons[estado];
  return (
    <span className={result.state} data-estado={estado}>
      <Shape size={16} stroke={2} aria-hidden="true" />
      {featureConstants.ensayo.estadosDeEnsayo[estado]}
    </span>
  );
}
