import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api.ts';
import { indentXml } from '../../../lib/indent-xml.ts';
import { notLive } from '../../../lib/live-query.ts';
import { TextModal } from '../../../ui/text-modal.tsx';
import { toast } from '../../../ui/toast.tsx';
import { downloadXml, type RecibidaRef, readXml } from '../api.ts';

/** The XML that was received, indented for display. Copy and download use its exact bytes. */
export function XmlDialog({ recibida, onClose }: { recibida: RecibidaRef; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['recibidas', recibida.id, 'xml'],
    meta: notLive,
    queryFn: async ({ signal }) => (await readXml({ params: { id: recibida.id }, signal })).blob.text(),
  });
  async function save() {
    try {
      toast(`Archivo ${await downloadXml(recibida)} descargado correctamente.`);
    } catch {
      toast('Error al descargar el XML.', 'bad');
    }
  }
  return (
    <TextModal
      title={`XML de ${recibida.encF}`}
      language="xml"
      text={data && indentXml(data)}
      exact={data}
      failure={error ? messageOf(error) : undefined}
      onDownload={() => void save()}
      onClose={onClose}
    />
  );
}
