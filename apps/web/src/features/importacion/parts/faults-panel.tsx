import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ErrorDeDocumento, importacion, ResumenDocumento } from '@timbre/contract';
import { codigosDeRango, type Estado, estadoNombre, facturaConErrores } from '@timbre/contract/tables';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';
import { workbookFailure } from '../failures.ts';
import { canEdit, type Shown } from '../rehearsal.ts';
import type { RowActions } from './document-tables.tsx';
import styles from './faults-panel.module.css';

const firstShown = 5;
const shownAtATime = 50;

/** A fault, with its document where it belongs to one. */
interface Entry {
  readonly key: string;
  readonly tone: 'bad' | 'warn';
  /** The cell, else the field. */
  readonly place: string;
  readonly message: string;
  readonly documento?: ResumenDocumento;
  readonly fault?: ErrorDeDocumento;
}

interface Props {
  importacion: importacion.Importacion;
  actions: RowActions;
}

/** All faults of the workbook, of its documents and of their verdicts, each with its place and its remedy. */
export function FaultsPanel({ importacion, actions }: Props) {
  const entries = useMemo(() => entriesOf(importacion), [importacion]);
  const of = (tone: Entry['tone']) => entries.filter((entry) => entry.tone === tone);
  return (
    <>
      <EntryPanel title="Para corregir" entries={of('bad')} actions={actions} />
      <EntryPanel title="Avisos" entries={of('warn')} actions={actions} />
    </>
  );
}

interface PanelProps {
  title: string;
  entries: readonly Entry[];
  actions: RowActions;
}

function EntryPanel({ title, entries, actions }: PanelProps) {
  const [typed, setTyped] = useState('');
  const [limit, setLimit] = useState(firstShown);
  if (entries.length === 0) return null;

  const wanted = typed.trim().toLowerCase();
  const found = entries.filter(({ place, message, documento }) =>
    `${place} ${message} ${documento?.eNCF ?? ''}`.toLowerCase().includes(wanted),
  );
  const hidden = found.length - limit;
  return (
    <Panel
      title={`${title} · ${formatCount(entries.length)}`}
      actions={
        entries.length > firstShown && (
          <TextInput
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            aria-label={`Filtrar ${title.toLowerCase()} por celda, eNCF o texto`}
            placeholder="Filtrar por celda, eNCF o texto…"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )
      }
    >
      <div className={styles.list}>
        {found.length === 0 && <p className={styles.none}>Nada coincide con «{typed.trim()}»</p>}
        {found.slice(0, limit).map(({ key, tone, place, message, documento, fault }) => (
          <Banner key={key} tone={tone} title={place} action={documento && <Mend {...{ documento, fault, actions }} />}>
            {message}
          </Banner>
        ))}
        {hidden > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => setLimit(limit + shownAtATime)}>
            {hidden > shownAtATime
              ? `Ver ${formatCount(shownAtATime)} más de ${formatCount(hidden)}`
              : `Ver ${formatCount(hidden)} más`}
          </Button>
        )}
      </div>
    </Panel>
  );
}

interface MendProps {
  documento: ResumenDocumento;
  fault: ErrorDeDocumento | undefined;
  actions: RowActions;
}

function Mend({ documento, fault, actions }: MendProps) {
  const { noEmite } = useSesion();
  if (documento.estado === 'sin_confirmar' && noEmite === undefined) {
    return (
      <button type="button" onClick={() => actions.settle(documento)}>
        Confirmar
      </button>
    );
  }
  return canEdit(documento) && noEmite === undefined ? (
    <button type="button" onClick={() => actions.edit(documento, fault)}>
      Corregir aquí
    </button>
  ) : (
    <button type="button" onClick={() => actions.answer(documento)}>
      Ver respuesta
    </button>
  );
}

function entriesOf({ errores, avisos, documentos }: importacion.Importacion): Entry[] {
  const ofBook = (faults: readonly ErrorDeDocumento[], tone: Entry['tone']) =>
    faults.map(({ codigo, mensaje, celda }, i) => ({
      key: `${tone}${codigo}${i}`,
      tone,
      place: capital(celda ?? (tone === 'bad' ? workbookFailure : 'Libro')),
      message: mensaje,
    }));
  const entries: Entry[] = ofBook(errores, 'bad');
  for (const documento of documentos) {
    if (documento.errores.length > 0) entries.push(...faultsOf(documento));
    if (worthTelling.has(documento.estado)) entries.push(verdictOf(documento));
  }
  entries.push(...ofBook(avisos, 'warn'));
  return entries;
}

/** States that are not a plain acceptance. */
const worthTelling: ReadonlySet<Estado> = new Set(['rechazado', 'aceptado_condicional', 'sin_confirmar']);

/** Faults that are shown once for the workbook: missing ranges, and summaries of invoices with errors. */
const toldOnce: ReadonlySet<string> = new Set([...Object.values(codigosDeRango), facturaConErrores]);

const faultsOf = (documento: ResumenDocumento): Entry[] =>
  documento.errores
    .filter(({ codigo }) => !toldOnce.has(codigo))
    .map((fault, i) => ({
      key: `${documento.id}${i}`,
      tone: fault.aviso ? 'warn' : 'bad',
      place: `${nameOf(documento)} · ${fault.celda ?? fault.campo ?? fault.codigo}`,
      message: fault.mensaje,
      documento,
      fault,
    }));

/** A verdict that is not a plain acceptance, in the authority's words, and whether the number can be used again. */
function verdictOf(documento: ResumenDocumento): Entry {
  const { id, estado, mensajes, secuenciaUtilizada } = documento;
  const rejected = estado === 'rechazado';
  const words = mensajes.map(({ codigo, valor }) => `«${valor}»${codigo ? ` (${codigo})` : ''}`);
  if (estado === 'sin_confirmar') words.push('Un envío anterior pudo haber llegado: búsquelo en el portal de la DGII.');
  if (rejected && secuenciaUtilizada === false) words.push('El número puede reutilizarse.');
  if (rejected && secuenciaUtilizada === true) words.push('El número no puede reutilizarse.');
  return {
    key: `${id}v`,
    tone: rejected ? 'bad' : 'warn',
    place: `${nameOf(documento)} · ${estadoNombre[estado]}`,
    message: words.join(' '),
    documento,
  };
}

/** Faults of a rehearsal are marked as such. */
const nameOf = ({ eNCF, real }: Shown): string => (real ? `ENSAYO · ${eNCF}` : eNCF);

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
