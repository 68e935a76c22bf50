import { Button } from '@mantine/core';
import { IconMailForward, IconShieldCheck, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Rol } from '@timbre/contract';
import { roles, rolNombre } from '@timbre/contract/tables';
import { useMemo, useState } from 'react';
import { refusalOr } from '../../../lib/api.ts';
import { formatMoment } from '../../../lib/format.ts';
import { ofConfiguracion } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowSelect } from '../../../ui/row-select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { toast } from '../../../ui/toast.tsx';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { changeRol, deleteUsuario, listUsuarios, restablecerDosPasos, sendLink, type Usuario } from '../api.ts';
import styles from '../usuarios-screen.module.css';

/** An action on a user that requires confirmation. */
type Asked =
  | { readonly kind: 'delete'; readonly usuario: Usuario }
  | { readonly kind: 'dos-pasos'; readonly usuario: Usuario }
  | { readonly kind: 'enlace'; readonly usuario: Usuario }
  | { readonly kind: 'rol'; readonly usuario: Usuario; readonly rol: Rol };

/** The users of the company. */
export const useUsuarios = () =>
  useQuery({
    queryKey: ['usuarios'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => listUsuarios({ headers: {}, signal }),
  });

/** The users of the company: role, last login and actions. */
export function UserList() {
  const { userId } = useSesion();
  const client = useQueryClient();
  const { data, error, refetch } = useUsuarios();
  const [asked, setAsked] = useState<Asked>();
  const [result, setResult] = useState<{ title: string; message: string }>();
  const again = () => client.invalidateQueries({ queryKey: ['usuarios'] });
  const failed = (words: string) => (failure: unknown) =>
    setResult({ title: 'Error', message: refusalOr(failure, words) });

  const remove = useMutation({
    mutationFn: ({ UsuarioID }: Usuario) =>
      deleteUsuario({ params: { id: UsuarioID }, headers: { usuarioid: userId } }),
    onSuccess: () => setResult({ title: 'Usuario eliminado', message: 'Usuario eliminado exitosamente' }),
    onError: failed('Error al eliminar el usuario'),
    onSettled: again,
  });
  const change = useMutation({
    mutationFn: ({ usuario, rol }: { usuario: Usuario; rol: Rol }) =>
      changeRol({ params: { id: usuario.UsuarioID }, body: { rol } }),
    onSuccess: ({ NombreUsuario, rol }) => toast(`${NombreUsuario} es ahora ${rolNombre[rol].nombre}`),
    onError: failed('Error al cambiar el rol'),
    onSettled: again,
  });

  const reset = useMutation({
    mutationFn: ({ UsuarioID }: Usuario) => restablecerDosPasos({ params: { id: UsuarioID } }),
    onSuccess: ({ NombreUsuario }) => toast(`${NombreUsuario} entrará solo con su contraseña`),
    onError: failed('Error al restablecer la verificación en dos pasos'),
    onSettled: again,
  });

  const link = useMutation({
    mutationFn: ({ UsuarioID }: Usuario) => sendLink({ params: { id: UsuarioID }, body: {} }),
    onSuccess: ({ entrega }, { Correo }) => {
      if (entrega === 'smtp') toast(`Enlace enviado a ${Correo}`);
      else
        setResult({
          title: 'Enlace guardado en el servidor',
          message: `Este servidor no envía correos. Pida al administrador de la plataforma el enlace para ${Correo}.`,
        });
    },
    onError: failed('Error al enviar el enlace'),
  });

  const { columns, drawCard } = useMemo(() => {
    const parts = partsOf(userId, setAsked);
    return { columns: columnsOf(parts), drawCard: (usuario: Usuario) => <UserCard usuario={usuario} {...parts} /> };
  }, [userId]);

  return (
    <Panel title="Usuarios de la empresa">
      {error && (
        <Banner action={<Button onClick={() => refetch()}>Intentar de nuevo</Button>}>
          {refusalOr(error, 'Error al obtener los usuarios')}
        </Banner>
      )}
      {data === undefined ? (
        !error && <Skeleton rows={4} />
      ) : data.length === 0 ? (
        <EmptyState title="Todavía no hay usuarios" detail="Cree el primero con el formulario." />
      ) : (
        <VirtualTable
          label="Usuarios"
          rows={data}
          columns={columns}
          rowKey={({ UsuarioID }) => UsuarioID}
          card={drawCard}
          cardHeight={136}
        />
      )}
      {asked && (
        <AskedDialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            if (asked.kind === 'rol') change.mutate(asked);
            else if (asked.kind === 'dos-pasos') reset.mutate(asked.usuario);
            else if (asked.kind === 'enlace') link.mutate(asked.usuario);
            else if (userId === '')
              setResult({ title: 'Error', message: 'No se encontró el identificador del usuario.' });
            else remove.mutate(asked.usuario);
          }}
        />
      )}
      {result && (
        <NoticeDialog title={result.title} onClose={() => setResult(undefined)}>
          {result.message}
        </NoticeDialog>
      )}
    </Panel>
  );
}

