import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { datoDondeSeCompleta, featureMenu } from '@timbre/contract/tables';
import { isTipoECF, type TipoECF } from '@timbre/values';
import { useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { formatMoment } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import form from '../../ui/form.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.tsx';
import { RefusedRange } from '../rangos/shared.tsx';
import { deleteBorrador, issue } from './api.ts';
import styles from './borradores.module.css';
import { reasonsOf, tipoPath } from './draft.ts';
import type { DraftJudge } from './draft-judge.ts';
import type { Saved } from './draft-saver.ts';
import { createDraftStore, DraftProvider, type DraftStore, useDraft } from './draft-store.ts';
import { focusPlace } from './fault-place.ts';
import { inForm } from './fault-words.ts';
import { BuyerPanel } from './parts/buyer-panel.tsx';
import { DraftsButton } from './parts/drafts-button.tsx';
import { FaultsPanel } from './parts/faults-panel.tsx';
import { LinesPanel } from './parts/lines-panel.tsx';
import { MorePanel } from './parts/more-panel.tsx';
import { ReferencePanel } from './parts/reference-panel.tsx';
import { TermsPanel } from './parts/terms-panel.tsx';
import { TotalsPanel } from './parts/totals-panel.tsx';
import { TypeField } from './parts/type-field.tsx';
import { WithholdingPanel } from './parts/withholding-panel.tsx';
import type { Opening } from './search.ts';
import { type Tree, textAt } from './tree.ts';
import { useAutosave, useJudge } from './use-draft-work.ts';

const PreviewDialog = lazyPart(async () => (await import('./parts/preview-dialog.tsx')).PreviewDialog, 'dialog');

interface Props {
  id: string;
  tree: Tree;
  /** Version stored on the server; 0 for none. */
  version: number;
  /** Amount stored on the server, RD$. */
  monto: string;
  /** The draft was stored for the first time. */
  onStored: () => void;
  /** Leaves this draft and opens another. */
  onOpen: (opening: Opening) => void;
}

/** A draft that is being written. Mount again for each. */
export function DraftForm({ tree, ...props }: Props) {
  const [store] = useState(() => createDraftStore(tree));
  const judging = useJudge(store);
  return (
    <DraftProvider value={store}>
      <Form store={store} {...judging} {...props} />
    </DraftProvider>
  );
}

interface FormProps extends Omit<Props, 'tree'> {
  store: DraftStore;
  judge: DraftJudge;
  judgeNow: () => Promise<void>;
}

function Form({ store, judge, judgeNow, id, version, monto, onStored, onOpen }: FormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { noEmite, isForReal } = useSesion();
  const [asking, setAsking] = useState(false);
  const [previewed, setPreviewed] = useState<Tree>();
  const [unjudged, setUnjudged] = useState(false);
  const [isJudging, setJudging] = useState(false);
  const tipo = useTipo();
  const total = useDraft(({ judgement }) => judgement?.totales.MontoTotal);
  const { saved, saveNow, end } = useAutosave(store, judge, { id, version, monto }, () => {
    void client.invalidateQueries({ queryKey: ['borradores'] });
    onStored();
  });

  const emit = useMutation({
    mutationFn: async () => {
      await saveNow();
      const { judgement, tree } = store.state();
      const body = judgement?.body ?? {};
      const motivoRetencion = reasonsOf(tree);
      // The key belongs to the draft: if the response is lost and the request is sent again, no second document is
      // issued.
      return issue({
        body,
        query: motivoRetencion ? { motivoRetencion } : {},
        headers: { 'idempotency-key': `borrador-${id}` },
      });
    },
    onSuccess: async ({ id: documento, eNCF }) => {
      end();
      await deleteBorrador({ params: { id } }).catch(() => undefined); // it may never have been stored
      void client.invalidateQueries({ queryKey: ['borradores'] });
      toast(`${eNCF} emitida. La DGII la recibe ahora.`);
      void navigate({ to: '/facturas', search: { doc: documento } });
    },
    onError: (error) => {
      // A missing range is not a fault of the draft: the banner shows the remedy.
      const faults = error instanceof Refusal && error.problem.rango === undefined ? (error.problem.errores ?? []) : [];
      store.refuse(
        faults.map(({ campo = '', codigo, mensaje, aviso = false, dondeSeCorrige }) =>
          inForm({
            path: campo,
            code: codigo,
            message: mensaje,
            isNotice: aviso,
            dato: datoDondeSeCompleta(dondeSeCorrige),
          }),
        ),
      );
    },
  });

  /** Returns the body to issue. Undefined if it could not be judged or has faults; either is then shown. */
  async function findSound(): Promise<Tree | undefined> {
    emit.reset();
    setJudging(true);
    const isJudged = await judgeNow().then(
      () => true,
      () => false,
    );
    setJudging(false);
    setUnjudged(!isJudged);
    const { judgement } = store.state();
    if (!isJudged || judgement === undefined) return undefined;
    const [first, ...others] = judgement.faults.filter(({ isNotice }) => !isNotice);
    if (first === undefined) return judgement.body;
    store.showAll();
    requestAnimationFrame(() =>
      others.length === 0 ? focusPlace(first.path) : document.getElementById('faltas')?.focus(),
    );
    return undefined;
  }

  async function tryToEmit() {
    if ((await findSound()) === undefined) return;
    if (isForReal) setAsking(true);
    else emit.mutate();
  }

  // Shown above the form and at its end.
  const lastButtons = (
    <>
      <Button onClick={() => void findSound().then(setPreviewed)} onPointerEnter={() => void PreviewDialog.preload()}>
        Vista previa
      </Button>
      <ActionButton
        variant="filled"
        disabled={noEmite !== undefined}
        title={noEmite}
        loading={emit.isPending || isJudging}
        onClick={() => void tryToEmit()}
      >
        Emitir
      </ActionButton>
    </>
  );
  return (
    <>
      <PageHeader title={featureMenu.borradores.titulo} facts={[<SavedFact key="guardado" saved={saved} />]}>
        <DraftsButton id={id} onOpen={onOpen} onDeleted={end} />
        {lastButtons}
      </PageHeader>
      <div className={card.stack}>
        {saved.kind === 'fallo' && (
          <Banner tone="warn" title="El borrador no se guardó.">
            {messageOf(saved.error)}
          </Banner>
        )}
        {unjudged && (
          <Banner title="No se pudo revisar la factura." onDismiss={() => setUnjudged(false)}>
            Verifique su conexión y pulse Emitir otra vez.
          </Banner>
        )}
        <FailureNotice
          title="La factura no se emitió."
          error={emit.error}
          action={<RefusedRange error={emit.error} onRegistered={() => emit.reset()} />}
          onDismiss={emit.reset}
        />
        <FaultsPanel />
        <TypeField />
        {(tipo === '33' || tipo === '34') && <ReferencePanel tipo={tipo} />}
        <div className={styles.columns}>
          <BuyerPanel tipo={tipo} />
          <TermsPanel tipo={tipo} />
        </div>
        <LinesPanel tipo={tipo} />
        <div className={styles.columns}>
          <MorePanel tipo={tipo} />
          <div className={card.stack}>
            <TotalsPanel tipo={tipo} />
            {(tipo === '41' || tipo === '47') && <WithholdingPanel tipo={tipo} />}
          </div>
        </div>
        <div className={form.actions}>
          <Button onClick={() => onOpen({})}>Empezar otra</Button>
          {lastButtons}
        </div>
      </div>
      {previewed && <PreviewDialog body={previewed} onClose={() => setPreviewed(undefined)} />}
      {asking && (
        <ConfirmDialog
          title="Emitir un comprobante fiscal"
          confirm="Emitir en Producción"
          onConfirm={() => emit.mutate()}
          onClose={() => setAsking(false)}
        >
          Se emite por RD$ {total} en Producción y se envía a la DGII. Un comprobante emitido no se borra: se anula con
          una nota de crédito.
        </ConfirmDialog>
      )}
    </>
  );
}

/** The type of the draft. */
function useTipo(): TipoECF {
  const tipo = useDraft((state) => textAt(state.tree, tipoPath));
  return isTipoECF(tipo) ? tipo : '31';
}

function SavedFact({ saved }: { saved: Saved }) {
  if (saved.kind === 'guardando') return <span role="status">Guardando el borrador…</span>;
  if (saved.kind === 'guardado')
    return <span role="status">Borrador guardado {formatMoment(new Date(saved.at).toISOString())}</span>;
  if (saved.kind === 'fallo') return <span role="status">Borrador sin guardar</span>;
  return <span>Se guarda sola mientras la escribe</span>;
}
