import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
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
import { fieldName } from '../grid/fields.ts';
import { problemsQuery } from '../problems-query.ts';
import styles from '../reportes.module.css';
import type { Tipo } from '../search.ts';
import { SourceLink } from '../source-link.tsx';

interface Props {
  tipo: Exclude<Tipo, 'it1'>;
  periodo: Periodo;
  onGo: (fila: string, campo: string) => void;
}

const shownAtATime = 50;

/** The rules that the rows of a month break: the errors first, each with the cell, or the document without a row, where it is mended. */
export function ProblemsView({ tipo, periodo, onGo }: Props) {
  const [code, setCode] = useState<string>();
  const [limit, setLimit] = useState(shownAtATime);
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
  const found = problemas
    .filter(({ codigo }) => code === undefined || codigo === code)
    .toSorted((a, b) => Number(b.gravedad === 'error') - Number(a.gravedad === 'error'));
  const hidden = found.length - limit;
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
        {found.slice(0, limit).map(({ codigo, gravedad, id, campo, ncf, mensaje, documento }) => (
          <Banner
            key={`${codigo} ${id} ${campo}`}
            tone={gravedad === 'error' ? 'bad' : 'warn'}
            title={`${gravedad === 'error' ? 'Error' : 'Aviso'} en ${ncf}.`}
            action={
              documento ? (
                <SourceLink row={documento}>Abrir el e-CF</SourceLink>
              ) : (
                tipo !== '608' && (
                  <Button size="compact-sm" onClick={() => onGo(id, campo)}>
                    Ir a la casilla
                  </Button>
                )
              )
            }
          >
            {mensaje.includes(fieldName(tipo, campo)) ? mensaje : `${fieldName(tipo, campo)}: ${mensaje}`}.{' '}
            <CodeLink of={codigo} />
          </Banner>
        ))}
      </div>
      {hidden > 0 && (
        <Button variant="subtle" onClick={() => setLimit(limit + shownAtATime)}>
          {`Ver ${formatCount(Math.min(hidden, shownAtATime))} más de ${formatCount(hidden)}`}
        </Button>
      )}
      {left > 0 && <p className={text.quiet}>{`Hay ${formatCount(left)} más; corrija estos primero.`}</p>}
    </>
  );
}
