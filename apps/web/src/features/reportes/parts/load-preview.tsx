import { Button } from '@mantine/core';
import { featureConstants } from '@timbre/contract/tables';
import { formatTaxId, parseISODate } from '@timbre/values';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatAmount, formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import text from '../../../ui/text.module.css';
import { loadComprobantes } from '../api.ts';
import { chunksOf, type Registro } from '../paper.ts';
import styles from '../reportes.module.css';
import { dayOf } from '../words.ts';
import { HeadRow } from './head-row.tsx';
import { ReportProgress } from './report-progress.tsx';

/** A cell that could not be read, and why. */
export interface Incidencia {
  readonly celda: string;
  readonly mensaje: string;
}

interface Loaded {
  readonly cargados: number;
  readonly repetidos: readonly string[];
  readonly rechazados: readonly { readonly linea: number; readonly ncf: string; readonly motivo: string }[];
  readonly avisos: readonly string[];
}

interface Props {
  tipo: '606' | '607';
  registros: readonly Registro[];
  incidencias: readonly Incidencia[];
  onLoaded: () => void;
  onPrepare: () => void;
  onClose: () => void;
}

const shown = 20;
const nothing: Loaded = { cargados: 0, repetidos: [], rechazados: [], avisos: [] };

/** A date formatted for display; a text that is not a date is unchanged. */
const shownDay = (fecha: string | null): string =>
  fecha !== null && parseISODate(fecha) ? dayOf(fecha) : (fecha ?? '');

/** The parsed receipts before they are loaded, and the outcome of the loading. */
export function LoadPreview({ tipo, registros, incidencias, onLoaded, onPrepare, onClose }: Props) {
  const { noReporta } = useSesion();
  const [done, setDone] = useState<Loaded>(nothing);
  const [sent, setSent] = useState(0);
  const loading = useMutation({
    // Receipts loaded before a failure stay loaded. A retry sends the rest.
    mutationFn: async () => {
      let at = sent;
      for (const datos of chunksOf(registros.slice(sent), featureConstants.reportes.maximoDeComprobantes)) {
        const before = at;
        const answer = await loadComprobantes({ params: { tipo }, body: { datos: [...datos] } });
        at += datos.length;
        setSent(at);
        setDone((old) => ({
          cargados: old.cargados + answer.cargados,
          repetidos: [...old.repetidos, ...answer.repetidos],
          avisos: [...old.avisos, ...answer.avisos],
          rechazados: [...old.rechazados, ...answer.rechazados.map((one) => ({ ...one, linea: one.linea + before }))],
        }));
      }
    },
    onSettled: onLoaded,
  });
  const isDone = loading.isSuccess;
  return (
    <>
      {loading.isPending && (
        <ReportProgress
          mensaje={`Cargando ${formatCounted(registros.length, 'comprobante')}`}
          porcentaje={Math.round((sent / registros.length) * 100)}
        />
      )}
      {loading.error && (
        <Banner
          title={`Se cargaron ${sent} de ${registros.length}; el resto no.`}
          action={<Button onClick={() => loading.mutate()}>Reintentar</Button>}
        >
          {messageOf(loading.error)}
        </Banner>
      )}
      {isDone && <Outcome done={done} onPrepare={onPrepare} />}
      {incidencias.length > 0 && (
        <Panel title={`No se pudo leer · ${formatCounted(incidencias.length, 'falta')}`}>
          <ul className={styles.list}>
            {incidencias.slice(0, shown).map(({ celda, mensaje }) => (
              <li key={`${celda} ${mensaje}`}>
                <b>{celda}</b> {mensaje}
              </li>
            ))}
            {incidencias.length > shown && <li>{`y ${incidencias.length - shown} más`}</li>}
          </ul>
        </Panel>
      )}
      <Panel
        title={`${formatCounted(registros.length, 'comprobante leído', 'comprobantes leídos')}`}
        {...(registros.length > shown && { note: `Se muestran los primeros ${shown}.` })}
        actions={
          <>
            <Button onClick={onClose}>{isDone ? 'Cargar otros' : 'Cancelar'}</Button>
            {!isDone && (
              <ActionButton
                variant="filled"
                loading={loading.isPending}
                disabled={noReporta !== undefined || registros.length === 0}
                title={noReporta}
                onClick={() => loading.mutate()}
              >
                {`Cargar ${formatCounted(registros.length, 'comprobante')}`}
              </ActionButton>
            )}
          </>
        }
      >
        <div className={styles.scroll}>
          <table className={styles.plain} aria-label="Comprobantes leídos">
            <HeadRow of={['NCF', 'RNC y nombre', 'Fecha', { right: 'Monto total' }, { right: 'ITBIS' }]} />
            <tbody>
              {registros.slice(0, shown).map(({ ncf, rnc, razonSocial, fecha, montoTotal, itbis }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a number may repeat
                <tr key={at}>
                  <th scope="row">{ncf}</th>
                  <td>
                    {razonSocial} <span className={text.quiet}>{formatTaxId(String(rnc ?? ''))}</span>
                  </td>
                  <td className={text.amount}>{shownDay(fecha === null ? null : String(fecha))}</td>
                  <td data-right="true">{formatAmount(String(montoTotal ?? ''))}</td>
                  <td data-right="true">{formatAmount(String(itbis ?? ''))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  );
}

/** How many receipts were loaded, and which were not and why. */
function Outcome({ done, onPrepare }: { done: Loaded; onPrepare: () => void }) {
  const { cargados, repetidos, rechazados, avisos } = done;
  return (
    <>
      <Banner
        tone="ok"
        title={`${cargados === 1 ? 'Se cargó' : 'Se cargaron'} ${formatCounted(cargados, 'comprobante')}.`}
        action={<Button onClick={onPrepare}>Preparar</Button>}
      >
        Lo que no digan se responde en «Preparar».
      </Banner>
      {repetidos.length > 0 && (
        <Banner tone="info" title={`${formatCounted(repetidos.length, 'ya estaba', 'ya estaban')}.`}>
          Lo que dice el e-CF vale más que lo cargado: {repetidos.slice(0, shown).join(', ')}
          {repetidos.length > shown && ` y ${repetidos.length - shown} más`}.
        </Banner>
      )}
      {avisos.length > 0 && (
        <Banner tone="info" title="De los datos:">
          {avisos.slice(0, shown).join('. ')}.
        </Banner>
      )}
      {rechazados.length > 0 && (
        <Panel title={`${formatCounted(rechazados.length, 'no se cargó', 'no se cargaron')}`}>
          <ul className={styles.list}>
            {rechazados.slice(0, shown).map(({ linea, ncf, motivo }) => (
              <li key={linea}>
                <b>{`Línea ${linea}`}</b> {ncf}: {motivo}
              </li>
            ))}
            {rechazados.length > shown && <li>{`y ${rechazados.length - shown} más`}</li>}
          </ul>
        </Panel>
      )}
    </>
  );
}
