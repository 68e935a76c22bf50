import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventParser } from './event-parser.ts';

const stream =
  ': hola\n\nid: 7\nevent: documento\ndata: [1,\ndata: 2]\n\ndata:sin nombre\r\n\r\nevent: vacío\n\nid: 8\ndata: fin\n\n';
const events = [
  { name: 'documento', data: '[1,\n2]', id: '7' },
  { name: 'message', data: 'sin nombre', id: '7' },
  { name: 'message', data: 'fin', id: '8' },
];

describe('an event stream', () => {
  it('an event stream is read whole', () => expect(eventParser()(stream)).toEqual(events));

  it('an event stream is read the same however it is cut', () => {
    const cuts = fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 20 });
    fc.assert(
      fc.property(cuts, (at) => {
        const parse = eventParser();
        const edges = [0, ...at.sort((a, b) => a - b), stream.length];
        const read = edges.slice(1).flatMap((end, i) => parse(stream.slice(edges[i], end)));
        expect(read).toEqual(events);
      }),
    );
  });

  it('an event that has not ended gives nothing', () => expect(eventParser()('data: a medias\n')).toEqual([]));
});
