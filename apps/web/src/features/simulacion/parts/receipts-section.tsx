import type { importacion } from '@timbre/contract';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useCommands } from '../../../lib/commands.ts';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ProgressCard } from '../../../ui/progress-card.tsx';
import { RehearsalNotice } from '../../autoridad/shared.ts';
import { ImportDialogs, ImportFaults, ImportStats, type Opened } from '../../importacion/shared.ts';
import { FullInvoices } from '../../piloto/shared.tsx';
import { acceptedSummaries, type Fila, nextWords } from '../receipts.ts';
import styles from '../simulacion.module.css';
import type { Batch } from '../use-batch.ts';
import type { Messages } from '../use-messages.ts';
import { useReceiptWork } from '../use-receipt-work.ts';
import { type ReceiptActions, ReceiptsTable } from './receipts-table.tsx';

const JsonDialog = lazyPart(async () => (await import('./json-dialog.tsx')).JsonDialog, 'dialog');

interface Props {
  importacion: importacion.Importacion;
  messages: Messages;
  batch: Batch;
  /** Why nothing can be done with the receipts now. */
  lock: string | undefined;
  refresh: () => Promise<void>;
}

/** The receipts: their figures, their progress, their faults, and the actions on each and on all. */
export function Receipts({ importacion, messages, batch, lock, refresh }: Props) {
  const work = useReceiptWork(importacion, messages, batch, refresh);
  const { counts, autoridad, toSend, isForReal, of, download } = work;
  const { rehearsing, simulated, authenticated, noEmite } = autoridad;
  const [opened, setOpened] = useState<Opened>();
  const [json, setJson] = useState<Fila>();
  const heading = useRef<HTMLElement>(null);

  const latest = useRef(work);
  latest.current = work;
  const actions = useMemo<ReceiptActions>(
    () => ({
      view: (documento) => setOpened({ kind: 'xml', documento }),
      json: setJson,
      settle: (documento) => setOpened({ kind: 'settle', documento }),
      edit: (documento, fault) => setOpened({ kind: 'edit', ...(documento && { documento }), ...(fault && { fault }) }),
      answer: (documento) => setOpened({ kind: 'answer', documento }),
      sign: (documento) => void latest.current.sign(documento),
      send: (documento) => void latest.current.send(documento),
      download: (documento) => latest.current.download.mutate(documento),
      // The removed row takes the focus with it, so the focus moves to the heading.
      remove: (documento) => void latest.current.remove(documento).then(() => heading.current?.focus()),
    }),
    [],
  );

  const refusal = noEmite ?? lock;
  const sendAllWords = `Enviar ${formatCounted(toSend, 'comprobante')}`;
  const mayAct = refusal === undefined;
  useCommands(
    useMemo(
      () => [
        ...(mayAct ? [{ nombre: 'Firmar todos los comprobantes', run: () => void latest.current.signAll() }] : []),
        // For real, sending requires confirmation, so only its button offers it.
        ...(mayAct && !isForReal
          ? [{ nombre: 'Enviar todos los comprobantes', run: () => void latest.current.sendAll() }]
          : []),
      ],
      [mayAct, isForReal],
    ),
  );

  return (
    <section ref={heading} className={`${card.stack} ${styles.section}`} tabIndex={-1} aria-label="Comprobantes">
      {rehearsing && work.isRehearsed && <RehearsalNotice onForget={work.forget} />}
      <ImportStats counts={counts} reading={false} rehearsing={rehearsing} />
      <ProgressCard steps={work.steps.slice(-2)} next={`${rehearsing ? 'Ensayo · ' : ''}${nextWords(counts)}`} />
      <FailureNotice title="Error al descargar el archivo XML:" error={download.error} onDismiss={download.reset} />
      {!rehearsing && <FullInvoices completas={acceptedSummaries(importacion)} de="simulacion" />}
      <ImportFaults {...{ of, importacion, actions }} spared="no necesita generarlos otra vez" />
      <Panel
        title={`Comprobantes procesados · ${formatCount(counts.total - counts.rfce)}`}
        note={lock}
        actions={
          <>
            <ActionButton
              variant={counts.firmables > 0 ? 'filled' : 'default'}
              disabled={refusal !== undefined}
              loading={batch.running === 'signing'}
              title={refusal}
              onClick={() => void work.signAll()}
            >
              Firmar todos{counts.firmables > 0 && ` · ${formatCount(counts.firmables)}`}
            </ActionButton>
            <ConfirmButton
              variant={counts.firmables === 0 && toSend > 0 ? 'filled' : 'default'}
              disabled={refusal !== undefined}
              loading={batch.running === 'sending'}
              title={refusal ?? sendAllWords}
              onConfirm={() => void work.sendAll()}
              question={
                isForReal && toSend > 0
                  ? {
                      title: `${sendAllWords} en PRODUCCIÓN`,
                      detail: 'Serán comprobantes fiscales válidos ante la DGII. Un envío no se puede deshacer.',
                      confirm: `${sendAllWords} en PRODUCCIÓN`,
                    }
                  : undefined
              }
            >
              Enviar todos{toSend > 0 && ` · ${formatCount(toSend)}`}
            </ConfirmButton>
          </>
        }
      >
        <ReceiptsTable
          {...{ of, importacion, actions }}
          authority={{ simulated, authenticated, noEmite }}
          lock={refusal}
          reasons={work.reasons}
          busyIds={work.busyIds}
        />
      </Panel>
      <ImportDialogs id={importacion.id} opened={opened} onOpen={setOpened} onChanged={work.refresh} />
      <Suspense>{json && <JsonDialog documento={json} onClose={() => setJson(undefined)} />}</Suspense>
    </section>
  );
}
