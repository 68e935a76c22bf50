import { expect, test } from 'vitest';
import { parseHosts } from './hosts.ts';

const all = (url: string) => {
  const hosts = parseHosts(url);
  return Array.from({ length: hosts.count }, () => {
    const address = hosts.current();
    hosts.failed(address);
    return address;
  });
};

test('an address of one host stays as it is', () => {
  const plain = 'postgresql://ana:cla%40ve@base.ejemplo:6432/timbre?sslmode=verify-full';
  expect(all(plain)).toEqual([plain]);
  expect(all('postgres:///timbre?host=/tmp')).toEqual(['postgres:///timbre?host=%2Ftmp']);
});

test('each host of a list is an address of its own, with the user, the database and the parameters of all', () => {
  expect(
    all('postgres://ana:a,b@uno:5432,dos,[::1]:5433/timbre?target_session_attrs=read-write&sslmode=require'),
  ).toEqual([
    'postgres://ana:a,b@uno:5432/timbre?sslmode=require',
    'postgres://ana:a,b@dos/timbre?sslmode=require',
    'postgres://ana:a,b@[::1]:5433/timbre?sslmode=require',
  ]);
});

test('the next host is chosen once, however many connections failed on the first one', () => {
  const hosts = parseHosts('postgres://uno,dos,tres/timbre');
  const first = hosts.current();
  for (let i = 0; i < 5; i++) hosts.failed(first);
  expect(hosts.current()).toBe('postgres://dos/timbre');
});

test('a list that asks for a read-only server is refused', () => {
  expect(() => parseHosts('postgres://uno,dos/timbre?target_session_attrs=standby')).toThrow('Timbre escribe');
  expect(() => parseHosts('mysql://uno/timbre')).toThrow('debe empezar por postgres://');
});
