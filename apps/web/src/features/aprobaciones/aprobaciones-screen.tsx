import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { displayAmbiente } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatCounted } from '../../lib/format.ts';
import { notLive } from '../../lib/live-query.ts';
import { isCompany } from '../../lib/matching.ts';
import { useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import card from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { showInvitation } from '../../ui/show-invitation.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast.tsx';
import { approve, listSolicitudes, reject, type Solicitud } from './api.ts';
import styles from './aprobaciones-screen.module.css';
import { DecidedList } from './parts/decided-list.tsx';
import { RejectDialog } from './parts/reject-dialog.tsx';
import { SolicitudCard } from './parts/solicitud-card.tsx';

type Answer = 'aprobar' | 'rechazar';

const views = [
  { value: 'pendientes', label: 'Pendientes' },
  { value: 'decididas', label: 'Decididas' },
] as const;

const route = getRouteApi('/aprobaciones-ambientes');
const othersMayAskMs = 15_000;

/** The requests of companies to the platform's administrator. */
export function AprobacionesScreen() {
  const { buscar = '', ver } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ answer: Answer; solicitud: Solicitud }>();
  const [failure, setFailure] = useState<{ title: string; reason: string }>();
  const { data, error, refetch } = useQuery({
    queryKey: ['solicitudes', 'pendientes'],
    meta: notLive,
    queryFn: ({ signal }) => listSolicitudes({ signal }),
    refetchInterval: othersMayAskMs,
  });
  const shown = data?.filter(({ razonSocial, rncEmisor }) => isCompany(buscar, razonSocial, rncEmisor));
  const search = (typed: string) => navigate({ search: typed ? { buscar: typed } : {}, replace: true });

  const resolve = useMutation({
    mutationFn: ({ answer, id, motivo }: { answer: Answer; id: string; motivo: string }) =>
      answer === 'aprobar' ? approve({ params: { id } }) : reject({ params: { id }, body: { motivo } }),
    onSuccess: (approved, { answer }) => {
      toast(answer === 'aprobar' ? 'Solicitud aprobada exitosamente.' : 'Solicitud rechazada.');
      if (approved?.invitacion)
        showInvitation(
          'Solicitud aprobada',
          'El correo es de un usuario de Timbre, que entrará a la empresa al aceptar la invitación.',
          'esa persona',
          approved.invitacion,
        );
    },
    onError: (error, { answer }) => setFailure({ title: `Error al ${answer} la solicitud.`, reason: messageOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['solicitudes'] }),
  });

  const pending = (
    <>
      {error && <LoadFailure title="Error al obtener las solicitudes." error={error} onRetry={refetch} />}
      {shown === undefined ? (
        !error && <Skeleton rows={2} height={180} />
      ) : data?.length === 0 ? (
        <EmptyState
          title="No hay solicitudes pendientes."
          detail="Cuando una empresa pida cambiar de ambiente, o se registre en línea, aparecerá aquí."
        />
      ) : shown.length === 0 ? (
        <EmptyState title="Ninguna solicitud coincide con la búsqueda">
          <Button variant="filled" onClick={() => search('')}>
            Ver todas
          </Button>
        </EmptyState>
      ) : (
        <div className={styles.cards}>
          {shown.map((solicitud) => (
            <SolicitudCard
              key={solicitud.id}
              solicitud={solicitud}
              busy={resolve.isPending && resolve.variables.id === solicitud.id}
              onApprove={() => setAsked({ answer: 'aprobar', solicitud })}
              onReject={() => setAsked({ answer: 'rechazar', solicitud })}
            />
          ))}
        </div>
      )}
    </>
  );
  return (
    <>
      <PageHeader
        title="Solicitudes de Cambio de Ambiente"
        facts={data && formatCounted(data.length, 'solicitud pendiente', 'solicitudes pendientes')}
      >
        {ver === undefined && (
          <SearchField label="Buscar empresa o RNC" maxLength={100} value={buscar} onChange={search} />
        )}
      </PageHeader>
      <div className={card.stack}>
        <Segmented
          label="Solicitudes que se ven"
          options={views}
          value={ver ?? 'pendientes'}
          onChange={(next) => navigate({ search: next === 'decididas' ? { ver: next } : {}, replace: true })}
        />
        {ver === 'decididas' ? <DecidedList /> : pending}
      </div>
      {asked && (
        <AskedDialog
          {...asked}
          busy={resolve.isPending}
          onClose={() => setAsked(undefined)}
          onConfirm={(motivo) =>
            resolve.mutate(
              { answer: asked.answer, id: asked.solicitud.id, motivo },
              { onSuccess: () => setAsked(undefined) },
            )
          }
        />
      )}
      {failure && (
        <NoticeDialog onClose={() => setFailure(undefined)}>
          <p>{failure.title}</p>
          <p>{failure.reason}</p>
        </NoticeDialog>
      )}
    </>
  );
}

interface AskedProps {
  answer: Answer;
  solicitud: Solicitud;
  busy: boolean;
  /** Called with the reason, if one was required. */
  onConfirm: (motivo: string) => void;
  onClose: () => void;
}

/** Describes the effect of the answer, with the names of both environments. */
function AskedDialog({ answer, solicitud, busy, onConfirm, onClose }: AskedProps) {
  const { productionNotice } = useSesion();
  const { tipo, razonSocial, rncEmisor, ambienteActual, nuevoAmbiente } = solicitud;
  const requester = (
    <>
      {razonSocial} <span className={text.amount}>({formatTaxId(rncEmisor)})</span>
    </>
  );
  if (answer === 'rechazar') {
    return (
      <RejectDialog busy={busy} onReject={onConfirm} onClose={onClose}>
        {requester}{' '}
        {tipo === 'registro'
          ? 'no podrá entrar a la plataforma.'
          : `seguirá en ${displayAmbiente(ambienteActual)}: no pasará a ${displayAmbiente(nuevoAmbiente)}.`}
      </RejectDialog>
    );
  }
  return (
    <ConfirmDialog title="Aprobar la solicitud" confirm="Aprobar" onConfirm={() => onConfirm('')} onClose={onClose}>
      {requester}{' '}
      {tipo === 'registro' ? (
        `podrá entrar a la plataforma y trabajar en ${displayAmbiente(nuevoAmbiente)}.`
      ) : (
        <>
          pasará de <b>{displayAmbiente(ambienteActual)}</b> a <b>{displayAmbiente(nuevoAmbiente)}</b> de inmediato.
          {nuevoAmbiente === 'Produccion' && <> {productionNotice}</>}
        </>
      )}
    </ConfirmDialog>
  );
}
