import { TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { wordsOf } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/first-fault.ts';
import { NotConfirmed } from '../../lib/identity.ts';
import { NewPasswordFields } from '../../ui/new-password.tsx';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';
import { RncField } from '../../ui/rnc-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { type Registro, register } from './api.ts';
import { emptyCompany, faultsOf, type NewCompany } from './new-company.ts';
import styles from './registro-form.module.css';

/**
 * Registers a company and its first user. Used on its own page, with or without a session, and in the list of clients.
 *
 * @param onRegistered receives the response. If the company may be used at once, the response contains the Secret Key,
 * which is shown only once
 */
export function RegistroForm({ onRegistered }: { onRegistered: (answer: Registro) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [company, setCompany] = useState(emptyCompany);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const faults = tried ? faultsOf(company) : {};
  const change = (part: Partial<NewCompany>) => setCompany((now) => ({ ...now, ...part }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faultsOf(company)).length > 0) {
      focusFirstFault(form.current);
      return;
    }
    setBusy(true);
    const correo = company.correo.trim();
    try {
      const answer = await register({
        body: {
          nombreUsuario: correo,
          correo,
          contrasena: company.Contrasena,
          rncEmisor: company.rncEmisor,
          razonSocial: company.razonSocial.trim(),
        },
      });
      onRegistered(answer);
    } catch (error) {
      if (error instanceof NotConfirmed) return;
      const message = wordsOf(error);
      setFailure(message ? `Error: ${message}` : 'Error al registrar el usuario. Por favor, intente nuevamente.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} className={styles.form} noValidate aria-busy={busy} onSubmit={submit}>
      <RncField
        label="RNC"
        data-autofocus
        value={company.rncEmisor}
        error={faults.rncEmisor}
        onChange={(rncEmisor) => change({ rncEmisor })}
      />
      <TextInput
        label="Razón social"
        autoComplete="organization"
        maxLength={150}
        value={company.razonSocial}
        error={faults.razonSocial}
        onChange={(event) => change({ razonSocial: event.currentTarget.value })}
      />
      <TextInput
        type="email"
        label="Correo"
        autoComplete="email"
        maxLength={200}
        value={company.correo}
        error={faults.correo}
        onChange={(event) => change({ correo: event.currentTarget.value })}
      />
      <NewPasswordFields
        value={company}
        faults={faults}
        about={[company.correo, company.rncEmisor]}
        onChange={change}
      />
      <SubmitButton busy={busy}>Registrarse</SubmitButton>
      {failure && <NoticeDialog onClose={() => setFailure(undefined)}>{failure}</NoticeDialog>}
    </form>
  );
}
