import type { documentos } from '@timbre/contract';
import { saveFile } from '../../lib/files.ts';
import { TextModal } from '../../ui/text-modal.tsx';
import { toast } from '../../ui/toast.tsx';

interface Props {
  documento: Pick<documentos.Documento, 'eNCF' | 'rncEmisor'>;
  /** Undefined while it loads. */
  json: documentos.Documento['json'] | undefined;
  /** Why it could not be loaded. */
  failure: string | undefined;
  onClose: () => void;
}

/** The tree of a document as JSON, with the names of its XML. */
export function JsonModal({ documento: { eNCF, rncEmisor }, json, failure, onClose }: Props) {
  const text = json ? JSON.stringify(json, null, 2) : undefined;
  const name = `${rncEmisor}${eNCF}.json`;
  return (
    <TextModal
      title={`JSON de ${eNCF}`}
      language="json"
      text={text}
      failure={failure}
      onDownload={() => {
        void saveFile({ blob: new Blob([text ?? ''], { type: 'application/json' }), name: undefined }, name);
        toast(`Archivo ${name} descargado correctamente.`);
      }}
      onClose={onClose}
    />
  );
}
