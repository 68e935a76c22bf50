import { Link } from '@tanstack/react-router';
import text from '../../../ui/text.module.css';
import type { TermName } from '../terms.ts';
import type { Chapter, Picture, Task } from './chapter.ts';
import styles from './guide.module.css';
import { RichText } from './rich-text.tsx';
import { termId, termsAddress } from './term-address.ts';
import { useShownPart } from './use-shown-part.ts';

/** The addresses of the pictures, by the path of their files. Only a picture that is shown is loaded. */
const pictures: Readonly<Record<string, string>> = import.meta.glob('../../../../../../docs/guia/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Their size, as `npm run guide` takes them. */
const size = { width: 1200, height: 800 };

/** The texts of a chapter: what it is about, its steps, and its tasks. */
export function ChapterText({ chapter: { about, picture, tasks = [], ...rest } }: { chapter: Chapter }) {
  useShownPart();
  return (
    <>
      <p className={styles.about}>
        <RichText of={about} />
      </p>
      {tasks.length > 1 && (
        <ul className={styles.tasks} aria-label="Tareas de este capítulo">
          {tasks.map(({ id, title }) => (
            <li key={id}>
              <Link to="." hash={id} className={text.link}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {picture && <Figure of={picture} />}
      <StepsOf {...rest} />
      {tasks.map((task) => (
        <TaskText key={task.id} task={task} />
      ))}
    </>
  );
}

const Figure = ({ of: { name, alt } }: { of: Picture }) => (
  <img
    className={styles.picture}
    src={pictures[`../../../../../../docs/guia/${name}.webp`]}
    alt={alt}
    loading="lazy"
    decoding="async"
    {...size}
  />
);

const TaskText = ({ task }: { task: Task }) => (
  <section className={styles.task} aria-labelledby={task.id}>
    <h2 id={task.id} tabIndex={-1}>
      {task.title}
    </h2>
    <StepsOf {...task} />
  </section>
);

const StepsOf = ({ steps = [], notes = [], terms = [] }: Pick<Chapter, 'steps' | 'notes' | 'terms'>) => (
  <>
    {steps.length > 0 && (
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>
            <RichText of={step} />
          </li>
        ))}
      </ol>
    )}
    {notes.length > 0 && (
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>
            <RichText of={note} />
          </li>
        ))}
      </ul>
    )}
    {terms.length > 0 && <Terms of={terms} />}
  </>
);

const Terms = ({ of }: { of: readonly TermName[] }) => (
  <p className={styles.terms}>
    Términos:{' '}
    {of.map((name, at) => (
      <span key={name}>
        {at > 0 && ' · '}
        <Link to="/guia/$capitulo" params={{ capitulo: termsAddress }} hash={termId(name)} className={text.link}>
          {name}
        </Link>
      </span>
    ))}
  </p>
);
