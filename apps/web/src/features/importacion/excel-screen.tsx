import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ErrorDeDocumento, importacion, ResumenDocumento } from '@timbre/contract';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useCommands } from '../../app/commands.ts';
import { messageOf, Refusal } from '../../lib/api.ts';
import { formatCount, formatCounted } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { downloadXml } from '../documentos/api.ts';
import { AnswerModal, EditModal, XmlModal } from '../documentos/modals.ts';
import { useSesion } from '../sesion/use-sesion.ts';
import { readImportacion, sendImportacion, signImportacion } from './api.ts';
import styles from './excel-screen.module.css';
import { askedFor, patchImportacion } from './live.ts';
import { AuthPanel, useAutoridad } from './parts/auth-panel.tsx';
import { ConsumerDownloads } from './parts/consumer-downloads.tsx';
import { DocumentTables, type RowActions } from './parts/document-tables.tsx';
import { FaultsPanel } from './parts/faults-panel.tsx';
import { ImportStats } from './parts/import-stats.tsx';
import { ProgressCard } from './parts/progress-card.tsx';
import { RecentImports } from './parts/recent-imports.tsx';
import { WorkbookForm } from './parts/workbook-form.tsx';
import { canEdit, countDocumentos, nextWords, refusalsOf, sendable, stepsOf } from './progress.ts';

type Importacion = importacion.Importacion;

const route = getRouteApi('/excel');
const title = 'Generar, Firmar y Enviar XML desde Excel';
const pollWhileProcessingMs = 1_000;
const pollWhileWorkingMs = 15_000; // events carry the changes; this only heals what they might miss

