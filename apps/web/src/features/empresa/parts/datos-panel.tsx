import { useQuery } from '@tanstack/react-query';
import type { DatoDeEmpresa } from '@timbre/contract/tables';
import { type FormEvent, useEffect, useRef } from 'react';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import saveRow from '../../../ui/save-row.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { type Empresa, empresaQuery } from '../api.ts';
import styles from '../empresa.module.css';
import { useDatosForm } from '../use-datos-form.ts';
import { fieldId, OtherFields, PrintedFields, StandingFields } from './datos-fields.tsx';

interface Props {
  /** Why this user cannot change anything; undefined when they can. */
  refusal: string | undefined;
  /** The fact whose field gets the focus. */
  dato: DatoDeEmpresa | undefined;
  /** Called once the form is rendered with its final height. */
  onShown: () => void;
}

/** The data of the company that documents and rules need. */
export function DatosPanel({ refusal, dato, onShown }: Props) {
  const { data, error, refetch } = useQuery(empresaQuery);
  return (
    <Panel
      title="Datos de la empresa"
      note="Salen en cada comprobante que no indique otros. Solo la dirección es obligatoria."
    >
      <div className={styles.panel}>
        {data !== undefined ? (
          <Form datos={data.datos} refusal={refusal} dato={dato} onShown={onShown} />
        ) : error ? (
          <LoadFailure title="No se pudieron cargar los datos de la empresa" error={error} onRetry={refetch} />
        ) : (
          <Skeleton rows={3} height={60} />
        )}
      </div>
    </Panel>
  );
}

function Form({ datos, refusal, dato, onShown }: Props & Pick<Empresa, 'datos'>) {
  const element = useRef<HTMLFormElement>(null);
  const { form, faultOf, changed, saving, failure, change, save } = useDatosForm(datos, element);
  const fields = { form, faultOf, disabled: refusal !== undefined, onChange: change };

  useEffect(onShown, [onShown]);

  useEffect(() => {
    const field = dato && document.getElementById(fieldId(dato));
    if (!field) return;
    field.closest('details')?.setAttribute('open', '');
    field.scrollIntoView({ block: 'center' });
    field.focus({ preventScroll: true });
  }, [dato]);

  function submit(event: FormEvent) {
    event.preventDefault();
    for (const group of element.current?.querySelectorAll('details') ?? []) group.open = true;
    save();
  }

  return (
    <form ref={element} noValidate onSubmit={submit}>
      {changed && <UnsavedGuard />}
      <PrintedFields {...fields} />
      <div className={styles.groups}>
        <details className={styles.group}>
          <summary>Sucursales, sitio web y actividad</summary>
          <OtherFields {...fields} />
        </details>
        <details className={styles.group} open>
          <summary>Ante la DGII</summary>
          <StandingFields {...fields} />
        </details>
      </div>
      <FailureNotice title="No se guardaron los datos de la empresa" error={failure} />
      {refusal === undefined && (
        <div className={saveRow.save}>
          {changed && <span>Hay cambios sin guardar</span>}
          <SubmitButton reason={changed ? undefined : 'No hay cambios'} busy={saving}>
            Guardar datos
          </SubmitButton>
        </div>
      )}
    </form>
  );
}