function AskedDialog({ asked, ...rest }: { asked: Asked; onConfirm: () => void; onClose: () => void }) {
  const { NombreUsuario, rol } = asked.usuario;
  if (asked.kind === 'delete') {
    return (
      <ConfirmDialog title={`Eliminar a ${NombreUsuario}`} confirm="Eliminar usuario" destructive {...rest}>
        Dejará de tener acceso a la empresa y sus sesiones se cerrarán. Lo que hizo sigue en la auditoría.
      </ConfirmDialog>
    );
  }
  if (asked.kind === 'dos-pasos') {
    return (
      <ConfirmDialog
        title={`Restablecer la verificación de ${NombreUsuario}`}
        confirm="Restablecer"
        destructive
        {...rest}
      >
        Úselo si perdió su teléfono y sus códigos de recuperación. Entrará solo con su contraseña hasta que la active de
        nuevo. Sus sesiones se cerrarán.
      </ConfirmDialog>
    );
  }
  if (asked.kind === 'enlace') {
    return (
      <ConfirmDialog title={`Enviar un enlace a ${NombreUsuario}`} confirm="Enviar enlace" {...rest}>
        Recibirá en {asked.usuario.Correo} un enlace para elegir su contraseña. La que tiene sirve hasta que elija otra.
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog title={`Cambiar el rol de ${NombreUsuario}`} confirm="Cambiar rol" {...rest}>
      De {rolNombre[rol].nombre} a {rolNombre[asked.rol].nombre}: {lowerFirst(rolNombre[asked.rol].puede)}. Sus sesiones
      se cerrarán y deberá entrar de nuevo.
    </ConfirmDialog>
  );
}

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
const rolOptions = roles.map((rol) => ({ value: rol, label: rolNombre[rol].nombre }));

interface Parts {
  isSelf: (usuario: Usuario) => boolean;
  rolOf: (usuario: Usuario) => React.ReactNode;
  removeOf: (usuario: Usuario) => React.ReactNode;
}

/** The elements that a row and a card share. */
function partsOf(userId: string, ask: (asked: Asked) => void): Parts {
  const isSelf = ({ UsuarioID }: Usuario) => UsuarioID === userId;
  return {
    isSelf,
    rolOf: (usuario) =>
      isSelf(usuario) ? (
        <span title="Su propio rol solo lo cambia otro administrador">{rolNombre[usuario.rol].nombre}</span>
      ) : usuario.despacho !== null ? (
        <span title={`Entra por el despacho ${usuario.despacho}`}>{rolNombre[usuario.rol].nombre}</span>
      ) : (
        <RowSelect
          label={`Rol de ${usuario.NombreUsuario}`}
          value={usuario.rol}
          options={rolOptions}
          onChange={(rol) => ask({ kind: 'rol', usuario, rol })}
        />
      ),
    removeOf: (usuario) => (
      <span className={styles.actions}>
        {!isSelf(usuario) && (
          <IconButton
            icon={IconMailForward}
            label={`Enviar un enlace a ${usuario.NombreUsuario}`}
            onClick={() => ask({ kind: 'enlace', usuario })}
          />
        )}
        {usuario.dosPasos && !isSelf(usuario) && (
          <IconButton
            icon={IconShieldOff}
            label={`Restablecer la verificación en dos pasos de ${usuario.NombreUsuario}`}
            onClick={() => ask({ kind: 'dos-pasos', usuario })}
          />
        )}
        <IconButton
          icon={IconTrash}
          label={`Eliminar a ${usuario.NombreUsuario}`}
          reason={
            isSelf(usuario)
              ? 'No puede eliminar su propio usuario'
              : usuario.despacho === null
                ? undefined
                : `Entra por el despacho ${usuario.despacho}: termine su permiso en Despachos`
          }
          onClick={() => ask({ kind: 'delete', usuario })}
        />
      </span>
    ),
  };
}

const lastAccess = ({ ultimoAcceso }: Usuario): string =>
  ultimoAcceso ? formatMoment(ultimoAcceso) : 'Aún no ha entrado';

const Name = ({ usuario, self }: { usuario: Usuario; self: boolean }) => (
  <span className={styles.name}>
    <b className={text.cut} title={usuario.NombreUsuario}>
      {usuario.NombreUsuario}
    </b>
    {self && <Chip tone="mute">Usted</Chip>}
    {usuario.dosPasos && (
      <IconShieldCheck
        className={styles.shield}
        size={17}
        stroke={1.7}
        role="img"
        aria-label="Con verificación en dos pasos"
      />
    )}
  </span>
);

const columnsOf = ({ isSelf, rolOf, removeOf }: Parts): Column<Usuario>[] => [
  {
    key: 'nombre',
    header: 'Usuario',
    track: 'minmax(120px, 1fr)',
    cell: (usuario) => <Name usuario={usuario} self={isSelf(usuario)} />,
  },
  {
    key: 'correo',
    header: 'Correo',
    track: 'minmax(140px, 1.8fr)',
    cell: ({ Correo }) => <span title={Correo}>{Correo}</span>,
  },
  { key: 'rol', header: 'Rol', track: '140px', cell: rolOf },
  {
    key: 'acceso',
    header: 'Último acceso',
    track: '176px',
    from: 680,
    cell: (usuario) => <span className={text.quiet}>{lastAccess(usuario)}</span>,
  },
  { key: 'acciones', header: 'Acciones', track: '112px', right: true, cell: removeOf },
];

const UserCard = ({ usuario, isSelf, rolOf, removeOf }: Parts & { usuario: Usuario }) => (
  <>
    <div className={text.between}>
      <Name usuario={usuario} self={isSelf(usuario)} />
      {removeOf(usuario)}
    </div>
    <div className={text.cut}>{usuario.Correo}</div>
    <div className={text.between}>
      {rolOf(usuario)}
      <span className={text.quiet}>{lastAccess(usuario)}</span>
    </div>
  </>
);
