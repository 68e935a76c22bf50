import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Articulo, articuloDe, codigoEn, familias, parteDe } from '@timbre/enciclopedia';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './enciclopedia.module.css';
import { gravedadNombre, numberWords, severidadNombre } from './words.ts';

const route = getRouteApi('/enciclopedia/$codigo');

/** The meaning of a code, its causes and how to fix it. */
export function ArticuloScreen() {
  const codigo = codigoEn(route.useParams().codigo);
  const articulo = articuloDe(codigo);
  return articulo === undefined ? <Unknown codigo={codigo} /> : <Article articulo={articulo} />;
}

const Unknown = ({ codigo }: { codigo: string }) => (
  <EmptyState
    page
    title={`El código «${codigo.slice(0, 64)}» no está en la enciclopedia`}
    detail="Búsquelo por una palabra de su mensaje. Los mensajes que la DGII envía sin código se explican por su propio texto."
  >
    <Button variant="filled" component={Link} to="/enciclopedia">
      Buscar en la enciclopedia
    </Button>
  </EmptyState>
);

function Article({ articulo }: { articulo: Articulo }) {
  const { codigo, familia, titulo, significa, causa, remedio, severidad, gravedad, relacionados } = articulo;
  const parts = [
    ['Qué significa', significa],
    ['Por qué ocurre', causa],
    ['Qué hacer', remedio],
    ['Qué hace la DGII', articulo.dgii],
    ['Dónde', articulo.donde],
    ['El número', numberWords(articulo)],
    ['Fuente', articulo.fuente],
  ] as const;
  return (
    <>
      <PageHeader
        title={titulo}
        facts={[
          codigo,
          familias[familia],
          ...(severidad ? [severidadNombre[severidad]] : []),
          ...(gravedad ? [gravedadNombre[gravedad]] : []),
        ]}
      >
        <Button component={Link} to="/enciclopedia">
          Todos los códigos
        </Button>
      </PageHeader>
      <article className={`${card.card} ${styles.article}`} aria-label={codigo}>
        {parts.map(
          ([name, text]) =>
            text && (
              <section key={name}>
                <h2>{name}</h2>
                <p>{text}</p>
              </section>
            ),
        )}
        {relacionados.length > 0 && (
          <section>
            <h2>Códigos relacionados</h2>
            <ul className={styles.list}>
              {relacionados.map((one) => (
                <li key={one}>
                  <Link to="/enciclopedia/$codigo" params={{ codigo: parteDe(one) }}>
                    <span>{one}</span> {articuloDe(one)?.titulo}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </article>
    </>
  );
}
