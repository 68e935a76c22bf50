import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { documentos } from '@timbre/contract';
import { estadoNombre, estadosAceptados, isAnnullable, isResendable } from '@timbre/contract/tables';
import { TipoeCF } from '@timbre/ecf';
import { Suspense, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatAmount } from '../../../lib/format.ts';
import { lastError, useMutation } from '../../../lib/mutation.ts';
import { patchDocumentos } from '../../../lib/patch-documentos.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeLink } from '../../../ui/code-link.tsx';
import detail from '../../../ui/detail.module.css';
import { type Fact, FactList } from '../../../ui/detail.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import { toast } from '../../../ui/toast.tsx';
import { TermHelp, type TermName } from '../../ayuda/shared.tsx';
import {
  AnnulModal,
  AnswerModal,
  downloadPdf,
  downloadXml,
  EditModal,
  type Forma,
  formas,
  JsonModal,
  PrintedModal,
  QrModal,
  readDocumento,
  SettleModal,
  XmlModal,
} from '../../documentos/shared.ts';
import { ShareModal } from '../../enlaces/shared.ts';
import { resendDocumento, sendDocumento } from '../api.ts';
import { factsOf, isForeign } from '../facts-of.ts';
import { isOrphan } from '../is-orphan.ts';
import { type Act, explain } from '../verdict.ts';
import { EstadoChip } from './estado-chip.tsx';
import { LinesOf } from './lines-of.tsx';

type Documento = documentos.Documento;

const BuyerSection = lazyPart(async () => (await import('./buyer-section.tsx')).BuyerSection);
const SendModal = lazyPart(async () => (await import('./send-modal.tsx')).SendModal, 'dialog');

interface Props {
  id: string;
  /** The eNCF, if the list has it already. */
  eNCF: string | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Opens another document in the drawer. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** An issued invoice next to the list: its state and the action to take, its parties, lines and responses. */
export function FacturaDrawer({ id, eNCF, onPrevious, onNext, onOpen, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['documentos', id],
    meta: { live: { documento: patchDocumentos } },
    queryFn: ({ signal }) => readDocumento({ params: { id }, signal }),
  });
  const current = data?.id === id ? data : undefined;
  return (
    <Drawer
      title={current?.eNCF ?? eNCF ?? 'Comprobante'}
      noun="comprobante"
      onPrevious={onPrevious}
      onNext={onNext}
      onClose={onClose}
    >
      {error ? (
        <LoadFailure title="No se pudo abrir el comprobante." error={error} onRetry={refetch} />
      ) : current === undefined ? (
        <Skeleton rows={8} label="Cargando comprobante..." />
      ) : (
        <Detail documento={current} onOpen={onOpen} />
      )}
    </Drawer>
  );
}

type Opened =
  | 'pdf'
  | 'xml'
  | 'json'
  | 'qr'
  | 'respuesta'
  | 'corregir'
  | 'confirmar'
  | 'anular'
  | 'correo'
  | 'compartir';

