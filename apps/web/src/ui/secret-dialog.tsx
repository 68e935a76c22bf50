import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Dialog } from './dialog.tsx';
import styles from './secret-dialog.module.css';
import { toast } from './toast.tsx';

interface Props {
  title: string;
  /** What it is: `API Key`. */
  name: string;
  secret: string;
  onClose: () => void;
}

/** A secret at the only time that it can be seen: to be copied before the dialog is left by its button. */
export function SecretDialog({ title, name, secret, onClose }: Props) {
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
