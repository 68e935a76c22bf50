import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countTests } from './run-tests.mjs';
import { root } from './sources.mjs';

test('the sum counts a file that does not load as a failed test, a todo as skipped, and names what failed, at once or on the first of two tries', () => {
  const passed = { status: 'passed', fullName: 'a sum', failureMessages: [] };
  const failed = { status: 'failed', fullName: 'a product', failureMessages: ['expected 6 to be 7'] };
  const secondTry = { status: 'passed', fullName: 'a quotient', failureMessages: ['expected 2 to be 3'] };
  const file = { name: join(root, 'a.test.ts'), message: '' };
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { ...file, status: 'passed', assertionResults: [passed] },
      { ...file, status: 'failed', assertionResults: [passed, failed, secondTry] },
      { name: join(root, 'b.test.ts'), message: 'no such module', status: 'failed', assertionResults: [] },
    ],
  };
  expect(countTests(report)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
    failures: ['a.test.ts > a product\nexpected 6 to be 7', 'b.test.ts\nno such module'],
    secondTries: ['a.test.ts > a quotient\nexpected 2 to be 3'],
  });
});
