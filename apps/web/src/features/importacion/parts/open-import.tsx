import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { importacion } from '@timbre/contract';
import { featureMenu } from '@timbre/contract/tables';
import { type ReactNode, useMemo, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatCounted } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ProgressCard } from '../../../ui/progress-card.tsx';
import { RehearsalNotice } from '../../autoridad/shared.ts';
import { nextWords } from '../progress.ts';
import { useImportWork } from '../use-import-work.ts';
import { ConsumerDownloads } from './consumer-downloads.tsx';
import { DocumentTables, type RowActions } from './document-tables.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportDialogs, type Opened } from './import-dialogs.tsx';
import { ImportStats } from './import-stats.tsx';
import { ImportFaults } from './lazy-faults.tsx';

interface Props {
  importacion: importacion.Importacion;
  /** Signing sets the date of the signature. */
  withDate: boolean;
  form: ReactNode;
  /** The user has just uploaded this workbook. */
  justCreated: boolean;
}

/** A workbook that was read: its documents, their progress, and the actions on them. */
export function OpenImport({ importacion, withDate, form, justCreated }: Props) {
  const { id, archivo, estado } = importacion;
  const work = useImportWork(importacion, withDate);
  const { counts, steps, refusals, autoridad, failed, refresh } = work;
  const { rehearsing, simulated, authenticated, noEmite } = autoridad;
  const of = useMemo(() => ({ id, ensayo: rehearsing }), [id, rehearsing]);
  const [opened, setOpened] = useState<Opened>();

  const { mutate: signSome } = work.sign;
  const { mutate: sendSome } = work.send;
  const { mutate: downloadOne } = work.download;
  const actions = useMemo<RowActions>(
    () => ({
      sign: (documento) => signSome({ ids: [documento.id] }),
      send: (documento) => sendSome([documento.id]),
      edit: (documento, fault) => setOpened({ kind: 'edit', ...(documento && { documento }), ...(fault && { fault }) }),
      answer: (documento) => setOpened({ kind: 'answer', documento }),
      settle: (documento) => setOpened({ kind: 'settle', documento }),
      view: (documento) => setOpened({ kind: 'xml', documento }),
      download: downloadOne,
    }),
    [signSome, sendSome, downloadOne],
  );

  return (
    <>
      <PageHeader
        title={featureMenu.importacion.titulo}
        facts={[
          archivo,
          formatCounted(counts.total - counts.rfce, 'e-CF', 'e-CF'),
          formatCounted(counts.rfce, 'RFCE', 'RFCE'),
        ]}
      >
        {counts.enviados > 0 && !rehearsing && (
          <Button renderRoot={(props) => <Link {...props} to="/facturas" search={{ todas: true }} />}>
            Ver en Facturas Emitidas
          </Button>
        )}
      </PageHeader>
      <ImportActions work={work} onEdit={() => actions.edit()} justCreated={justCreated} />
      <div className={card.stack}>
        {rehearsing && <RehearsalNotice onForget={work.isRehearsed ? work.forget : undefined} />}
        {form}
        {failed && (
          <Banner title={failed.title} onDismiss={() => failed.reset()}>
            {messageOf(failed.error)}
          </Banner>
        )}
        <ProgressCard steps={steps} next={`${rehearsing ? 'Ensayo · ' : ''}${nextWords(counts, refusals, estado)}`} />
        <ImportStats counts={counts} reading={estado === 'procesando'} rehearsing={rehearsing} />
        <ImportFaults of={of} importacion={importacion} actions={actions} />
        {counts.total > 0 && (
          <DocumentTables
            of={of}
            cuentas={importacion.cuentas}
            authority={{ simulated, authenticated, noEmite }}
            actions={actions}
          />
        )}
        <ConsumerDownloads of={of} emisores={importacion.emisores} onDownload={actions.download} />
      </div>
      <ImportDialogs id={id} opened={opened} onOpen={setOpened} onChanged={refresh} />
    </>
  );
}
