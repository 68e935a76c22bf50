import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tipoNombre } from '@timbre/contract/tables';
import { TipoIngresos, TipoPago } from '@timbre/ecf';
import { formatTaxId, type TipoECF } from '@timbre/values';
import { useState } from 'react';
import { formatAmount, formatDate, formatMoment, isoDay } from '../../../lib/format.ts';
import { lastError, useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Banner } from '../../../ui/banner.tsx';
import detail from '../../../ui/detail.module.css';
import { DetailSection, FactList } from '../../../ui/detail.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { toast } from '../../../ui/toast.tsx';
import { retryNow } from '../../autoridad/shared.ts';
import { TermHelp, type TermName } from '../../ayuda/shared.tsx';
import { downloadAcuse, downloadAnswer, downloadPdf, type RecibidaCompleta, readRecibida } from '../api.ts';
import { answerOf, confirmedWords, dgiiWords, sentWords, unconfirmedText } from '../words.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import styles from './recibida-drawer.module.css';
import { XmlDialog } from './xml-dialog.tsx';

interface Props {
  id: string;
  /** Known before the rest has loaded. */
  encF: string | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

/** A received e-CF: its issuer, its data, its state at the DGII, and the company's answer. */
export function RecibidaDrawer({ id, encF, onPrevious, onNext, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['recibidas', id],
    meta: { live: { recibidas: 0 } },
    queryFn: ({ signal }) => readRecibida({ params: { id }, signal }),
  });
  const current = data?.id === id ? data : undefined;
  return (
    <Drawer
      title={current?.encF ?? encF ?? 'Factura recibida'}
      noun="comprobante"
      onPrevious={onPrevious}
      onNext={onNext}
      onClose={onClose}
    >
      {error ? (
        <LoadFailure title="No se pudo abrir la factura." error={error} onRetry={refetch} />
      ) : current === undefined ? (
        <Skeleton rows={8} label="Cargando factura..." />
      ) : (
        <Detail recibida={current} />
      )}
    </Drawer>
  );
}

