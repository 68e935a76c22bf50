import fc from 'fast-check';
import { afterEach, inject } from 'vitest';

// Vitest's set-up of each file. The random inputs of property tests use the seed of the run, which is printed with each
// failure.
fc.configureGlobal({ seed: inject('seed') });

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(`TIMBRE_TEST_SEED=${inject('seed')} repeats its random inputs`);
});
