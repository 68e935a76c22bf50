import { useQuery } from '@tanstack/react-query';
import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import { Suspense } from 'react';
import { AnswerModal, EditModal, RehearsalAnswer, SettleModal, XmlModal } from '../../documentos/shared.ts';
import { editableQuery } from '../queries.ts';

type Fila = importacion.FilaDeImportacion;

/** A dialog about one document of the import. The editor without a document opens the first one with errors. */
export type Opened =
  | { kind: 'edit'; documento?: Fila; fault?: ErrorDeDocumento }
  | { kind: 'answer' | 'xml' | 'settle'; documento: Fila };

interface Props {
  /** Id of the import. */
  id: string;
  opened: Opened | undefined;
  onOpen: (opened: Opened | undefined) => void;
  /** Called when a document was changed in the dialog. */
  onChanged: () => void;
}

/** Renders the open dialog, if there is one. */
export function ImportDialogs({ id, opened, onOpen, onChanged }: Props) {
  const { data: editable } = useQuery(editableQuery(id, opened?.kind === 'edit'));
  if (!opened) return null;
  const close = () => onOpen(undefined);
  if (opened.kind === 'edit') {
    const documento = opened.documento ?? editable?.find(({ errores }) => errores.length > 0) ?? editable?.[0];
    if (!documento) return null;
    return (
      <Suspense>
        <EditModal
          documento={asStored(documento)}
          editable={editable ?? []}
          fault={opened.fault}
          onChoose={(chosen) => {
            const documento = editable?.find((one) => one.id === chosen);
            if (documento) onOpen({ kind: 'edit', documento });
          }}
          onSaved={onChanged}
          onClose={close}
        />
      </Suspense>
    );
  }
  const { kind, documento } = opened;
  const Answer = documento.real ? RehearsalAnswer : AnswerModal;
  return (
    <Suspense>
      {kind === 'answer' && <Answer documento={documento} onClose={close} />}
      {kind === 'settle' && <SettleModal documento={documento} onSettled={onChanged} onClose={close} />}
      {kind === 'xml' && <XmlModal documento={documento} onClose={close} />}
    </Suspense>
  );
}

/** A document with its real state, even while its rehearsal is shown. */
const asStored = (documento: Fila): Fila => ({ ...documento, ...documento.real });