function Detail({ recibida }: { recibida: RecibidaCompleta }) {
  const client = useQueryClient();
  const { noEmite } = useSesion();
  const [opened, setOpened] = useState<'xml' | 'aceptada' | 'rechazada'>();
  const { xmlData, respuestas } = recibida;
  const own = answerOf(recibida, isoDay(Date.now()));
  const dgii = dgiiWords[recibida.estadoDGII ?? 'sin_consultar'];
  const confirmed = confirmedWords(recibida);
  const unconfirmed = unconfirmedText(recibida, recibida.otrasDelNumero);
  const term = recibida.estadoDGII && termOfEstado[recibida.estadoDGII];
  const save = useMutation({
    mutationFn: (file: 'pdf' | 'acuse') => (file === 'pdf' ? downloadPdf(recibida) : downloadAcuse(recibida)),
    onSuccess: (name, file) =>
      toast(file === 'pdf' ? 'PDF generado correctamente.' : `Archivo ${name} descargado correctamente.`),
  });
  const saveAnswer = useMutation({
    mutationFn: (respuesta: string) => downloadAnswer(recibida, respuesta),
    onSuccess: (name) => toast(`Archivo ${name} descargado correctamente.`),
  });
  const mayAnswer = recibida.respuesta === null && recibida.responderAntesDe !== null;
  // In certification no service reports the state.
  const isKnown = recibida.ambiente === 'certecf' || /^aceptado/.test(recibida.estadoDGII ?? '');
  const refusal = noEmite ?? (isKnown ? undefined : 'Podrá responderla cuando la DGII la haya aceptado.');
  const retry = useMutation({
    mutationFn: () => retryNow({ body: {} }),
    onSuccess: () => {
      toast('Se consulta y se envía ahora lo que esperaba.');
      return client.invalidateQueries({ queryKey: ['recibidas'] });
    },
  });

  const failure = lastError(retry, saveAnswer, save);

  return (
    <div className={detail.detail}>
      <header className={detail.top}>
        <div>
          <span>{tipoNombre[recibida.tipo as TipoECF]}</span>
          <b>RD$ {formatAmount(recibida.montoTotal)}</b>
        </div>
        <span>
          {recibida.estadoDGII !== 'rechazado' && <Chip tone={confirmed.tone}>{confirmed.words}</Chip>}{' '}
          <Chip tone={dgii.tone}>{dgii.words}</Chip>
          {term && <TermHelp of={term} />}
        </span>
      </header>

      <section className={detail.callout} data-tone={own.tone} aria-label="Aprobación comercial">
        <span>
          <b>{own.words}</b>
          <TermHelp of="aprobación comercial" />
        </span>
        {mayAnswer && (
          <span className={styles.answer}>
            <Button
              variant="filled"
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => setOpened('aceptada')}
            >
              Aceptar
            </Button>
            <Button disabled={refusal !== undefined} title={refusal} onClick={() => setOpened('rechazada')}>
              Rechazar
            </Button>
          </span>
        )}
        {mayAnswer && !isKnown && <p>Podrá responderla cuando la DGII la haya aceptado.</p>}
        {respuestas.map(({ id, estado, motivo, firmada, por, envios }) => (
          <div key={id}>
            <p>
              {estado === 'aceptada' ? 'Aceptada' : 'Rechazada'} por {por}, {formatMoment(firmada)}
              {motivo && `: «${motivo}»`}
            </p>
            {envios.map((envio) => (
              <p key={envio.destino}>{sentWords(envio, estado)}</p>
            ))}
            <Button loading={saveAnswer.isPending && saveAnswer.variables === id} onClick={() => saveAnswer.mutate(id)}>
              Descargar la respuesta firmada
            </Button>
          </div>
        ))}
        {isWaiting(recibida, isKnown) && (
          <Button
            disabled={noEmite !== undefined}
            title={noEmite}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            Reintentar ahora
          </Button>
        )}
      </section>
      <FailureNotice
        title={failure === retry.error ? 'No se pudo reintentar.' : 'Error al descargar la respuesta.'}
        error={failure === save.error ? null : failure}
      />
      {unconfirmed && (
        <Banner tone="warn" title="Esta factura no está confirmada.">
          {unconfirmed}
        </Banner>
      )}
      <FailureNotice
        title={save.variables === 'pdf' ? 'Error al generar el PDF:' : 'Error al descargar el acuse.'}
        error={failure === save.error ? failure : null}
      />

      <div className={detail.actions}>
        <Button loading={save.isPending} onClick={() => save.mutate('pdf')}>
          PDF
        </Button>
        <Button onClick={() => setOpened('xml')}>Ver XML</Button>
        {recibida.tieneAcuse && <Button onClick={() => save.mutate('acuse')}>Descargar acuse</Button>}
        {recibida.tieneAcuse && <TermHelp of="acuse de recibo" className={styles.middle} />}
      </div>

      <Facts title="Documento" of={documentFacts(recibida)} />
      <Facts title="Emisor" of={issuerFacts(recibida)} />
      <Facts title="Comprador" of={buyerFacts(recibida)} />
      <Lines items={xmlData.items} />
      <Facts title="Totales" of={totalFacts(recibida)} />

      {opened === 'xml' && <XmlDialog recibida={recibida} onClose={() => setOpened(undefined)} />}
      {(opened === 'aceptada' || opened === 'rechazada') && (
        <AnswerDialog
          recibida={recibida}
          estado={opened}
          onAnswered={() => void client.invalidateQueries({ queryKey: ['recibidas'] })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

/** Whether something about it waits for its next try: the question to the DGII, or an answer on its way. */
const isWaiting = ({ estadoDGII, respuestas }: RecibidaCompleta, isKnown: boolean): boolean =>
  (!isKnown && estadoDGII !== 'rechazado') ||
  respuestas.some(({ envios }) => envios.some(({ estado }) => estado === 'pendiente' || estado === 'sin_direccion'));

type NamedValue = readonly [name: string, value: string | null];

const Facts = ({ title, of }: { title: string; of: readonly NamedValue[] }) => (
  <DetailSection title={title}>
    <FactList
      of={of
        .filter(([, value]) => value)
        .map(([name, value]) => [name, value, termOfFact[name] && <TermHelp key="help" of={termOfFact[name]} />])}
    />
  </DetailSection>
);

/** The terms that explain the states of the DGII and the facts. */
const termOfEstado: Partial<Record<NonNullable<RecibidaCompleta['estadoDGII']>, TermName>> = {
  aceptado: 'aceptado',
  aceptado_condicional: 'aceptado condicional',
  rechazado: 'rechazado',
  en_proceso: 'en proceso',
};
const termOfFact: Readonly<Record<string, TermName>> = {
  'Tipo de ingresos': 'tipo de ingresos',
  'Código de seguridad': 'código de seguridad',
  'Monto exento': 'monto exento',
  'Monto gravado': 'monto gravado',
  ITBIS: 'ITBIS',
};

/** The name of a code, or the code itself if the table has none. */
const nameIn = (table: Readonly<Record<string, string>>, code: string | null): string | null =>
  code === null ? null : (table[code] ?? code);

const documentFacts = ({
  xmlData,
  fechaRecepcion,
  via,
  codigoSeguridad,
  firmadaPor,
}: RecibidaCompleta): NamedValue[] => [
  ['Fecha de emisión', formatDate(xmlData.fechaEmision)],
  ['Fecha de vencimiento', xmlData.fechaVencimiento && formatDate(xmlData.fechaVencimiento)],
  ['Tipo de ingresos', nameIn(TipoIngresos, xmlData.tipoIngresos)],
  ['Tipo de pago', nameIn(TipoPago, xmlData.tipoPago)],
  [
    'Recibida',
    `${formatMoment(fechaRecepcion)}, ${via === 'servicio' ? 'por el servicio de recepción' : 'cargada como archivo'}`,
  ],
  ['Firmada por', firmadaPor === '' ? 'El certificado no lo dice' : formatTaxId(firmadaPor)],
  ['Código de seguridad', codigoSeguridad],
];
const issuerFacts = ({ xmlData: { emisor }, rncEmisor }: RecibidaCompleta): NamedValue[] => [
  ['RNC', formatTaxId(rncEmisor)],
  ['Nombre', emisor.razonSocial],
  ['Nombre comercial', emisor.nombreComercial],
  ['Dirección', emisor.direccion],
];
const buyerFacts = ({ xmlData: { comprador }, rncComprador }: RecibidaCompleta): NamedValue[] => [
  ['RNC', formatTaxId(rncComprador)],
  ['Nombre', comprador.razonSocial],
  ['Contacto', comprador.contacto],
  ['Dirección', comprador.direccion],
];
const totalFacts = ({ xmlData: { totales } }: RecibidaCompleta): NamedValue[] => [
  ['Monto exento', formatAmount(totales.montoExento)],
  ['Monto gravado', formatAmount(totales.montoGravado)],
  ['ITBIS', formatAmount(totales.itbis)],
  ['Total a pagar', formatAmount(totales.valorPagar)],
];

/** Maximum number of lines shown. The XML has them all. */
const mostLines = 50;

const Lines = ({ items }: { items: RecibidaCompleta['xmlData']['items'] }) => (
  <DetailSection title="Líneas">
    <table className={detail.lines}>
      <thead>
        <tr>
          <th>#</th>
          <th>Descripción</th>
          <th>Cantidad</th>
          <th>Precio</th>
          <th>ITBIS</th>
          <th>Total</th>
        </tr>
      </thead>
      <tbody>
        {items.slice(0, mostLines).map((item) => (
          <tr key={item.numeroLinea}>
            <td>{item.numeroLinea}</td>
            <td>{item.nombre}</td>
            <td>{[item.cantidad, item.unidad].filter(Boolean).join(' ')}</td>
            <td>
              {formatAmount(item.precioUnitario)}
              {Number(item.descuento) > 0 && <span className={text.quiet}> −{formatAmount(item.descuento)}</span>}
            </td>
            <td>
              {formatAmount(item.itbisItem)} <span className={text.quiet}>{item.tasaITBIS} %</span>
            </td>
            <td>{formatAmount(item.montoItem)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {items.length > mostLines && <p className={detail.more}>{`y ${items.length - mostLines} líneas más en su XML`}</p>}
  </DetailSection>
);
