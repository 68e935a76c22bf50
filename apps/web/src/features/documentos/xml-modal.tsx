import { useQuery } from '@tanstack/react-query';
import { messageOf, Refusal } from '../../lib/api.ts';
import { indentXml } from '../../lib/indent-xml.ts';
import { patchDocumentos } from '../../lib/patch-documentos.ts';
import { TextModal } from '../../ui/text-modal.tsx';
import { toast } from '../../ui/toast.tsx';
import { type DocumentoRef, downloadXml, readXml } from './api.ts';

/** The XML of a document, indented for display. Copy and download use the signed bytes. */
export function XmlModal({ documento, onClose }: { documento: DocumentoRef; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['documentos', documento.id, 'xml'],
    meta: { live: { documento: patchDocumentos } },
    queryFn: async ({ signal }) => (await readXml({ params: { id: documento.id }, signal })).blob.text(),
  });
  return (
    <TextModal
      title={`XML de ${documento.eNCF}`}
      language="xml"
      text={data && indentXml(data)}
      exact={data}
      failure={error ? failureOf(error) : undefined}
      onDownload={() => void save(documento)}
      onClose={onClose}
    />
  );
}

const failureOf = (error: unknown): string =>
  error instanceof Refusal && error.problem.code === 'recurso/no-encontrado'
    ? 'No se encontró el XML para esta factura.'
    : messageOf(error);

async function save(documento: DocumentoRef): Promise<void> {
  try {
    toast(`Archivo ${await downloadXml(documento)} descargado correctamente.`);
  } catch (error) {
    toast(`Error al descargar el archivo XML: ${messageOf(error)}`, 'bad');
  }
}
