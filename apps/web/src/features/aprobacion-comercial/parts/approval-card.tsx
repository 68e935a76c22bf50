import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatTaxId } from '@timbre/values';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatAmount, formatDate } from '../../../lib/format.ts';
import { indentXml } from '../../../lib/indent-xml.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { CodeLink } from '../../../ui/code-link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { TextBlock } from '../../../ui/text-block.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { Aprobacion } from '../api.ts';
import { xmlQuery } from '../queries.ts';
import type { ApprovalWork } from '../use-approval-work.ts';
import { sendingStates } from '../words.ts';
import styles from './approval-card.module.css';

interface Props {
  aprobacion: Aprobacion;
  work: ApprovalWork;
}

/** An approval: its data, the faults of its row, the progress of its sending, and its actions. */
export function ApprovalCard({ aprobacion, work }: Props) {
  const { id, fila, eNCF, rncEmisor, fechaEmision, montoTotal, estado, detalleMotivoRechazo } = aprobacion;
  const { envio, ensayado, detalle, errores } = aprobacion;
  const { autoridad, failures, busy } = work;
  const [xmlShown, setXmlShown] = useState(false);
  const faulty = errores.length > 0;
  const { tone, words } = faulty ? ({ tone: 'bad', words: 'Con errores' } as const) : sendingStates[envio];
  const refusal = autoridad.noEmite ?? (faulty ? 'Corrija la fila en el libro y procéselo de nuevo' : undefined);
  const action = { disabled: refusal !== undefined, loading: busy.includes(id), title: refusal };
  const failure = failures[id] ?? (envio === 'rechazada' || envio === 'sin_confirmar' ? detalle : null);

  return (
    <article className={`${card.card} ${styles.approval}`} aria-label={`Aprobación de ${eNCF || `la fila ${fila}`}`}>
      <header className={styles.head}>
        <b className={text.encf}>{eNCF || `Fila ${fila}`}</b>
        <span className={styles.badges}>
          {ensayado && <Chip tone="info">ENSAYO</Chip>}
          <Chip tone={tone} moving={envio === 'enviando'}>
            {words}
          </Chip>
        </span>
      </header>
      <dl className={styles.facts}>
        <dt>Emisor</dt>
        <dd>RNC {formatTaxId(rncEmisor)}</dd>
        <dt>Fecha de emisión</dt>
        <dd>{formatDate(fechaEmision)}</dd>
        <dt>Monto total</dt>
        <dd className={text.amount}>RD$ {formatAmount(montoTotal)}</dd>
        <dt>Estado</dt>
        <dd>{estado === '2' ? <Chip tone="bad">Rechazado</Chip> : <Chip tone="ok">Aceptado</Chip>}</dd>
        {estado === '2' && detalleMotivoRechazo && (
          <>
            <dt>Motivo de rechazo</dt>
            <dd>{detalleMotivoRechazo}</dd>
          </>
        )}
      </dl>
      {faulty && (
        <ul className={styles.faults} aria-label={`Errores de la fila ${fila}`}>
          {errores.map(({ codigo, mensaje, celda }) => (
            <li key={`${codigo}${celda}`}>
              {celda && <b>{celda}</b>} {mensaje} <CodeLink of={codigo} />
            </li>
          ))}
        </ul>
      )}
      {failure && <Banner tone={envio === 'sin_confirmar' ? 'warn' : 'bad'}>{failure}</Banner>}
      <div className={styles.actions}>
        <Button aria-expanded={xmlShown} onClick={() => setXmlShown(!xmlShown)}>
          {xmlShown ? 'Ocultar XML' : 'Ver XML'}
        </Button>
        <ActionButton
          {...action}
          variant={envio === 'pendiente' && !faulty ? 'filled' : 'default'}
          onClick={() => work.sign([id])}
        >
          Firmar
        </ActionButton>
        <ActionButton {...action} variant={envio === 'firmada' ? 'filled' : 'default'} onClick={() => work.send([id])}>
          Enviar
        </ActionButton>
        <Button leftSection={<IconDownload size={15} />} onClick={() => work.download(aprobacion)}>
          Descargar
        </Button>
      </div>
      {xmlShown && <Xml aprobacion={aprobacion} />}
    </article>
  );
}

/** The XML of an approval, signed or as it would be signed. */
function Xml({ aprobacion }: Pick<Props, 'aprobacion'>) {
  const { data, error } = useQuery(xmlQuery(aprobacion));

  async function copy(xml: string) {
    try {
      await navigator.clipboard.writeText(xml);
      toast('¡Copiado al portapapeles!');
    } catch {
      toast('Error al copiar XML', 'bad');
    }
  }

  if (error) return <Banner>{messageOf(error)}</Banner>;
  if (data === undefined) return <Skeleton rows={4} height={24} />;
  return (
    <div className={styles.xml}>
      <Button leftSection={<IconCopy size={15} />} onClick={() => void copy(data)}>
        Copiar XML
      </Button>
      <TextBlock language="xml" text={indentXml(data)} />
    </div>
  );
}
