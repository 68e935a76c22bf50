import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import { type ReactNode, useState } from 'react';
import { formatCounted } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeLink } from '../../../ui/code-link.tsx';
import text from '../../../ui/text.module.css';
import type { Aprobaciones, Comprobantes } from '../api.ts';
import styles from './problems.module.css';

type Incidencia = importacion.Incidencia;

/** Number of problems shown at first. */
const firstShown = 6;

const rejectedWords =
  'La DGII reinicia la prueba de datos: corrija la causa, genere otro set en el portal y cárguelo aquí.';

/** The faults to correct in a workbook of e-CF, and the DGII's messages for the documents that it rejected. */
export function DocumentProblems(props: Comprobantes) {
  const { importacionId, errores, incidencias, totalIncidencias, avisos, totalAvisos } = props;
  const rejected = incidencias.some(({ documento }) => documento.estado === 'rechazado');
  if (errores.length + totalIncidencias + totalAvisos === 0) return null;
  const lines = [
    ...errores.map((fault) => <FaultBanner key={`${fault.codigo}${fault.mensaje}`} fault={fault} />),
    ...incidencias.map((one) => <IncidenciaBanner key={keyOf(one)} tone="bad" incidencia={one} />),
    ...avisos.map((one) => <IncidenciaBanner key={keyOf(one)} tone="warn" incidencia={one} />),
  ];
  return (
    <div className={styles.problems}>
      <Folded lines={lines} more={totalIncidencias + totalAvisos - incidencias.length - avisos.length} />
      <p className={styles.next}>
        {props.etapa === 'detenido' && rejected ? (
          rejectedWords
        ) : (
          <Link to="/certification/pruebas-set-datos" search={{ id: importacionId }} className={text.link}>
            Corregir los comprobantes en Excel a e-CF
          </Link>
        )}
      </p>
    </div>
  );
}

/** The first lines, and on request the others. @param more number of problems that are not in `lines` */
function Folded({ lines, more }: { lines: readonly ReactNode[]; more: number }) {
  const [isOpen, setOpen] = useState(false);
  const hidden = lines.length - firstShown;
  return (
    <>
      {isOpen ? lines : lines.slice(0, firstShown)}
      {hidden > 0 && !isOpen && (
        <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
          {`Ver ${formatCounted(hidden, 'falta')} más`}
        </Button>
      )}
      {more > 0 && isOpen && (
        <p className={styles.next}>{`Hay ${formatCounted(more, 'falta')} más; corrija antes estas.`}</p>
      )}
    </>
  );
}

const keyOf = ({ documento, falta }: Incidencia): string => `${documento.id} ${falta?.codigo} ${falta?.celda}`;

/** A fault with its cell, or the DGII's messages. Each code links to its cause and how to fix it. */
function IncidenciaBanner({
  tone,
  incidencia: { documento, falta },
}: {
  tone: 'bad' | 'warn';
  incidencia: Incidencia;
}) {
  const title = `${documento.eNCF}${documento.esRFCE ? ' (resumen)' : ''}`;
  if (falta !== null) return <FaultBanner tone={tone} fault={falta} of={title} />;
  return (
    <Banner tone={tone} title={title}>
      {documento.mensajes.map(({ codigo, valor }) => (
        <span key={codigo + valor}>
          {valor} <CodeLink of={codigo} />{' '}
        </span>
      ))}
    </Banner>
  );
}

const FaultBanner = ({ tone = 'bad', fault, of }: { tone?: 'bad' | 'warn'; fault: ErrorDeDocumento; of?: string }) => (
  <Banner tone={tone} title={[of, fault.celda ?? fault.campo].filter(Boolean).join(' · ') || undefined}>
    {fault.mensaje} <CodeLink of={fault.codigo} />
  </Banner>
);

/** The faults to correct in a workbook of approvals, and the DGII's messages for those that it did not accept. */
export function ApprovalProblems({ incidencias }: Aprobaciones) {
  if (incidencias.length === 0) return null;
  const lines = incidencias.flatMap(({ id, fila, eNCF, detalle, errores }) =>
    errores.length > 0
      ? errores.map((fault) => <FaultBanner key={id + fault.codigo + fault.celda} fault={fault} of={eNCF} />)
      : [
          <Banner key={id} title={`${eNCF} · fila ${fila}`}>
            {detalle}
          </Banner>,
        ],
  );
  return (
    <div className={styles.problems}>
      <Folded lines={lines} more={0} />
      <p className={styles.next}>
        <Link to="/certification/datos-comerciales" className={text.link}>
          Ver las aprobaciones comerciales
        </Link>
      </p>
    </div>
  );
}
