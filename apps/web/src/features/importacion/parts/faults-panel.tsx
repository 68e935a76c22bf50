import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import { estadoNombre } from '@timbre/contract/tables';
import { useMemo, useState } from 'react';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeLink } from '../../../ui/code-link.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { workbookFailure } from '../failures.ts';
import { groupsOf } from '../fault-groups.ts';
import { canEdit } from '../progress.ts';
import { incidenciasQuery, type OfImport } from '../queries.ts';
import type { RowActions } from './document-tables.tsx';
import styles from './faults-panel.module.css';
import { WhereMended } from './where-mended.tsx';

const firstShown = 5;
const shownAtATime = 50;

type Fila = importacion.FilaDeImportacion;

/** A fault, with its document if it belongs to one. */
interface Entry {
  /** Codes of the fault, or of the authority's messages. */
  readonly codes: readonly string[];
  readonly key: string;
  /** The cell, or else the field. */
  readonly place: string;
  readonly message: string;
  readonly documento?: Fila;
  readonly fault?: ErrorDeDocumento | undefined;
}

interface Props {
  of: OfImport;
  importacion: importacion.Importacion;
  actions: RowActions;
}

/** All faults of the workbook, of its documents and of their verdicts, each with its location and how to fix it. */
export function FaultsPanel({ of, importacion, actions }: Props) {
  const { errores, avisos, masErrores, masAvisos } = importacion;
  return (
    <>
      <EntryPanel title="Para corregir" tone="bad" {...{ of, actions }} ofBook={errores} more={masErrores} />
      <EntryPanel title="Avisos" tone="warn" {...{ of, actions }} ofBook={avisos} more={masAvisos} />
    </>
  );
}

interface PanelProps extends Pick<Props, 'of' | 'actions'> {
  title: string;
  tone: 'bad' | 'warn';
  /** The faults of the workbook itself. `more` counts those left out. */
  ofBook: readonly ErrorDeDocumento[];
  more: number;
}

function EntryPanel({ of, title, tone, ofBook, more, actions }: PanelProps) {
  const [typed, setTyped] = useState('');
  const [limit, setLimit] = useState(firstShown);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    incidenciasQuery(of, tone === 'warn', typed),
  );
  const { total = 0, encontradas = 0 } = data?.pages.at(-1) ?? {};
  const entries = useMemo(
    () => [
      ...ofBook
        .map((fault, i) => entryOfBook(fault, tone, i))
        .filter(({ place, message }) => `${place} ${message}`.toLowerCase().includes(typed.toLowerCase())),
      ...(data?.pages.flatMap(({ incidencias }) => incidencias.map(entryOf)) ?? []),
    ],
    [ofBook, tone, typed, data],
  );
  const all = total + ofBook.length + more;
  if (all === 0) return null;

  const notLoaded = encontradas - (data?.pages.reduce((sum, page) => sum + page.incidencias.length, 0) ?? 0);
  const matches = entries.length + notLoaded;
  // During a search the faults are not grouped.
  const lines = typed === '' ? groupsOf(entries) : entries.map((entry): [Entry, ...Entry[]] => [entry]);
  const hidden = lines.length + notLoaded - limit;
  const showMore = () => {
    setLimit(limit + shownAtATime);
    if (hasNextPage && limit + shownAtATime > lines.length) void fetchNextPage();
  };
  return (
    <Panel
      title={`${title} · ${formatCount(all)}`}
      actions={
        all > firstShown && (
          <SearchField
            label={`Filtrar ${title.toLowerCase()} por celda, eNCF o texto`}
            maxLength={100}
            value={typed}
            onChange={setTyped}
          />
        )
      }
    >
      <div className={styles.list}>
        {matches === 0 && <p className={styles.none}>Nada coincide con «{typed}»</p>}
        {lines
          .slice(0, limit)
          .map((line) =>
            line.length === 1 ? (
              <One key={line[0].key} tone={tone} entry={line[0]} actions={actions} />
            ) : (
              <Several key={line[0].key} tone={tone} entries={line} more={hasNextPage} actions={actions} />
            ),
          )}
        {more > 0 && typed === '' && (
          <p className={styles.none}>{`El libro tiene ${formatCount(more)} más; corrija estos primero`}</p>
        )}
        {hidden > 0 && (
          <Button size="compact-sm" variant="subtle" loading={isFetchingNextPage} onClick={showMore}>
            {hidden > shownAtATime
              ? `Ver ${formatCount(shownAtATime)} más de ${formatCount(hidden)}`
              : `Ver ${formatCount(hidden)} más`}
          </Button>
        )}
      </div>
    </Panel>
  );
}

