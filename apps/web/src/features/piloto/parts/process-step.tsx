import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { portalQuestion } from '../../certificacion/shared.ts';
import type { Piloto } from '../api.ts';
import { esperaDe, type Paso, type Pieza } from '../process.ts';
import type { Pilot } from '../use-pilot.ts';
import { Addresses } from './addresses.tsx';
import { FormSigner } from './form-signer.tsx';
import { PrintedForms } from './printed-forms.tsx';
import styles from './process-step.module.css';
import { ServicesCheck } from './services-check.tsx';
import { SimulationLink } from './simulation-link.tsx';
import { WorkbookPilot } from './workbook-pilot.tsx';

interface Props {
  step: Paso;
  data: Piloto;
  pilot: Pilot;
  isCurrent: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

/** A step of the process: its state and, when expanded, its instructions. */
export function ProcessStep({ step, data, pilot, isCurrent, isOpen, onToggle }: Props) {
  const { numero, nombre, quien, instrucciones, piezas } = step;
  const { noEmite } = useSesion();
  const { hecho = null, avance = null, falta = null } = data.proceso[numero - 1] ?? {};
  const id = `paso-${numero}`;
  const pieces: Readonly<Record<Pieza, () => ReactNode>> = {
    direcciones: () => <Addresses direcciones={data.direcciones} />,
    formulario: () => <FormSigner />,
    comprobantes: () => <WorkbookPilot parte="comprobantes" data={data} pilot={pilot} />,
    aprobaciones: () => <WorkbookPilot parte="aprobaciones" data={data} pilot={pilot} />,
    simulacion: () => <SimulationLink />,
    impresas: () => <PrintedForms />,
    servicios: () => <ServicesCheck />,
  };
  return (
    <li className={styles.step} data-done={hecho !== null} aria-current={isCurrent ? 'step' : undefined}>
      <h2 className={styles.head}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span className={styles.number}>
            {hecho === null ? numero : <IconCheck size={15} stroke={2.4} aria-label={`${numero}, hecho:`} />}
          </span>
          <span className={styles.name}>{nombre}</span>
          <span className={styles.state}>
            {hecho === null && avance !== null && <span className={styles.advance}>{avance}</span>}
            {hecho !== null ? (
              <Chip tone="ok">Hecho</Chip>
            ) : (
              isCurrent && <Chip tone={quien === 'dgii' ? 'info' : 'warn'}>{esperaDe[quien]}</Chip>
            )}
          </span>
          <IconChevronDown size={18} aria-hidden="true" className={styles.chevron} />
        </button>
      </h2>
      {isOpen && (
        <div id={id} className={styles.body}>
          <p className={styles.words}>{instrucciones}</p>
          {piezas.map((pieza) => (
            <div key={pieza}>{pieces[pieza]()}</div>
          ))}
          {hecho === null && falta !== null && <p className={styles.words}>{falta}</p>}
          <div className={styles.mark}>
            <ConfirmButton
              question={hecho === null && quien === 'timbre' ? portalQuestion : undefined}
              variant={isCurrent && piezas.length === 0 ? 'filled' : 'default'}
              disabled={noEmite !== undefined}
              title={noEmite ?? (hecho === null ? 'El portal lo da por hecho' : 'Reabrir este paso')}
              loading={pilot.isMarking}
              onConfirm={() => pilot.mark({ numero, hecho: hecho === null })}
            >
              {hecho === null ? 'El portal lo da por hecho' : 'Reabrir este paso'}
            </ConfirmButton>
            {hecho !== null && <span>Marcado el {formatMoment(hecho)}</span>}
          </div>
        </div>
      )}
    </li>
  );
}
