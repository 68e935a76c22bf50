import { createPrivateKey } from 'node:crypto';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeP12 } from '../testing/p12.ts';
import { P12Error } from './p12-error.ts';
import { readP12 } from './read-p12.ts';

it.each([[[]], [['-legacy']], [['-nomac', '-certpbe', 'NONE']]])(
  'a .p12 with octets changed gives its own key or a P12Error, 1,000 times, with options %j',
  (options) => {
    const identity = makeCertificate();
    const file = makeP12(identity, 'clave', ['-iter', '1', ...options]);
    const own = createPrivateKey(identity.key);
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255));
    const answers = new Set<string>();
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = Buffer.from(file);
        for (const [at, octet] of changes) changed[at] = octet;
        try {
          expect(createPrivateKey(readP12(changed, 'clave', new Date()).key).equals(own)).toBe(true);
          answers.add('opened');
        } catch (error) {
          if (!(error instanceof P12Error)) throw error;
          answers.add(error.code);
        }
      }),
      { numRuns: 1000 },
    );
    expect(answers).toContain('p12/danado');
  },
);
