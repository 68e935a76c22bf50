import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { protocol } from '@timbre/authority';
import { configuracion, emision, empresa, recibidas, reportes } from '@timbre/contract';
import { namedCalls } from '@timbre/contract/named';
import { cedulaCheckDigitHolds, rncCheckDigitHolds } from '@timbre/values';
import { trustChain, verifyXml } from '@timbre/xml/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { checker } from '../apps/server/src/platform/input/validation.ts';
import { certificate, examples, type Files, now, readJson } from '../scripts/examples/company.ts';
import { makeExamples } from '../scripts/examples/write.ts';

const paths = readdirSync(examples, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(examples.length + 1));
const outputs = paths.filter((path) => path.includes('/out/')).sort();
const inputs = paths.filter((path) => path.endsWith('.json') && !path.includes('/out/'));

/** SHA-256 of the unpacked streams of a PDF: zlib packs the same content into other bytes on another processor. */
function contentOf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/<<([^\n]*)\/Length (\d+)>>stream\n/g)];
  const unpacked = streams
    .filter(([, entries = '']) => !entries.includes('/Type/XRef'))
    .map(({ 0: head, 1: entries, 2: length, index }) => {
      const start = index + head.length;
      return `${entries}\n${inflateSync(pdf.subarray(start, start + Number(length))).toString('latin1')}`;
    });
  return hash('sha256', unpacked.join('\n'));
}

const comparable = (path: string, content: Buffer) =>
  path.endsWith('.pdf') ? contentOf(content) : content.toString('utf8');

describe('the files of examples/**/out, made again by `npm run examples`', () => {
  let made: Files;
  beforeAll(async () => {
    made = await makeExamples();
  });

  test('no file of the examples is missing, and there is no other', () => {
    expect([...made.keys()].sort()).toEqual(outputs);
  });

  test.each(outputs)('the example %s is the same', (path) => {
    const content = made.get(path);
    expect(content).toBeDefined();
    expect(comparable(path, Buffer.from(content!))).toEqual(comparable(path, readFileSync(join(examples, path))));
  });
});

test.each(outputs.filter((path) => path.endsWith('.xml')))('the signature of %s is valid', (path) => {
  const trust = trustChain({ roots: [certificate], at: new Date(now) });
  expect(() => verifyXml(readFileSync(join(examples, path)), { trust })).not.toThrow();
});

test('every RNC and cédula has its check digit', () => {
  const texts = inputs.map((path) => readFileSync(join(examples, path), 'utf8')).join('\n');
  const numbers = new Set([...texts.matchAll(/"(\d{9}|\d{11})[|"]/g)].map(([, digits = '']) => digits));
  expect(numbers.size).toBeGreaterThan(10);
  expect([...numbers].filter((digits) => !rncCheckDigitHolds(digits) && !cedulaCheckDigitHolds(digits))).toEqual([]);
});

/** The inputs that are bodies of calls. */
const bodies = [
  [/^ecf\/|^recibidos\/\d+E\d+\.json/, emision.enviarFactura],
  [/^recibidos\/.*respuesta/, recibidas.responderRecibida],
  [/^mes\/papel/, reportes.cargarComprobantes],
  [/^mes\/respuestas/, reportes.responderComprobantes],
  [/^mes\/anulacion/, configuracion.anularNumeros],
  [/^mes\/it1/, reportes.responderIT1],
] as const;

test.each(inputs)('%s is a body of its call', (path) => {
  const call = bodies.find(([pattern]) => pattern.test(path))?.[1];
  if (call === undefined) checker(empresa.guardarDatosEmpresa.body, 'cuerpo')(readJson(path).datos);
  else checker(call.body, 'cuerpo')(readJson(path));
});

describe('README.md', () => {
  const readme = readFileSync(join(examples, 'README.md'), 'utf8');

  test('README.md names existing calls', () => {
    const addresses = [...namedCalls.map(({ route }) => route), ...Object.values(protocol)].map(
      ({ method, path }) => new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`),
    );
    const calls = [...readme.matchAll(/`((?:GET|POST|PUT) [^`]+)`/g)].map(([, call = '']) => call);
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.filter((call) => !addresses.some((address) => address.test(call)))).toEqual([]);
  });

  test('README.md names existing files', () => {
    const names = [...readme.matchAll(/`(?:out\/)?([\w-]+\.(?:json|xml|xlsx|pdf|pem|txt|TXT))`/g)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
  });
});
