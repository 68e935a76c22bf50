import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { sharedValue } from '../lib/shared-value.ts';
import { Dialog } from './dialog.tsx';
import styles from './secret-dialog.module.css';
import { toast } from './toast.tsx';

interface Secret {
  readonly title: string;
  /** The name of the secret: `API Key`. */
  readonly name: string;
  readonly secret: string;
  /** Instructions; by default, to store the secret. */
  readonly note?: ReactNode;
  /** The label of the button that closes it. */
  readonly done?: string;
}

const secrets = sharedValue<readonly Secret[]>([]);

/**
 * Shows a secret, which can be seen only once. The dialog stays open until the user closes it, even when the screen
 * that opened it is unmounted.
 */
export const showSecret = (secret: Secret): void => secrets.set([...secrets.get(), secret]);

/** Where the secret dialogs are rendered, one after another. */
export function Secrets() {
  const [first] = secrets.use();
  // A secret of one session is not shown in the next.
  useEffect(() => () => secrets.set([]), []);
  return first && <SecretDialog key={first.secret} {...first} onClose={() => secrets.set(secrets.get().slice(1))} />;
}

/** One secret with its copy button and the button that closes the dialog. */
function SecretDialog({ title, name, secret, note, done = 'Ya la guardé', onClose }: Secret & { onClose: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      toast('¡Copiado al portapapeles!');
    } catch {
      toast('No se pudo copiar: selecciónela y cópiela a mano', 'bad');
    }
  }

  return (
    <Dialog title={title} stays onClose={onClose}>
      {note ?? (
        <p>
          Guarde esta {name} en un lugar seguro. <b>No se volverá a mostrar.</b>
        </p>
      )}
      <output className={styles.secret} aria-label={name}>
        {secret}
      </output>
      <div className={styles.actions}>
        <Button leftSection={<IconCopy size={16} />} data-autofocus onClick={copy}>
          Copiar
        </Button>
        <Button variant="filled" onClick={onClose}>
          {done}
        </Button>
      </div>
    </Dialog>
  );
}
