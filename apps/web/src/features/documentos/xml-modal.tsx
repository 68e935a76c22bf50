import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { type DocumentoRef, downloadXml, readXml } from './api.ts';
import { indentXml } from './indent-xml.ts';
import { TextModal } from './text-modal.tsx';

/** The exact XML of a document, shown on lines; it is copied and downloaded as it was signed. */
export function XmlModal({ documento, onClose }: { documento: DocumentoRef; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['documentos', documento.id, 'xml'],
    queryFn: async ({ signal }) => (await readXml({ params: { id: documento.id }, signal })).blob.text(),
  });
  return (
    <TextModal
      title={`XML de ${documento.eNCF}`}
      text={data && indentXml(data)}
      exact={data}
      failure={error ? messageOf(error) : undefined}
      onDownload={() => void downloadXml(documento)}
      onClose={onClose}
    />
  );
}
