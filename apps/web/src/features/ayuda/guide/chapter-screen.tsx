import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ChapterText } from './chapter-text.tsx';
import { contents } from './contents.generated.ts';
import styles from './guide.module.css';
import { GuideSearch } from './guide-search.tsx';
import { termsAddress } from './term-address.ts';

const route = getRouteApi('/guia/$capitulo');

/** The texts of each chapter, in files of their own, and those of the terms. */
const texts = new Map([
  ...contents.map(({ id, load }) => {
    const Text = lazyPart(async () => {
      const { chapter } = await load();
      return () => <ChapterText chapter={chapter} />;
    });
    return [id, Text] as const;
  }),
  [termsAddress, lazyPart(async () => (await import('./terms-text.tsx')).TermsText)] as const,
]);

const pages = [
  ...contents.map(({ id, area, title }) => ({ id, area: area as string, title })),
  {
    id: termsAddress,
    area: 'La regla, un ejemplo y la fuente',
    title: 'Términos fiscales',
  },
];

/** A chapter of the guide, with its tasks. */
export function ChapterScreen() {
  const { capitulo } = route.useParams();
  const at = pages.findIndex(({ id }) => id === capitulo);
  const page = pages[at];
  const Text = texts.get(capitulo);
  if (page === undefined || Text === undefined) return <Unknown />;
  return (
    <>
      <PageHeader title={page.title} facts={page.area}>
        <Button component={Link} to="/guia" className={styles.unprinted ?? ''}>
          Toda la guía
        </Button>
      </PageHeader>
      <GuideSearch key={capitulo}>
        <article className={`${card.card} ${styles.chapter}`} aria-label={page.title}>
          <Suspense fallback={<Skeleton rows={8} label="Cargando el capítulo" />}>
            <Text />
          </Suspense>
        </article>
        <nav className={styles.turn} aria-label="Capítulos">
          <Turn page={pages[at - 1]} word="Anterior" />
          <Turn page={pages[at + 1]} word="Siguiente" />
        </nav>
      </GuideSearch>
    </>
  );
}

const Turn = ({ page, word }: { page: (typeof pages)[number] | undefined; word: string }) =>
  page === undefined ? (
    <span />
  ) : (
    <Link to="/guia/$capitulo" params={{ capitulo: page.id }}>
      <small>{word}</small>
      {page.title}
    </Link>
  );

const Unknown = () => (
  <EmptyState
    page
    title="La guía no tiene ese capítulo"
    detail="Puede haber cambiado de nombre. Búsquelo por una palabra, o elija una tarea."
  >
    <Button variant="filled" component={Link} to="/guia">
      Abrir la guía
    </Button>
  </EmptyState>
);
