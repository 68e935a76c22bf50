import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { formatCount } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { checkServices } from '../api.ts';
import styles from './services-check.module.css';

const nombres = {
  semilla: 'Semilla',
  validacion: 'Validación del certificado',
  recepcion: 'Recepción de e-CF',
  aprobacion: 'Aprobación comercial',
} as const;

/** Calls the public addresses of the company as the DGII will, and shows the result of each. */
export function ServicesCheck() {
  const { noEmite } = useSesion();
  const check = useMutation({ mutationFn: () => checkServices({ body: {} }) });
  return (
    <div className={styles.check}>
      <ActionButton
        disabled={noEmite !== undefined}
        title={noEmite}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        Probar las direcciones
      </ActionButton>
      <FailureNotice error={check.error} />
      {check.data && (
        <ul className={styles.list} aria-label="Resultado de la prueba">
          {check.data.map(({ servicio, direccion, bien, detalle, milisegundos }) => (
            <li key={servicio} data-good={bien}>
              {bien ? (
                <IconCheck size={16} stroke={2.4} aria-label="Bien:" />
              ) : (
                <IconAlertTriangle size={16} aria-label="Con error:" />
              )}
              <b>{nombres[servicio]}</b>
              <span>
                {detalle} · {formatCount(milisegundos)} ms
              </span>
              <code>{direccion}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
