import { Checkbox } from '@mantine/core';
import type { TipoECF } from '@timbre/values';
import styles from '../borradores.module.css';
import { isNote, occurs } from '../draft.ts';
import { useDraftStore, useField } from '../draft-store.ts';
import { Field } from './field.tsx';

const at = 'InformacionReferencia';
/** CodigoModificacion of a replacement. @source Formato e-CF v1.0, sección F; Informe técnico e-CF v1.0, §18, p. 49 */
const replaces = '4';

/** Which receipt of series B, issued while no e-CF could be issued, this e-CF replaces. */
export function ReplacementPanel({ tipo }: { tipo: TipoECF }) {
  const store = useDraftStore();
  const { value } = useField(`${at}.CodigoModificacion`);
  if (!occurs(tipo, at) || isNote(tipo) || (value !== '' && value !== replaces)) return null;
  return (
    <details id={at} tabIndex={-1} className={styles.group} open={value === replaces || undefined}>
      <summary>Contingencia</summary>
      <div className={styles.body}>
        <Checkbox
          id={`${at}.CodigoModificacion`}
          className={styles.whole ?? ''}
          label="Reemplaza un comprobante de la serie B emitido en contingencia"
          description="Va solo a la DGII: el comprador ya tiene el de la serie B."
          checked={value === replaces}
          onChange={(event) =>
            store.set(at, event.currentTarget.checked ? { CodigoModificacion: replaces } : undefined)
          }
        />
        {value === replaces && (
          <>
            <Field path={`${at}.NCFModificado`} tipo={tipo} label="NCF de la serie B" placeholder="B0100000001" />
            <Field path={`${at}.FechaNCFModificado`} tipo={tipo} label="Fecha de ese comprobante" />
          </>
        )}
      </div>
    </details>
  );
}
