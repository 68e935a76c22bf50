import { TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { formatTaxId } from '@timbre/values';
import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import saveRow from '../../../ui/save-row.module.css';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import type { Empresa } from '../api.ts';
import styles from '../empresa.module.css';
import { useDatosForm } from '../use-datos-form.ts';
import { PrintedFields } from './datos-fields.tsx';

const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
const locked = { readOnly: true, inputWrapperOrder: below, rightSection: <IconLock size={16} aria-hidden="true" /> };

/** The first step of a new company: the data at the top of its documents. The rest is in Configuración. */
export function DatosStep({ empresa }: { empresa: Empresa }) {
  const element = useRef<HTMLFormElement>(null);
  const { form, faultOf, changed, saving, failure, change, save } = useDatosForm(empresa.datos, element);
  const lacks = form.direccion.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!lacks) save();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.ctrlKey) element.current?.requestSubmit();
  }

  return (
    <form
      ref={element}
      className={styles.step}
      noValidate
      aria-label="Datos de la empresa"
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      {changed && <UnsavedGuard />}
      <div className={styles.fields}>
        <TextInput label="RNC" value={formatTaxId(empresa.rnc)} {...locked} />
        <TextInput
          label="Razón social"
          description="Como se registró la empresa."
          value={empresa.razonSocial}
          {...locked}
        />
      </div>
      <PrintedFields form={form} faultOf={faultOf} onChange={change} />
      <FailureNotice title="No se guardaron los datos de la empresa" error={failure} />
      <div className={saveRow.save}>
        <SubmitButton reason={lacks ? 'Escriba la dirección' : undefined} busy={saving}>
          Guardar y seguir
        </SubmitButton>
      </div>
    </form>
  );
}
