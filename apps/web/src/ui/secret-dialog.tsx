import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { sharedValue } from '../lib/shared-value.ts';
import { Dialog } from './dialog.tsx';
import styles from './secret-dialog.module.css';
import { toast } from './toast.tsx';

interface Secret {
  readonly title: string;
  /** What it is: `API Key`. */
  readonly name: string;
  readonly secret: string;
}

const secrets = sharedValue<readonly Secret[]>([]);

/**
 * Shows a secret at the only time that it can be seen. It stands until the person leaves it, whatever becomes of the
 * screen that asked for it.
 */
export const showSecret = (secret: Secret): void => secrets.become([...secrets.get(), secret]);

/** Where secrets appear, one after another. */
export function Secrets() {
  const [first] = secrets.use();
  // None of one session is seen in the next.
  useEffect(() => () => secrets.become([]), []);
  return first && <SecretDialog key={first.secret} {...first} onClose={() => secrets.become(secrets.get().slice(1))} />;
}

/** To be copied before it is left by its button. */
function SecretDialog({ title, name, secret, onClose }: Secret & { onClose: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      toast('¡Copiado al portapapeles!');
    } catch {
      toast('No se pudo copiar: selecciónela y cópiela a mano', 'bad');
    }
  }

  return (
    <Dialog title={title} closesOutside={false} onClose={onClose}>
      <p>
        Guarde esta {name} en un lugar seguro. <b>No se volverá a mostrar.</b>
      </p>
      <output className={styles.secret} aria-label={name}>
        {secret}
      </output>
      <div className={styles.actions}>
        <Button leftSection={<IconCopy size={16} />} data-autofocus onClick={copy}>
          Copiar
        </Button>
        <Button variant="filled" onClick={onClose}>
          Ya la guardé
        </Button>
      </div>
    </Dialog>
  );
}
