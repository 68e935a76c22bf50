import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type InicioSearch, readInicioSearch } from '../features/inicio/search.ts';
import { type Denied, onAccessDenied, textOfDenial } from '../lib/access-denied.ts';
import { Banner } from '../ui/banner.tsx';
import dialog from '../ui/confirm-dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import styles from './shell.module.css';

/**
 * The notice that access to a screen was denied: a dialog, and an alert that stays until it is dismissed (specification 000
 * §2.3).
 */
export function AccessDenied() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { error, ruta, menuId } = useSearch({ strict: false });
  const [denied, setDenied] = useState<Denied>();
  const [opened, setOpened] = useState(false);

  useEffect(
    () =>
      onAccessDenied((denied) => {
        setDenied(denied);
        setOpened(true);
        client.invalidateQueries({ queryKey: ['menu'] });
      }),
    [client],
  );
  useEffect(() => {
    if (error !== 'acceso_denegado') return;
    setDenied({ route: ruta ?? '', menuId });
    setOpened(true);
    navigate({ to: '/home', search: withoutDenial, replace: true });
  }, [error, ruta, menuId, navigate]);

  if (!denied) return null;
  const message = textOfDenial(denied);
  return (
    <div className={styles.denied}>
      <Banner onDismiss={() => setDenied(undefined)}>{message}</Banner>
      {opened && (
        <Dialog title="Acceso Denegado" onClose={() => setOpened(false)}>
          <p>{message}</p>
          <div className={dialog.actions}>
            <Button
              variant="filled"
              data-autofocus
              onClick={() => {
                setOpened(false);
                navigate({ to: '/' });
              }}
            >
              Volver al Inicio
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

const withoutDenial = (search: Record<string, unknown>): InicioSearch => {
  const { error: _, ruta: __, menuId: ___, ...rest } = readInicioSearch(search);
  return rest;
};
