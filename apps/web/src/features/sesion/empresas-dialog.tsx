import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rolNombre } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { type FormEvent, useState } from 'react';
import { type Empresas, empresasKey, useEmpresas } from '../../lib/empresas.ts';
import { formatMoment } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import type { Rol } from '../../lib/session.ts';
import { changeEmpresa } from '../../ui/change-empresa.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast.tsx';
import { aceptarInvitacion, retirarRegistroPropio } from './api.ts';
import styles from './empresas-dialog.module.css';

/** The companies of the user: where they work, where they are invited, and those whose registration they requested. */
export function EmpresasDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useEmpresas();
  return (
    <Dialog title="Empresas e invitaciones" onClose={onClose}>
      <div className={styles.body}>
        {error && <LoadFailure title="No se pudieron leer sus empresas" error={error} onRetry={refetch} />}
        {data === undefined ? !error && <Skeleton rows={2} height={44} /> : <Lists data={data} onClose={onClose} />}
        <Invitation />
        <p className={styles.despacho}>
          ¿Lleva la contabilidad de varias empresas?{' '}
          <Link to="/contador" className={text.link} onClick={onClose}>
            Cree su despacho en Clientes
          </Link>
        </p>
      </div>
    </Dialog>
  );
}

function Lists({ data, onClose }: { data: Empresas; onClose: () => void }) {
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: (id: string) => retirarRegistroPropio({ params: { id } }),
    onSuccess: () => toast('Solicitud retirada'),
    onSettled: () => client.invalidateQueries({ queryKey: empresasKey }),
  });
  return (
    <>
      <ul className={styles.list} aria-label="Sus empresas">
        {data.empresas.map(({ empresaId, razonSocial, rnc, rol, actual }) => (
          <li key={empresaId}>
            <div>
              <b>{razonSocial}</b>
              <p>
                <Facts of={[formatTaxId(rnc), nameOf(rol)]} />
              </p>
            </div>
            {actual ? (
              <Chip tone="ok">Actual</Chip>
            ) : (
              <Button
                aria-label={`Cambiar a ${razonSocial}`}
                onClick={() => {
                  onClose();
                  changeEmpresa(empresaId);
                }}
              >
                Cambiar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.invitaciones.length > 0 && (
        <ul className={styles.list} aria-label="Invitaciones">
          {data.invitaciones.map(({ rnc, razonSocial, rol, vence }) => (
            <li key={rnc}>
              <div>
                <b>{razonSocial} le invita</b>
                <p>
                  <Facts of={[formatTaxId(rnc), nameOf(rol), `vence el ${formatMoment(vence)}`]} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <FailureNotice error={withdraw.error} />
      {data.solicitudes.length > 0 && (
        <ul className={styles.list} aria-label="Solicitudes de registro">
          {data.solicitudes.map(({ id, rnc, razonSocial, estado, motivo }) => (
            <li key={id}>
              <div>
                <b>{razonSocial}</b>
                <p>
                  {formatTaxId(rnc)} · {estado === 'pendiente' ? 'Registro pendiente' : `Registro rechazado: ${motivo}`}
                </p>
              </div>
              {estado === 'pendiente' && (
                <Button
                  aria-label={`Retirar la solicitud de ${razonSocial}`}
                  loading={withdraw.isPending && withdraw.variables === id}
                  onClick={() => withdraw.mutate(id)}
                >
                  Retirar solicitud
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const nameOf = (rol: string): string => rolNombre[rol as Exclude<Rol, 'root'>].nombre;

/** The field for an invitation code, which adds one more company to the user. */
function Invitation() {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const accept = useMutation({
    mutationFn: (invitacion: string) => aceptarInvitacion({ body: { invitacion } }),
    onSuccess: ({ razonSocial }) => {
      setCode('');
      toast(`Ya puede trabajar en ${razonSocial}`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: empresasKey }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() !== '' && !accept.isPending) accept.mutate(code.trim());
  }
  return (
    <form className={styles.invitation} onSubmit={submit}>
      <FailureNotice error={accept.error} />
      <TextInput
        label="Código de invitación"
        description="Se lo entrega el administrador de la empresa que le invita."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        value={code}
        onChange={(event) => {
          accept.reset();
          setCode(event.currentTarget.value);
        }}
      />
      <SubmitButton reason={code.trim() === '' ? 'Escriba el código' : undefined} busy={accept.isPending}>
        Aceptar invitación
      </SubmitButton>
    </form>
  );
}
