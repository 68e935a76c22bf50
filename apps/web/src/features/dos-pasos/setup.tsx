import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import type { sesion } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { digitsOf, grouped } from '../../lib/code.ts';
import { saveFile } from '../../lib/files.ts';
import { useMutation } from '../../lib/mutation.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirmarDosPasos } from './api.ts';
import styles from './dos-pasos.module.css';

export type Prepared = AnswerOf<typeof sesion.prepararDosPasos>;

async function copy(text: string, label: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${label} al portapapeles`);
  } catch {
    toast('No se pudo copiar: selecciónelo y cópielo a mano', 'bad');
  }
}

/** The set-up from the QR code to the first code, which proves that the application has the key. */
export function Enrolment({ prepared, onDone }: { prepared: Prepared; onDone: (codes: string[]) => void }) {
  const [typed, setTyped] = useState('');
  const confirm = useMutation({
    mutationFn: (codigo: string) => confirmarDosPasos({ body: { codigo } }),
    onSuccess: ({ codigos }) => onDone(codigos),
    onError: () => setTyped(''),
  });
  const code = digitsOf(typed);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code !== undefined && !confirm.isPending) confirm.mutate(code);
  }

  return (
    <ol className={styles.steps}>
      <li>
        <b>Abra su aplicación de autenticación.</b> Si no tiene una, instale en su teléfono Google Authenticator,
        Microsoft Authenticator u otra.
      </li>
      <li>
        <b>Escanee con ella este código.</b>
        <div className={styles.key}>
          <img src={prepared.qr} alt="Código QR con la clave para su aplicación" width={176} height={176} />
          <div>
            <p>Si no puede escanearlo, escriba esta clave en la aplicación:</p>
            <output aria-label="Clave para la aplicación">{grouped(prepared.secreto)}</output>
            <Button
              size="compact-sm"
              leftSection={<IconCopy size={15} />}
              onClick={() => copy(prepared.secreto, 'Clave copiada')}
            >
              Copiar clave
            </Button>
          </div>
        </div>
      </li>
      <li>
        <b>Escriba el código que la aplicación muestra.</b>
        <form className={styles.confirm} onSubmit={submit}>
          <CodeField
            kind="aplicacion"
            value={typed}
            error={confirm.error ? messageOf(confirm.error) : undefined}
            autoFocus
            onChange={(value) => {
              setTyped(value);
              if (confirm.error) confirm.reset();
            }}
          />
          <SubmitButton reason={code === undefined ? 'Escriba los 6 dígitos' : undefined} busy={confirm.isPending}>
            Activar
          </SubmitButton>
        </form>
      </li>
    </ol>
  );
}

/** The recovery codes, which can be seen only once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const text = codes.join('\n');
  const file = () =>
    new Blob([`Códigos de recuperación de Timbre. Cada uno sirve una vez.\n\n${text}\n`], { type: 'text/plain' });
  return (
    <div className={styles.recovery}>
      <p>
        Si pierde el teléfono, cada código le deja entrar una vez en lugar del de la aplicación. Guárdelos fuera del
        teléfono. <b>No se volverán a mostrar.</b>
      </p>
      <ul className={styles.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button leftSection={<IconCopy size={16} />} onClick={() => copy(text, 'Códigos copiados')}>
          Copiar
        </Button>
        <Button
          leftSection={<IconDownload size={16} />}
          onClick={() => saveFile({ blob: file(), name: undefined }, 'timbre-codigos-de-recuperacion.txt')}
        >
          Descargar
        </Button>
        <Button variant="filled" data-autofocus onClick={onSaved}>
          Ya los guardé
        </Button>
      </div>
    </div>
  );
}
