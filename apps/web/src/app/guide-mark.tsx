import { Link, useMatches } from '@tanstack/react-router';
import type { Guide } from '../lib/guide.ts';
import styles from './guide-mark.module.css';

/** The address of a screen's part of the guide, from its route and search parameters. */
const placeOf = (guide: Guide, search: object): string =>
  typeof guide === 'string' ? guide : guide(search as Record<string, unknown>);

/** The mark «?» beside the title of a screen: it leads to what the guide says of it. */
export function GuideMark() {
  const place = useMatches({
    select: (matches) => {
      const match = matches.findLast(({ staticData }) => staticData.guide !== undefined);
      return match?.staticData.guide && placeOf(match.staticData.guide, match.search);
    },
  });
  if (place === undefined) return null;
  const [capitulo = '', hash] = place.split('#');
  return (
    <Link
      className={styles.mark}
      to="/guia/$capitulo"
      params={{ capitulo }}
      {...(hash !== undefined && { hash })}
      aria-label="Guía de esta pantalla"
      title="Guía de esta pantalla"
    />
  );
}
