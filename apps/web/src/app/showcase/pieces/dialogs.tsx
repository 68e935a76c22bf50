import { Button, TextInput } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';
import { PasswordDialog } from '../../../ui/password-dialog.tsx';
import { showSecret } from '../../../ui/secret-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { EditDialog, UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import styles from '../showcase.module.css';
import { Choosing, Opening } from './holders.tsx';
import type { Piece } from './piece.ts';

const nothing = () => undefined;

/** The components of ui/ that open over the screen. */
export const dialogPieces: Readonly<Record<string, Piece>> = {
  Dialog: {
    example: (
      <Opening name="Abrir un diálogo">
        {(close) => (
          <Dialog title="Un diálogo" onClose={close}>
            El foco entra en él, se queda dentro y vuelve a quien lo abrió.
          </Dialog>
        )}
      </Opening>
    ),
  },
  ConfirmDialog: {
    example: (
      <>
        <Opening name="Preguntar">
          {(close) => (
            <ConfirmDialog title="Cambiar rol" confirm="Cambiar" onConfirm={nothing} onClose={close}>
              Qué pasará, y dónde.
            </ConfirmDialog>
          )}
        </Opening>
        <Opening name="Preguntar antes de quitar">
          {(close) => (
            <ConfirmDialog title="Eliminar rango" confirm="Eliminar" destructive onConfirm={nothing} onClose={close}>
              ¿Está seguro que desea eliminar este rango?
            </ConfirmDialog>
          )}
        </Opening>
      </>
    ),
  },
  NoticeDialog: {
    example: (
      <>
        <Opening name="Avisar">
          {(close) => (
            <NoticeDialog title="Ambiente Actualizado" onClose={close}>
              El ambiente ha sido cambiado a Test
            </NoticeDialog>
          )}
        </Opening>
        <Opening name="Decir un error">
          {(close) => <NoticeDialog onClose={close}>Error al obtener el perfil del usuario.</NoticeDialog>}
        </Opening>
      </>
    ),
  },
  PasswordDialog: {
    note: 'Para lo que una sesión abierta no debe poder hacer por sí sola.',
    example: (
      <Opening name="Pedir la contraseña">
        {(close) => (
          <PasswordDialog
            title="Descargar .p12"
            confirm="Descargar"
            error={null}
            busy={false}
            onConfirm={nothing}
            onClose={close}
          >
            Qué se hará, y por qué se pide.
          </PasswordDialog>
        )}
      </Opening>
    ),
  },
  Secrets: {
    note: 'Se ve una vez, hasta que se deja por su botón.',
    example: (
      <Button
        onClick={() =>
          showSecret({ title: 'API Key generada', name: 'API Key', secret: 'tmb_esto-es-solo-una-muestra' })
        }
      >
        Mostrar una clave
      </Button>
    ),
  },
  EditDialog: {
    note: 'Lo escrito no se pierde sin preguntar: ni con Escape, ni al salir de la pantalla.',
    example: (
      <Opening name="Editar">
        {(close) => (
          <Choosing first="">
            {(typed, set) => (
              <EditDialog title="Editar" changed={typed !== ''} onClose={close}>
                {(leave) => (
                  <div className={styles.form}>
                    <TextInput
                      label="Descripción"
                      data-autofocus
                      value={typed}
                      onChange={(event) => set(event.currentTarget.value)}
                    />
                    <Button onClick={leave}>Cancelar</Button>
                  </div>
                )}
              </EditDialog>
            )}
          </Choosing>
        )}
      </Opening>
    ),
  },
  UnsavedGuard: {
    note: 'Mientras está puesto, salir de la pantalla pregunta antes.',
    example: (
      <Choosing first={false}>
        {(changed, set) => (
          <>
            {changed && <UnsavedGuard />}
            <Button aria-pressed={changed} onClick={() => set(!changed)}>
              {changed ? 'Descartar los cambios' : 'Hacer cambios sin guardar'}
            </Button>
          </>
        )}
      </Choosing>
    ),
  },
  Toasts: {
    note: 'Solo confirman; nunca llevan la única copia de un error.',
    example: (
      <>
        <Button onClick={() => toast('Configuración guardada exitosamente')}>Confirmar</Button>
        <Button onClick={() => toast('No se pudo copiar al portapapeles', 'bad')}>Decir que no</Button>
      </>
    ),
  },
};
