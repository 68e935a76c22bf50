import type { answerKeys } from '../derive/answer-keys.ts';

type Camel<Key extends string> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Key;

/** Name of an answer in a record that a caller sends: `fecha_pago` is `fechaPago`. */
export type RecordKey = Camel<(typeof answerKeys)['606' | '607'][number]>;

/**
 * The name in a record of the answer for a field.
 * @param key of the field in its layout
 */
export const recordKeyOf = <Key extends string>(key: Key): Camel<Key> =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Camel<Key>;
