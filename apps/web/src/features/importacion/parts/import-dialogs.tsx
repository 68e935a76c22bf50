import type { ErrorDeDocumento, ResumenDocumento } from '@timbre/contract';
import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { AnswerModal, EditModal, SettleModal, XmlModal } from '../../documentos/modals.ts';
import { realOf, type Shown } from '../rehearsal.ts';

const RehearsalAnswer = lazyPart(async () => (await import('./rehearsal-answer.tsx')).RehearsalAnswer, 'dialog');

/** A dialog about one document of the import, with the document's id. */
export type Opened =
  | { kind: 'edit'; documento: string; fault?: ErrorDeDocumento }
  | { kind: 'answer' | 'xml' | 'settle'; documento: string };

interface Props {
  opened: Opened | undefined;
  documentos: readonly Shown[];
  editable: readonly ResumenDocumento[];
  onOpen: (opened: Opened | undefined) => void;
  /** Called with a document that was changed in the dialog. */
  onChanged: (documento: ResumenDocumento) => void;
}

/** Renders the open dialog, if there is one. */
export function ImportDialogs({ opened, documentos, editable, onOpen, onChanged }: Props) {
  const documento = opened && documentos.find((one) => one.id === opened.documento);
  if (!documento) return null;
  const Answer = documento.real ? RehearsalAnswer : AnswerModal;
  const close = () => onOpen(undefined);
  return (
    <Suspense>
      {opened.kind === 'answer' && <Answer documento={documento} onClose={close} />}
      {opened.kind === 'settle' && <SettleModal documento={documento} onSettled={onChanged} onClose={close} />}
      {opened.kind === 'xml' && <XmlModal documento={documento} onClose={close} />}
      {opened.kind === 'edit' && (
        <EditModal
          documento={realOf(documento)}
          editable={editable}
          fault={opened.fault}
          onChoose={(chosen) => onOpen({ kind: 'edit', documento: chosen })}
          onSaved={onChanged}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
