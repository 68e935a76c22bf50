import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { received } from '../../../domain/reports/testing/documents.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, stranger } from '../../../main/testing/stranger.ts';
import { measure } from './files.ts';
import { lacking } from './readme.ts';

const server = withServer();

test('a pack lacks nothing where all reports are whole and all documents stored; what is gone is counted', () => {
  const whole = { tipo: '607', lines: 3, incomplete: 0, withoutECF: 0 } as const;
  expect(lacking(['607'], [whole], { gone: 0 })).toEqual([]);
  expect(lacking(['607'], [whole], { gone: 2 })).toEqual([
    '2 comprobantes de los reportes: su XML ya no está guardado.',
  ]);
});

test('documents that are not stored, and received ones whose bytes were removed, are counted and not packed', async () => {
  const other = await stranger(server, bare);
  const draft = { eNCF: 'E310000000005', emisor: '132111117', comprador: other.rnc, fecha: '2026-03-10' };
  const id = await server.ctx.db.system((tx) =>
    received(tx, other.id, draft, { sin_bytes: true, xml: Buffer.alloc(0) }),
  );
  const surveyed = [{ issued: new Set([randomUUID()]), received: new Set([id]) }];
  expect(await measure(server.ctx.db, other.id, surveyed)).toEqual({ issued: [], received: [], gone: 2 });
});
