import type { documentos } from '@timbre/contract';
import { saveFile } from '../../lib/files.ts';
import { toast } from '../../ui/toast.tsx';
import { TextModal } from './text-modal.tsx';

/** The tree of a document as JSON, with the names of its XML. */
export function JsonModal({ documento, onClose }: { documento: documentos.Documento; onClose: () => void }) {
  const { eNCF, rncEmisor, json } = documento;
  const text = json === null ? undefined : JSON.stringify(json, null, 2);
  const name = `${rncEmisor}${eNCF}.json`;
  return (
    <TextModal
      title={`JSON de ${eNCF}`}
      language="json"
      text={text}
      failure={json === null ? 'No se encontró el JSON para esta factura.' : undefined}
      onDownload={() => {
        void saveFile({ blob: new Blob([text ?? ''], { type: 'application/json' }), name: undefined }, name);
        toast(`Archivo ${name} descargado correctamente.`);
      }}
      onClose={onClose}
    />
  );
}
