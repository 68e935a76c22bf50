import { featureConstants } from '@timbre/contract/tables';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProgressCard } from '../../ui/progress-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { WorkbookForm } from '../../ui/workbook-form.tsx';
import { HiddenRows } from '../../ui/workbook-notes.tsx';
import { RehearsalNotice, useRehearsalMode } from '../autoridad/shared.ts';
import { type Activity, useActivityLog } from './activity.ts';
import type { Aprobacion } from './api.ts';
import { ActivityLog } from './parts/activity-log.tsx';
import { ApprovalActions } from './parts/approval-actions.tsx';
import styles from './parts/approval-card.module.css';
import { ApprovalCard } from './parts/approval-card.tsx';
import { ColumnsHelp } from './parts/columns-help.tsx';
import { answerWords, counted, nextWords, stepsOf, type Totales } from './progress.ts';
import { type ApprovalWork, useApprovalWork } from './use-approval-work.ts';
import { usePages } from './use-pages.tsx';
import { title } from './words.ts';

/** How long a message stays. It remains in the activity log. @source specification 001 §9 */
const messageMs = 5_000;

/**
 * The commercial approvals of a workbook: loaded, signed and sent. Each user, company and environment has its own log.
 */
export function AprobacionScreen() {
  const { userId, rncEmisor, ambiente } = useSesion();
  const { on: rehearsing } = useRehearsalMode();
  const logKey = `${userId}/${rncEmisor}/${ambiente}`;
  return <Approvals key={`${logKey}/${rehearsing}`} logKey={logKey} rehearsing={rehearsing} />;
}

const nothing: Totales = {
  total: 0,
  firmados: 0,
  enviados: 0,
  pendientes: 0,
  conErrores: 0,
  aceptadas: 0,
  rechazadas: 0,
  sinConfirmar: 0,
};

function Approvals({ logKey, rehearsing }: { logKey: string; rehearsing: boolean }) {
  const { log, add } = useActivityLog(logKey);
  const [message, setMessage] = useState<Activity>();
  const [loading, setLoading] = useState(false);
  const work = useApprovalWork((words, tone) => {
    add(words, tone);
    setMessage({ at: Date.now(), words, tone });
  });
  const {
    aprobaciones,
    totales = nothing,
    error,
    refetch,
    pager,
    toFirstPage,
  } = usePages(rehearsing, (words) => add(words, 'info'));
  const { total, firmados, enviados, pendientes, conErrores } = totales;

  useEffect(() => {
    if (message === undefined) return;
    const timer = setTimeout(() => setMessage(undefined), messageMs);
    return () => clearTimeout(timer);
  }, [message]);

  async function upload(workbook: File, filasOcultas?: 'leer' | 'omitir') {
    setLoading(true);
    try {
      await work.load(workbook, filasOcultas);
      toFirstPage();
    } catch (failure) {
      add(`${workbook.name}: ${messageOf(failure)}`, 'bad');
      throw failure;
    } finally {
      setLoading(false);
    }
  }

  const named = (name: string) => (rehearsing ? `${name} · ensayo` : name);
  const steps = stepsOf(totales, { loading, signing: work.signing, sending: work.sending });
  return (
    <>
      <PageHeader
        title={title}
        facts={
          total > 0
            ? [counted(total), `${formatCount(enviados)} ${enviados === 1 ? 'enviada' : 'enviadas'}`]
            : 'Suba el libro de aprobaciones y siga cada una hasta la respuesta de la DGII.'
        }
      />
      <ApprovalActions totales={totales} work={work} />
      <div className={card.stack}>
        {rehearsing && <RehearsalNotice onForget={firmados > 0 ? work.forget : undefined} />}
        {aprobaciones === undefined && !error ? (
          <Skeleton height={72} />
        ) : (
          <WorkbookForm
            submit="Procesar Excel"
            another={total > 0 ? 'Procesar otro libro' : undefined}
            maxBytes={featureConstants.aprobacionComercial.limitesDeAprobaciones.bytes}
            refusal={work.autoridad.noEmite}
            onUpload={(workbook) => upload(workbook)}
            failureOf={messageOf}
          >
            {total > 0 && 'Otro libro reemplaza las aprobaciones no enviadas y las rechazadas.'}
          </WorkbookForm>
        )}
        {work.book && (
          <HiddenRows
            count={work.book.ocultas}
            readsHidden={work.book.readsHidden}
            onReadHidden={(wanted) => upload(work.book!.workbook, wanted ? 'leer' : 'omitir').catch(() => undefined)}
          />
        )}
        {message && (
          <Banner tone={message.tone} onDismiss={() => setMessage(undefined)}>
            {message.words}
          </Banner>
        )}
        <ProgressCard steps={steps} next={`${rehearsing ? 'Ensayo · ' : ''}${nextWords(totales)}`} />
        <StatGrid>
          <StatCard name="Total" value={formatCount(total)} note="" />
          <StatCard name={named('Firmados')} value={formatCount(firmados)} note="" />
          <StatCard name={named('Enviados')} value={formatCount(enviados)} note={answerWords(totales)} />
          <StatCard
            name={named('Pendientes')}
            value={formatCount(pendientes)}
            note={conErrores > 0 ? `${formatCount(conErrores)} con errores` : ''}
          />
        </StatGrid>
        {error && <LoadFailure title="No se pudieron leer las aprobaciones." error={error} onRetry={refetch} />}
        {aprobaciones === undefined ? (
          !error && <Skeleton rows={6} height={120} />
        ) : (
          <List {...{ aprobaciones, work, totales, pager }} />
        )}
        <ActivityLog log={log} />
      </div>
    </>
  );
}

interface ListProps {
  aprobaciones: readonly Aprobacion[];
  work: ApprovalWork;
  totales: Totales;
  pager: ReturnType<typeof usePages>['pager'];
}

const dropDetail = 'Se quitan las que no se han enviado y las que la DGII rechazó';

/** The cards of a page, or the columns of a workbook if there are none. */
function List({ aprobaciones, work, totales: { total, pendientes, rechazadas }, pager }: ListProps) {
  const { noEmite } = work.autoridad;
  if (total === 0) {
    return (
      <section className={card.card} aria-label="Aprobaciones">
        <ColumnsHelp />
      </section>
    );
  }
  return (
    <>
      <Panel
        title={`Aprobaciones · ${formatCount(total)}`}
        actions={
          (pendientes > 0 || rechazadas > 0) && (
            <ConfirmButton
              size="compact-sm"
              variant="subtle"
              disabled={noEmite !== undefined}
              title={noEmite ?? dropDetail}
              onConfirm={work.drop}
              question={{
                title: 'Quitar las aprobaciones no enviadas',
                detail: `${dropDetail}. El libro de Excel puede procesarse de nuevo.`,
                confirm: 'Quitar las no enviadas',
              }}
            >
              Quitar las no enviadas
            </ConfirmButton>
          )
        }
      >
        {pager}
      </Panel>
      <ul className={styles.list} aria-label="Aprobaciones">
        {aprobaciones.map((aprobacion) => (
          <li key={aprobacion.id}>
            <ApprovalCard aprobacion={aprobacion} work={work} />
          </li>
        ))}
      </ul>
    </>
  );
}