interface LineProps extends Pick<PanelProps, 'tone' | 'actions'> {
  entry: Entry;
}

const One = ({ tone, entry: { place, message, documento, fault, codes }, actions }: LineProps) => (
  <Banner tone={tone} title={place} action={documento && <Mend {...{ documento, fault, actions }} />}>
    {message} <Codes of={codes} />
    <WhereMended fault={fault} />
  </Banner>
);

const Codes = ({ of }: { of: Entry['codes'] }) =>
  of.map((code) => (
    <span key={code}>
      <CodeLink of={code} />{' '}
    </span>
  ));

interface SeveralProps extends Pick<PanelProps, 'tone' | 'actions'> {
  entries: readonly [Entry, ...Entry[]];
  /** Others like these may not be loaded yet. */
  more: boolean;
}

/** Equal faults as one line, with a way to see each. */
function Several({ tone, entries, more, actions }: SeveralProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Banner
        tone={tone}
        title={`${formatCount(entries.length)}${more ? ' o más' : ''} comprobantes`}
        action={
          <button type="button" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? 'Ocultar' : 'Ver'}
          </button>
        }
      >
        {entries[0].message} <Codes of={entries[0].codes} />
        <WhereMended fault={entries[0].fault} />
      </Banner>
      {opened && (
        <div className={styles.members}>
          {entries.map((entry) => (
            <One key={entry.key} tone={tone} entry={entry} actions={actions} />
          ))}
        </div>
      )}
    </>
  );
}

interface MendProps {
  documento: Fila;
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

const entryOfBook = ({ codigo, mensaje, celda }: ErrorDeDocumento, tone: PanelProps['tone'], i: number): Entry => ({
  key: `${codigo}${i}`,
  place: capital(celda ?? (tone === 'bad' ? workbookFailure : 'Libro')),
  message: mensaje,
  codes: [codigo],
});

const entryOf = ({ documento, falta }: importacion.Incidencia, i: number): Entry =>
  falta === null
    ? verdictOf(documento)
    : {
        key: `${documento.id}${i}`,
        place: `${nameOf(documento)} · ${falta.celda ?? falta.campo ?? falta.codigo}`,
        message: falta.mensaje,
        codes: [falta.codigo],
        documento,
        fault: falta,
      };

/** A verdict other than a plain acceptance, with the authority's message and whether the number can be used again. */
function verdictOf(documento: Fila): Entry {
  const { id, estado, mensajes, masMensajes, secuenciaUtilizada } = documento;
  const rejected = estado === 'rechazado';
  const words = mensajes.map(({ codigo, valor }) => `«${valor}»${codigo ? ` (${codigo})` : ''}`);
  if (masMensajes > 0) words.push(`Y ${formatCounted(masMensajes, 'mensaje')} más.`);
  if (estado === 'sin_confirmar') words.push('Un envío anterior pudo haber llegado: búsquelo en el portal de la DGII.');
  if (rejected && secuenciaUtilizada === false) words.push('El número puede reutilizarse.');
  if (rejected && secuenciaUtilizada === true) words.push('El número no puede reutilizarse.');
  return {
    key: `${id}v`,
    place: `${nameOf(documento)} · ${estadoNombre[estado]}`,
    message: words.join(' '),
    codes: [...new Set(mensajes.map(({ codigo }) => codigo))],
    documento,
  };
}

/** Faults of a rehearsal are marked as such. */
const nameOf = ({ eNCF, real }: Fila): string => (real ? `ENSAYO · ${eNCF}` : eNCF);

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
