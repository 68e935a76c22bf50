import fc from 'fast-check';
import { afterEach, inject } from 'vitest';

// Vitest's set-up of each file: the random inputs of properties follow the seed of the run, which each failure is printed with.
fc.configureGlobal({ seed: inject('seed') });

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(`TIMBRE_TEST_SEED=${inject('seed')} repeats its random inputs`);
});
