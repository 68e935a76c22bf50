import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { familias, parteDe } from '@timbre/enciclopedia';
import { formatCounted } from '../../lib/format.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import styles from './enciclopedia.module.css';
import { byFamilia, findArticulos } from './search-articles.ts';

const route = getRouteApi('/enciclopedia');

/** Every code of the platform and of the DGII, by family, with a search. */
export function EnciclopediaScreen() {
  const { buscar = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const articulos = findArticulos(buscar);
  const search = (typed: string) => navigate({ search: typed === '' ? {} : { buscar: typed }, replace: true });

  return (
    <>
      <PageHeader title="Enciclopedia de códigos" facts={formatCounted(articulos.length, 'código')} />
      <div className={card.stack}>
        <SearchField label="Buscar un código o una palabra" maxLength={64} value={buscar} onChange={search} />
        {articulos.length === 0 && (
          <section className={card.card}>
            <EmptyState
              title={`Nada coincide con «${buscar}»`}
              detail="Escriba el código como aparece en el mensaje, por ejemplo ECF-COMPRADOR-01 o 614, o una palabra del problema: comprador, descuento, vencida."
            >
              <Button variant="filled" onClick={() => search('')}>
                Ver todos los códigos
              </Button>
            </EmptyState>
          </section>
        )}
        {byFamilia(articulos).map(([familia, own]) => (
          <section key={familia} className={card.card} aria-label={familias[familia]}>
            <h2 className={styles.heading}>{familias[familia]}</h2>
            <ul className={styles.list}>
              {own.map(({ codigo, titulo }) => (
                <li key={codigo}>
                  <Link to="/enciclopedia/$codigo" params={{ codigo: parteDe(codigo) }}>
                    <span>{codigo}</span> {titulo}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
