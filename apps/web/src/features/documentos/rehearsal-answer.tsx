import type { importacion } from '@timbre/contract';
import { saveFile } from '../../lib/files.ts';
import { formatCounted } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextModal } from '../../ui/text-modal.tsx';
import { MessageBanners } from './message-banners.tsx';

/** The built-in authority's response about a document in the rehearsal. */
export function RehearsalAnswer({
  documento,
  onClose,
}: {
  documento: importacion.FilaDeImportacion;
  onClose: () => void;
}) {
  const { eNCF, rncEmisor, estado, trackId, secuenciaUtilizada, mensajes, errores, masMensajes } = documento;
  const text = JSON.stringify({ ensayo: true, eNCF, estado, trackId, secuenciaUtilizada, mensajes, errores }, null, 2);
  return (
    <TextModal
      title={`Respuesta del ensayo · ${eNCF}`}
      language="json"
      text={text}
      onDownload={() => saveFile({ blob: new Blob([text]), name: undefined }, `ensayo-${rncEmisor}${eNCF}.json`)}
      onClose={onClose}
    >
      <Banner tone="info" title="ENSAYO">
        La respuesta es de la DGII integrada en Timbre: este comprobante no se ha enviado.
      </Banner>
      <MessageBanners estado={estado} mensajes={mensajes} />
      {masMensajes > 0 && <Banner tone="info">{`Y ${formatCounted(masMensajes, 'mensaje')} más.`}</Banner>}
    </TextModal>
  );
}
