export { openP12 } from './open-p12.ts';
export { P12Error, type P12ErrorCode } from './p12-error.ts';
export type { OpenedP12 } from './read-p12.ts';