/** From a workbook to accepted e-CFs. What is open stands in the address: it survives a reload. */
export function ExcelScreen() {
  const { id } = route.useSearch();
  const navigate = route.useNavigate();
  const [withDate, setWithDate] = useState(true);
  const { data, error } = useQuery({
    queryKey: ['importaciones', id],
    queryFn: ({ signal }) => readImportacion({ params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    structuralSharing: false, // thousands of rows: comparing them all costs more than drawing those in sight
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (data.estado === 'procesando') return pollWhileProcessingMs;
      return data.enCurso.firmar + data.enCurso.enviar > 0 ? pollWhileWorkingMs : false;
    },
  });

  const form = (
    <WorkbookForm open={data} onCreated={(created) => navigate({ search: { id: created } })}>
      <Checkbox
        label="Agregar Fecha y Hora de Firma"
        description="Pone la hora de la firma aunque el libro traiga una"
        checked={withDate}
        onChange={(event) => setWithDate(event.currentTarget.checked)}
      />
    </WorkbookForm>
  );

  if (data) return <OpenImport importacion={data} withDate={withDate} form={form} />;
  return (
    <>
      <PageHeader title={title} facts="Suba un libro de Excel y siga cada comprobante hasta la respuesta de la DGII." />
      <Toolbar />
      <div className={card.stack}>
        {form}
        {id === undefined ? (
          <RecentImports
            empty={
              <EmptyState
                title="Aquí verá los libros que procese"
                detail="Elija arriba un libro de Excel, o descargue el de muestra, y pulse Procesar Excel: cada comprobante se sigue desde aquí."
              />
            }
          />
        ) : error ? (
          <EmptyState title="No se pudo abrir esta importación" detail={messageOf(error)}>
            <Button onClick={() => navigate({ search: {} })}>Ver las importaciones recientes</Button>
          </EmptyState>
        ) : (
          <div className={card.card}>
            <Skeleton rows={8} />
          </div>
        )}
      </div>
    </>
  );
}

/** The authority at the left; at the right, what can be done with the whole workbook. */
const Toolbar = ({ children }: { children?: ReactNode }) => (
  <div className={styles.toolbar}>
    <AuthPanel />
    {children && <div className={styles.actions}>{children}</div>}
  </div>
);

type Opened =
  | { kind: 'edit'; documento: string; fault?: ErrorDeDocumento }
  | { kind: 'answer' | 'xml'; documento: string };

interface OpenProps {
  importacion: Importacion;
  withDate: boolean;
  form: ReactNode;
}

function OpenImport({ importacion, withDate, form }: OpenProps) {
  const { id, archivo, documentos, estado, enCurso } = importacion;
  const client = useQueryClient();
  const { production } = useSesion();
  const autoridad = useAutoridad();
  const { available, simulated, authenticated, noEmite } = autoridad;
  const [opened, setOpened] = useState<Opened>();
  const counts = useMemo(() => countDocumentos(documentos), [documentos]);
  const steps = stepsOf(importacion, counts);

  const held = useCallback(
    (change: (held: Importacion) => Importacion) =>
      client.setQueryData<Importacion>(['importaciones', id], (now) => now && change(now)),
    [client, id],
  );
  const patch = (documento: ResumenDocumento) => held((now) => patchImportacion(now, [documento]));

  const sign = useMutation({
    mutationFn: (ids?: string[]) =>
      signImportacion({ params: { id }, body: { ...(ids && { ids }), agregarFechaHoraFirma: withDate } }),
    onSuccess: ({ firmar }, ids) => held((now) => askedFor(now, ids, 'firmar', firmar)),
  });
  const send = useMutation({
    mutationFn: (ids?: string[]) => sendImportacion({ params: { id }, body: ids ? { ids } : {} }),
    onSuccess: ({ enviar }, ids) => held((now) => askedFor(now, ids, 'enviar', enviar)),
  });
  const download = useMutation({ mutationFn: downloadXml });
  const failed = [sign, send, download].find((mutation) => mutation.isError);

  // What has just been asked for is under way before the server says how much it is.
  const asked = { firmar: enCurso.firmar + Number(sign.isPending), enviar: enCurso.enviar + Number(send.isPending) };
  const refusals = refusalsOf(counts, { estado, enCurso: asked }, autoridad);

  const { mutate: signSome } = sign;
  const { mutate: sendSome } = send;
  const { mutate: downloadOne } = download;
  const actions = useMemo<RowActions>(
    () => ({
      sign: (documento) => signSome([documento.id]),
      send: (documento) => sendSome([documento.id]),
      edit: (documento, fault) => setOpened({ kind: 'edit', documento: documento.id, ...(fault && { fault }) }),
      answer: (documento) => setOpened({ kind: 'answer', documento: documento.id }),
      view: (documento) => setOpened({ kind: 'xml', documento: documento.id }),
      download: downloadOne,
    }),
    [signSome, sendSome, downloadOne],
  );

  const editable = useMemo(() => documentos.filter(canEdit), [documentos]);
  const firstToEdit = editable.find(({ errores }) => errores.length > 0) ?? editable[0];
  const editRefusal = noEmite ?? (firstToEdit ? undefined : 'Ya no queda ningún comprobante sin enviar');
  const toSend = sendable(counts, autoridad);
  const signAll = `Firmar ${formatCounted(counts.firmables, 'comprobante')}`;
  const sendAll = `Enviar ${formatCounted(toSend, 'comprobante')}`;
  useCommands(
    useMemo(
      () => [
        ...(refusals.firmar ? [] : [{ nombre: signAll, run: () => signSome(undefined) }]),
        // In production sending asks first, so it is left to its button.
        ...(refusals.enviar || production ? [] : [{ nombre: sendAll, run: () => sendSome(undefined) }]),
      ],
      [refusals.firmar, refusals.enviar, production, signAll, sendAll, signSome, sendSome],
    ),
  );

  const documento = opened && documentos.find((one) => one.id === opened.documento);
  const close = () => setOpened(undefined);

  return (
    <>
      <PageHeader
        title={title}
        facts={[
          archivo,
          formatCounted(counts.total - counts.rfce, 'e-CF', 'e-CF'),
          formatCounted(counts.rfce, 'RFCE', 'RFCE'),
        ]}
      >
        {counts.enviados > 0 && (
          <Button renderRoot={(props) => <Link {...props} to="/facturas" search={{ todas: true }} />}>
            Ver en Facturas Emitidas
          </Button>
        )}
      </PageHeader>
      <Toolbar>
        <Button
          disabled={editRefusal !== undefined}
          title={editRefusal ?? 'Editar el XML de los comprobantes aún no enviados'}
          onClick={() => firstToEdit && actions.edit(firstToEdit)}
        >
          Editar XML
        </Button>
        <Button
          variant={refusals.firmar === undefined ? 'filled' : 'default'}
          disabled={refusals.firmar !== undefined}
          loading={sign.isPending}
          title={refusals.firmar ?? signAll}
          onClick={() => signSome(undefined)}
        >
          Firmar Todos{counts.firmables > 0 && ` · ${formatCount(counts.firmables)}`}
        </Button>
        <ConfirmButton
          variant={refusals.enviar === undefined && refusals.firmar !== undefined ? 'filled' : 'default'}
          disabled={refusals.enviar !== undefined}
          loading={send.isPending}
          title={refusals.enviar ?? sendAll}
          onConfirm={() => sendSome(undefined)}
          question={
            production
              ? {
                  title: `${sendAll} en PRODUCCIÓN`,
                  detail: 'Serán comprobantes fiscales válidos ante la DGII. Un envío no se puede deshacer.',
                  confirm: `${sendAll} en PRODUCCIÓN`,
                }
              : undefined
          }
        >
          Enviar Todos{toSend > 0 && ` · ${formatCount(toSend)}`}
        </ConfirmButton>
      </Toolbar>
      <div className={card.stack}>
        {form}
        {failed && (
          <Banner title={failureTitle(failed.error)} onDismiss={() => failed.reset()}>
            {messageOf(failed.error)}
          </Banner>
        )}
        {!available && (
          <Banner tone="warn" title="La DGII no responde">
            Lo pendiente se enviará cuando vuelva. No tiene que hacer nada.
          </Banner>
        )}
        <ProgressCard steps={steps} next={nextWords(counts, refusals, estado)} />
        <ImportStats counts={counts} />
        <FaultsPanel importacion={importacion} actions={actions} />
        {documentos.length > 0 && (
          <DocumentTables documentos={documentos} authority={{ simulated, authenticated, noEmite }} actions={actions} />
        )}
        <ConsumerDownloads documentos={documentos} onDownload={actions.download} />
      </div>
      <Suspense>
        {documento && opened.kind === 'answer' && <AnswerModal documento={documento} onClose={close} />}
        {documento && opened.kind === 'xml' && <XmlModal documento={documento} onClose={close} />}
        {documento && opened.kind === 'edit' && (
          <EditModal
            documento={documento}
            editable={editable}
            fault={opened.fault}
            onChoose={(chosen) => setOpened({ kind: 'edit', documento: chosen })}
            onSaved={patch}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

const failureTitle = (error: unknown): string =>
  error instanceof Refusal ? 'No se pudo hacer' : 'Sin respuesta del servidor';
