import { afterEach, inject } from 'vitest';

/** Prints the seed of the run below each failure, so that it can be repeated. */
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(`TIMBRE_TEST_SEED=${inject('seed')} repeats its random inputs`);
});
