import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatTaxId, type Periodo } from '@timbre/values';
import { useState } from 'react';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { CodeLink } from '../../../ui/code-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceChip } from '../../../ui/filter-chip.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import type { Problema } from '../api.ts';
import { fieldName } from '../grid/fields.ts';
import { problemsQuery } from '../month-queries.ts';
import styles from '../reportes.module.css';
import type { Tipo } from '../search.ts';
import { SourceLink } from '../source-link.tsx';
import { AskAgain, unconfirmedCode } from './unconfirmed.tsx';

interface Props {
  tipo: Exclude<Tipo, 'it1'>;
  periodo: Periodo;
  onGo: (fila: string, campo: string) => void;
  /** Goes to load a receipt of the month again. */
  onLoad: (fila: string) => void;
}

/**
 * The rules broken by the rows of a month, errors first. Each rule is shown once, with links to the cells to correct,
 * or to the documents that have no row.
 */
export function ProblemsView({ tipo, periodo, onGo, onLoad }: Props) {
  const [code, setCode] = useState<string>();
  const { data, error, refetch } = useQuery(problemsQuery(tipo, periodo));
  if (error) return <LoadFailure title="No se pudieron leer los problemas." error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton rows={6} label="Cargando problemas" />;
  const { errores, avisos, porCodigo, problemas } = data;
  if (errores + avisos === 0)
    return (
      <section className={card.card}>
        <EmptyState
          title="No hay problemas en este mes"
          detail="Aquí aparece cada regla de la DGII que una fila no cumple, antes de que la rechace su validador."
        />
      </section>
    );
  const shown = problemas.filter(({ codigo }) => code === undefined || codigo === code);
  const left = errores + avisos - problemas.length;
  return (
    <>
      <div className={styles.tools}>
        <b role="status">
          {[errores > 0 && formatCounted(errores, 'error', 'errores'), avisos > 0 && formatCounted(avisos, 'aviso')]
            .filter(Boolean)
            .join(' y ')}
        </b>
        <ChoiceChip
          name="Regla"
          value={code}
          options={porCodigo.map(({ codigo, cantidad }) => ({
            value: codigo,
            word: codigo,
            label: `${codigo} (${formatCount(cantidad)})`,
          }))}
          onChange={setCode}
        />
      </div>
      <div className={card.stack}>
        {groupsOf(shown).map((group) => (
          <ProblemGroup key={keyOf(group[0])} tipo={tipo} periodo={periodo} group={group} onGo={onGo} onLoad={onLoad} />
        ))}
      </div>
      {left > 0 && <p className={text.quiet}>{`Hay ${formatCount(left)} más; corrija estos primero.`}</p>}
    </>
  );
}

/** Problems of one rule and field with the same message. */
type Group = readonly [Problema, ...Problema[]];

const keyOf = ({ gravedad, codigo, campo, mensaje }: Problema): string => [gravedad, codigo, campo, mensaje].join('\n');

/** The groups in the order of their first problem, errors before warnings. */
function groupsOf(problems: readonly Problema[]): Group[] {
  const groups = new Map<string, [Problema, ...Problema[]]>();
  for (const problem of problems) {
    const known = groups.get(keyOf(problem));
    if (known === undefined) groups.set(keyOf(problem), [problem]);
    else known.push(problem);
  }
  const isError = ([{ gravedad }]: Group) => Number(gravedad === 'error');
  return [...groups.values()].toSorted((a, b) => isError(b) - isError(a));
}

const shownAtATime = 24;

/** Labels of the button that opens the receipt of a field that nobody answers here, by where it comes from. */
const places = { quickbooks: 'Ver el documento de QuickBooks', cargado: 'Ver el comprobante' } as const;

interface GroupProps extends Pick<Props, 'tipo' | 'periodo' | 'onGo' | 'onLoad'> {
  group: Group;
}

/** A problem, and the receipts that have it. */
function ProblemGroup({ tipo, periodo, group, onGo, onLoad }: GroupProps) {
  const [limit, setLimit] = useState(shownAtATime);
  const [{ codigo, gravedad, campo, ncf, mensaje, documento, corregir }] = group;
  const word = gravedad === 'error' ? 'Error' : 'Aviso';
  const hidden = group.length - limit;
  const placeWord = corregir === undefined ? 'Ir a la casilla' : places[corregir];
  /** A link to the place where a problem is corrected; with the number of its receipt if there are several. */
  const wayTo = ({ id, campo: at, documento }: Problema, number?: string) =>
    documento ? (
      <SourceLink row={documento}>
        {number === undefined ? 'Abrir el e-CF' : `${number} de ${formatTaxId(documento.rnc)}`}
      </SourceLink>
    ) : (
      tipo !== '608' && (
        <Button
          size="compact-sm"
          {...(number && { variant: 'subtle', title: `${placeWord} de ${number}` })}
          onClick={() => onGo(id, at)}
        >
          {number ?? placeWord}
        </Button>
      )
    );
  const isSingle = group.length === 1;
  const [{ id: first }] = group;
  return (
    <Banner
      tone={gravedad === 'error' ? 'bad' : 'warn'}
      title={isSingle ? `${word} en ${ncf}.` : `${word} en ${formatCounted(group.length, 'comprobante')}.`}
      action={
        <>
          {isSingle && wayTo(group[0])}
          {isSingle && corregir !== undefined && (
            <Button size="compact-sm" onClick={() => onLoad(first)}>
              Cargar el comprobante
            </Button>
          )}
          {codigo === unconfirmedCode && <AskAgain periodo={periodo} />}
        </>
      }
    >
      {isSingle && documento && `De ${formatTaxId(documento.rnc)}. `}
      {mensaje.includes(fieldName(tipo, campo)) ? mensaje : `${fieldName(tipo, campo)}: ${mensaje}`}.{' '}
      <CodeLink of={codigo} />
      {!isSingle && (
        <ul className={styles.numbers}>
          {group.slice(0, limit).map((problem) => (
            <li key={problem.id}>{wayTo(problem, problem.ncf) || problem.ncf}</li>
          ))}
          {hidden > 0 && (
            <li>
              <Button size="compact-sm" variant="subtle" onClick={() => setLimit(limit + 10 * shownAtATime)}>
                {`Ver ${formatCount(hidden)} más`}
              </Button>
            </li>
          )}
        </ul>
      )}
    </Banner>
  );
}
