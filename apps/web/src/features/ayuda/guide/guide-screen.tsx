import { Link } from '@tanstack/react-router';
import { formatCounted } from '../../../lib/format.ts';
import card from '../../../ui/card.module.css';
import { PageHeader } from '../../../ui/page-header.tsx';
import { areas } from './chapter.ts';
import { contents } from './contents.generated.ts';
import styles from './guide.module.css';
import { GuideSearch } from './guide-search.tsx';
import { termsAddress } from './term-address.ts';

const tasks = contents.flatMap((chapter) => chapter.tasks);

/** The table of contents of the guide: the tasks of each area, then its chapters. */
export function GuideScreen() {
  return (
    <>
      <PageHeader
        title="Guía"
        facts={[formatCounted(tasks.length, 'tarea'), formatCounted(contents.length, 'capítulo')]}
      />
      <GuideSearch>
        <div className={styles.areas}>
          {areas.map((area) => {
            const own = contents.filter((chapter) => chapter.area === area);
            return (
              <section key={area} className={card.card} aria-label={area}>
                <h2 className={styles.heading}>{area}</h2>
                <ul className={styles.list}>
                  {own.flatMap(({ id, tasks: listed }) =>
                    listed.map((task) => (
                      <li key={task.id}>
                        <Link to="/guia/$capitulo" params={{ capitulo: id }} hash={task.id}>
                          {task.title}
                        </Link>
                      </li>
                    )),
                  )}
                </ul>
                <ul className={styles.chapters} aria-label={`Capítulos de ${area}`}>
                  {own.map(({ id, title }) => (
                    <li key={id}>
                      <Link to="/guia/$capitulo" params={{ capitulo: id }}>
                        {title}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            );
          })}
          <section className={card.card} aria-label="Términos y códigos">
            <h2 className={styles.heading}>Términos y códigos</h2>
            <ul className={styles.list}>
              <li>
                <Link to="/guia/$capitulo" params={{ capitulo: termsAddress }}>
                  Términos fiscales: la regla, un ejemplo y la fuente
                </Link>
              </li>
              <li>
                <Link to="/enciclopedia">Enciclopedia de códigos: qué significa cada error y qué hacer</Link>
              </li>
            </ul>
          </section>
        </div>
      </GuideSearch>
    </>
  );
}