function Detail({ documento, onOpen }: { documento: Documento; onOpen: (id: string) => void }) {
  const [opened, setOpened] = useState<Opened>();
  const { noEmite } = useSesion();
  const { id, eNCF, estado, mensajes } = documento;
  const verdict = explain(eNCF, documento);
  const send = useMutation({
    mutationFn: () => sendDocumento({ params: { id }, body: {} }),
    onSuccess: () => toast('Comprobante en cola de envío.'),
  });
  const resend = useMutation({
    mutationFn: () => resendDocumento({ params: { id }, body: {} }),
    onSuccess: () => toast('Factura reenviada correctamente.'),
  });
  const download = useMutation({
    mutationFn: () => downloadXml(documento),
    onSuccess: (name) => toast(`Archivo ${name} descargado correctamente.`),
  });
  const print = useMutation({
    mutationFn: (forma: Forma) => downloadPdf(documento, forma),
    onSuccess: () => toast('PDF generado correctamente.'),
  });
  const act = (action: Act) => (action === 'enviar' ? send.mutate() : setOpened(action));
  const client = useQueryClient();
  const refresh = () => {
    client.invalidateQueries({ queryKey: ['documentos', id] });
    client.invalidateQueries({ queryKey: ['facturas'] });
  };
  const failure = lastError(send, resend, download, print);

  return (
    <div className={detail.detail}>
      <header className={detail.top}>
        <div>
          <span>{TipoeCF[Number(documento.tipo) as keyof typeof TipoeCF] ?? documento.tipo}</span>
          <b>RD$ {formatAmount(documento.monto)}</b>
        </div>
        <span>
          <EstadoChip estado={estado} anuladaPor={documento.anuladaPor} />
          {termOfEstado[estado] && <TermHelp of={termOfEstado[estado]} />}
        </span>
      </header>

      {verdict && (
        <section className={detail.callout} data-tone={verdict.tone} aria-label="Estado ante la DGII">
          <b>{verdict.title}</b>
          {mensajes.map(({ codigo, valor }) => (
            <blockquote key={`${codigo}${valor}`}>
              {valor} <CodeLink of={codigo} />
            </blockquote>
          ))}
          {verdict.meaning && <p>{verdict.meaning}</p>}
          {verdict.number && <p>{verdict.number}</p>}
          {verdict.todo && (
            <Button
              variant="filled"
              loading={send.isPending}
              disabled={noEmite !== undefined}
              title={noEmite}
              onClick={() => act(verdict.todo!.act)}
            >
              {verdict.todo.words}
            </Button>
          )}
        </section>
      )}
      {failure === resend.error ? (
        <FailureNotice title="Hubo un problema al reenviar la factura." error={failure} />
      ) : failure === print.error ? (
        <Banner>{`Error al generar el PDF: ${messageOf(failure)}`}</Banner>
      ) : (
        <FailureNotice error={failure} />
      )}

      <div className={detail.actions}>
        <Button onClick={() => setOpened('pdf')}>Ver PDF</Button>
        <Menu label="Descargar PDF" trigger="Descargar PDF">
          {(Object.keys(formas) as Forma[]).map((forma) => (
            <MenuItem key={forma} icon={<IconFileTypePdf size={18} />} onClick={() => print.mutate(forma)}>
              {formas[forma]}
            </MenuItem>
          ))}
        </Menu>
        <Button onClick={() => setOpened('xml')}>Ver XML</Button>
        <Button onClick={() => setOpened('json')}>Ver JSON</Button>
        {documento.urlQR && <Button onClick={() => setOpened('qr')}>Ver QR</Button>}
        <Button loading={download.isPending} onClick={() => download.mutate()}>
          Descargar XML
        </Button>
        {isShareable(documento) && <Button onClick={() => setOpened('compartir')}>Compartir</Button>}
        {isMailable(documento) && (
          <Button disabled={noEmite !== undefined} title={noEmite} onClick={() => setOpened('correo')}>
            Enviar por correo
          </Button>
        )}
        <Button onClick={() => setOpened('respuesta')}>Respuesta de la DGII</Button>
        {isResendable(estado) && !isOrphan(documento) && (
          <Button
            loading={resend.isPending}
            disabled={noEmite !== undefined}
            title={noEmite}
            onClick={() => resend.mutate()}
          >
            Reenviar
          </Button>
        )}
        {noEmite === undefined && (
          <Button renderRoot={(props) => <Link {...props} to="/nueva-factura" search={{ copia: id }} />}>
            Duplicar
          </Button>
        )}
        {noEmite === undefined && isModifiable(documento) && (
          <Button renderRoot={(props) => <Link {...props} to="/nueva-factura" search={{ copia: id, tipo: '34' }} />}>
            Nota de crédito
          </Button>
        )}
        {isAnnullable(documento) && (
          <Button disabled={noEmite !== undefined} title={noEmite} onClick={() => setOpened('anular')}>
            Anular
          </Button>
        )}
      </div>

      {replacesContingency(documento) && (
        <p>Reemplaza un comprobante emitido en contingencia: va solo a la DGII, y no se envía al comprador.</p>
      )}
      {isDeliverable(documento) && (
        <Suspense fallback={<Skeleton rows={1} height={110} label="Cargando la entrega..." />}>
          <BuyerSection documento={documento} />
        </Suspense>
      )}
      <Links documento={documento} onOpen={onOpen} />
      <FactList
        of={factsOf(documento).map(([name, value]) => [
          name,
          value,
          termOfFact[name] && <TermHelp key="help" of={termOfFact[name]} />,
        ])}
      />
      <LinesOf json={documento.json} />

      <Suspense>
        {opened === 'pdf' && <PrintedModal documento={documento} onClose={() => setOpened(undefined)} />}
        {opened === 'xml' && <XmlModal documento={documento} onClose={() => setOpened(undefined)} />}
        {opened === 'json' && (
          <JsonModal
            documento={documento}
            json={documento.json}
            failure={documento.json === null ? 'No se encontró el JSON para esta factura.' : undefined}
            onClose={() => setOpened(undefined)}
          />
        )}
        {opened === 'qr' && (
          <QrModal documento={documento} url={documento.urlQR} onClose={() => setOpened(undefined)} />
        )}
        {opened === 'respuesta' && <AnswerModal documento={documento} onClose={() => setOpened(undefined)} />}
        {opened === 'corregir' && (
          <EditModal documento={documento} onSaved={() => send.mutate()} onClose={() => setOpened(undefined)} />
        )}
        {opened === 'anular' && (
          <AnnulModal documento={documento} onAnnulled={refresh} onClose={() => setOpened(undefined)} />
        )}
        {opened === 'correo' && <SendModal documento={documento} onClose={() => setOpened(undefined)} />}
        {opened === 'compartir' && (
          <ShareModal
            documento={documento}
            telefono={telefonoOf(documento)}
            onMail={noEmite === undefined ? () => setOpened('correo') : undefined}
            onPrint={() => setOpened('pdf')}
            onClose={() => setOpened(undefined)}
          />
        )}
        {opened === 'confirmar' && <SettleModal documento={documento} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </div>
  );
}

/** Whether a note may modify it. @source specification 001 §5, "Reference selector" */
const isModifiable = ({ tipo, estado, anuladaPor }: Documento): boolean =>
  (tipo === '31' || tipo === '32') && estadosAceptados.has(estado) && anuladaPor === null;

/**
 * Whether it is sent to the system of its buyer. @source Descripción técnica v1.6, "Emisión: comprobantes",
 * validaciones
 */
const isDeliverable = (documento: Documento): boolean =>
  ['31', '33', '34', '44'].includes(documento.tipo) &&
  estadosAceptados.has(documento.estado) &&
  documento.rncComprador !== null &&
  !isForeign(documento) &&
  !replacesContingency(documento);

/** The telephone of the buyer, as the document has it. */
const telefonoOf = ({ json }: Documento): string | undefined =>
  (json as { Encabezado?: { Comprador?: { TelefonoAdicional?: string } } } | null)?.Encabezado?.Comprador
    ?.TelefonoAdicional;

/** Whether it may have a public link. One that was rejected may have one from before. */
const isShareable = (documento: Documento): boolean =>
  !documento.esRFCE && documento.codigoSeguridad !== null && !replacesContingency(documento);

/** Whether it can be sent by mail. */
const isMailable = (documento: Documento): boolean => isShareable(documento) && documento.estado !== 'rechazado';

/** Such a document is sent only to the DGII. @source Informe técnico e-CF v1.0, §18, p. 49 */
const replacesContingency = ({ json }: Documento): boolean =>
  (json?.InformacionReferencia as { CodigoModificacion?: unknown } | undefined)?.CodigoModificacion === '4';

/** The documents linked with this one. Each opens in place of this one. */
function Links({ documento, onOpen }: { documento: Documento; onOpen: (id: string) => void }) {
  const { anuladaPor, modifica, resumen, resumeA } = documento;
  const links = [
    ['Nota de crédito que la anula', anuladaPor],
    ['Comprobante que modifica', modifica],
    ['Resumen (RFCE) con que se envió', resumen],
    ['Factura que resume', resumeA],
  ] as const;
  const facts = links.flatMap(([name, link]): Fact[] =>
    link
      ? [
          [
            name,
            <>
              <button
                type="button"
                className={`${text.encf} ${text.encfButton} ${text.link}`}
                onClick={() => onOpen(link.id)}
              >
                {link.eNCF}
              </button>{' '}
              · {estadoNombre[link.estado]}
            </>,
          ],
        ]
      : [],
  );
  return facts.length === 0 ? null : <FactList label="Comprobantes enlazados" of={facts} />;
}

/** The terms that explain the states and the facts. */
const termOfEstado: Partial<Record<Documento['estado'], TermName>> = {
  aceptado: 'aceptado',
  aceptado_condicional: 'aceptado condicional',
  rechazado: 'rechazado',
  recibido: 'en proceso',
  en_proceso: 'en proceso',
};
const termOfFact: Readonly<Record<string, TermName>> = {
  'RNC comprador': 'RNC',
  'Vencimiento de la secuencia': 'vencimiento de la secuencia',
  'Track ID': 'Track ID',
  'Código de seguridad': 'código de seguridad',
  Secuencia: 'secuencia',
};
