import { IconCopy } from '@tabler/icons-react';
import { Banner } from '../../../ui/banner.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { Piloto } from '../api.ts';
import styles from './addresses.module.css';

const nombres = {
  recepcion: 'URL Recepción',
  aprobacion: 'URL Aprobación',
  autenticacion: 'URL Autenticación',
} as const;

/** The addresses that the portal requests, to be copied. */
export function Addresses({ direcciones }: Pick<Piloto, 'direcciones'>) {
  if (direcciones === null) {
    return (
      <Banner tone="warn" title="El servidor no tiene una dirección pública">
        Pida a quien lo administra que fije TIMBRE_PUBLIC_URL con la dirección https que la DGII puede alcanzar.
      </Banner>
    );
  }
  async function copy(nombre: string, direccion: string) {
    try {
      await navigator.clipboard.writeText(direccion);
      toast(`${nombre} copiada`);
    } catch {
      toast('El navegador no permite copiar: seleccione la dirección', 'bad');
    }
  }
  return (
    <dl className={styles.addresses}>
      {Object.entries(nombres).map(([servicio, nombre]) => {
        const direccion = direcciones[servicio as keyof typeof nombres];
        return (
          <div key={servicio}>
            <dt>{nombre}</dt>
            <dd>
              <code>{direccion}</code>
              <IconButton icon={IconCopy} label={`Copiar ${nombre}`} onClick={() => void copy(nombre, direccion)} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
