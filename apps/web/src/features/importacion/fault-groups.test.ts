import { expect, it } from 'vitest';
import { groupsOf } from './fault-groups.ts';

const fault = (place: string, message: string) => ({ place, message });
const places = (faults: readonly ReturnType<typeof fault>[]) =>
  groupsOf(faults).map((group) => group.map(({ place }) => place).join(' '));

it('three or more faults of the same words are one line, in the place of the first', () => {
  expect(places([fault('a', 'ya'), fault('b', 'otro'), fault('c', 'ya'), fault('d', 'ya')])).toEqual(['a c d', 'b']);
});

it('two faults of the same words stay apart, each with its remedy', () => {
  expect(places([fault('a', 'ya'), fault('b', 'ya')])).toEqual(['a', 'b']);
});
