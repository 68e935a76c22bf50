import { expect, test } from 'vitest';
import { countTests } from './run-tests.mjs';

test('the sum counts a file that does not load as a failed test, and a todo as skipped', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  expect(countTests(report)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});
