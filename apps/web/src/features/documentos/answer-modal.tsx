import { useQuery } from '@tanstack/react-query';
import type { ResumenDocumento } from '@timbre/contract';
import { messageOf } from '../../lib/api.ts';
import { saveFile } from '../../lib/files.ts';
import { formatMoment } from '../../lib/format.ts';
import { patchDocumentos } from '../../lib/patch-documentos.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextModal } from '../../ui/text-modal.tsx';
import styles from './answer-modal.module.css';
import { readDocumento } from './api.ts';
import { operationWords, resultWords } from './attempt-words.ts';
import { MessageBanners } from './message-banners.tsx';

/** The authority's responses about a document: the messages of each attempt, and the complete response as JSON. */
export function AnswerModal({ documento, onClose }: { documento: ResumenDocumento; onClose: () => void }) {
  const { id, eNCF, rncEmisor } = documento;
  const { data, error } = useQuery({
    queryKey: ['documentos', id],
    meta: { live: { documento: patchDocumentos } },
    queryFn: ({ signal }) => readDocumento({ params: { id }, signal }),
  });
  const text = data && JSON.stringify(data, null, 2);
  return (
    <TextModal
      title={`Respuesta de la DGII · ${eNCF}`}
      language="json"
      text={text}
      failure={error ? `Error al consultar estado: ${messageOf(error)}` : undefined}
      onDownload={() => saveFile({ blob: new Blob([text ?? '']), name: undefined }, `${rncEmisor}${eNCF}.json`)}
      onClose={onClose}
    >
      <div className={styles.messages}>
        {data?.estado === 'sin_confirmar' && (
          <Banner tone="warn" title="Sin confirmar">
            Se envió y no hay respuesta confirmada de la DGII: un envío anterior pudo haber llegado.
          </Banner>
        )}
        {data?.asentadoPor && (
          <Banner tone="info" title="Respuesta registrada a mano">
            {`La registró ${data.asentadoPor} según el portal de la DGII.`}
          </Banner>
        )}
        {data && <MessageBanners estado={data.estado} mensajes={data.mensajes} />}
      </div>
      {data && data.intentos.length > 0 && (
        <>
          <h3 className={styles.subtitle}>Intentos</h3>
          <ol className={styles.attempts}>
            {data.intentos.map(({ numero, iniciado, respuesta, ...attempt }) => (
              <li key={numero}>
                <header>
                  <b>
                    {numero}. {operationWords(attempt)}
                  </b>
                  <span>
                    {formatMoment(iniciado)} · {resultWords(attempt)}
                  </span>
                </header>
                {respuesta && <pre>{respuesta}</pre>}
              </li>
            ))}
          </ol>
        </>
      )}
      {data && <h3 className={styles.subtitle}>Respuesta JSON</h3>}
    </TextModal>
  );
}
