import { useState } from 'react';

/** A line of the activity log. */
export interface Activity {
  /** Instant in ms. */
  readonly at: number;
  readonly words: string;
  readonly tone: 'ok' | 'bad' | 'info';
}

/** Maximum number of lines in the log. @source specification 001 §9 */
const most = 100;

/** Adds a line to the log, newest first. */
export const withActivity = (log: readonly Activity[], activity: Activity): Activity[] =>
  [activity, ...log].slice(0, most);

/** Parses a stored log. Lines that cannot be parsed are left out. */
export function readLog(stored: string | null): Activity[] {
  try {
    const lines: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(lines) ? lines.filter(isActivity).slice(0, most) : [];
  } catch {
    return [];
  }
}

const isActivity = (line: Partial<Activity> | null): line is Activity =>
  typeof line?.at === 'number' &&
  typeof line.words === 'string' &&
  (line.tone === 'ok' || line.tone === 'bad' || line.tone === 'info');

/**
 * The activity log of this window. It survives a reload.
 *
 * @param logKey key of the user, the company and the environment
 */
export function useActivityLog(logKey: string) {
  const key = `actividadDeAprobaciones/${logKey}`;
  const [log, setLog] = useState(() => readLog(sessionStorage.getItem(key)));
  const add = (words: string, tone: Activity['tone']) => {
    const next = withActivity(readLog(sessionStorage.getItem(key)), { at: Date.now(), words, tone });
    sessionStorage.setItem(key, JSON.stringify(next));
    setLog(next);
  };
  return { log, add };
}
