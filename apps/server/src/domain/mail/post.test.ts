import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailServer, readMessage, startMailServer } from '../../main/testing/mail-server.ts';
import { isAddress, oneLine } from './address.ts';
import { htmlOf } from './body.ts';
import { folderPost, type Letter, NotNow, smtpPost } from './post.ts';
import { parseSmtp } from './smtp-url.ts';
import { fill, unknownMarks } from './template.ts';

let mail: MailServer;
const at = (host: string) => parseSmtp(`smtp://${host}:${mail.port}`);

beforeAll(async () => {
  mail = await startMailServer();
});
beforeEach(() => {
  mail.received.length = 0;
  mail.refusals.clear();
});
afterAll(() => mail.close());

const letter: Letter = {
  id: '019a8f6e-0d3a-7c1b-9e2f-3b6a5d4c2e10',
  from: { name: 'Ñandú, SRL <x>', address: 'sale@empresa.example' },
  to: 'compra@otra.example',
  replyTo: 'ana@empresa.example',
  subject: 'Su factura',
  date: new Date('2026-06-01T12:00:00Z'),
  text: '.Una línea que empieza por punto',
  html: '<p>x</p>',
  attachments: [{ filename: 'a.xml', contentType: 'application/xml', content: Buffer.from('<a>ñ\r\n.\r\n</a>') }],
};

test('a letter arrives with its bytes, and the same Message-ID each time', { tags: ['SI9-8'] }, async () => {
  const post = smtpPost(at('127.0.0.1'));
  expect(await post(letter)).toEqual({ estado: 'enviado' });
  await post(letter);
  const ids = mail.received.map(({ data }) => /^Message-ID: (.*)$/m.exec(data)![1]);
  expect(ids).toEqual(Array(2).fill(`<${letter.id}@empresa.example>`));
  const [{ from, to, data }] = mail.received as [(typeof mail.received)[number]];
  expect([from, to]).toEqual(['sale@empresa.example', ['compra@otra.example']]);
  const { headers, parts } = readMessage(data);
  expect(headers).toMatch(/^To: compra@otra\.example\r?$/m);
  expect(headers).toMatch(/^From: .*<sale@empresa\.example>\r?$/m);
  expect(parts.find(({ head }) => head.includes('a.xml'))!.bytes).toEqual(letter.attachments[0]!.content);
  expect(parts[0]!.bytes.toString()).toContain(letter.text);
});

test('without TLS nothing is sent to a server that is not this machine', { tags: ['SI9-10'] }, async () => {
  // On Linux this address is this machine, but it is not one of those recognised as local.
  const posting = smtpPost(at('0.0.0.0'))(letter);
  await expect(posting).rejects.toThrow(NotNow);
  expect(mail.received).toEqual([]);
});

test.each([
  ['RCPT TO', '550 no existe', 'fallido'],
  ['.', '554 parece basura', 'fallido'],
  ['RCPT TO', '451 más tarde', 'later'],
  ['EHLO', '421 ocupado', 'later'],
])('%s answered by %s ends as %s', async (command, answer, end) => {
  mail.refusals.set(command, answer);
  if (command === 'EHLO') mail.refusals.set('HELO', answer);
  const posted = smtpPost(at('127.0.0.1'))(letter).then(
    ({ estado }) => estado,
    (error) => (error instanceof NotNow ? 'later' : error),
  );
  expect(await posted).toBe(end);
});

test('a letter stored as a file is whole, readable by one account, and one however often it is stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-correo-'));
  const post = folderPost(join(folder, 'correo'));
  expect([await post(letter), await post(letter)]).toEqual([{ estado: 'guardado' }, { estado: 'guardado' }]);
  expect(readdirSync(join(folder, 'correo'))).toEqual([`${letter.id}.eml`]);
  const path = join(folder, 'correo', `${letter.id}.eml`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { parts } = readMessage(readFileSync(path, 'latin1'));
  expect(parts.find(({ head }) => head.includes('a.xml'))!.bytes).toEqual(letter.attachments[0]!.content);
  rmSync(folder, { recursive: true });
});

test('a text with more than one address is no address', () => {
  for (const text of [
    'a@b.do\r\nBcc: c@d.do',
    'a@b.do,c@d.do',
    'A <a@b.do>',
    'a@b.do\n',
    'a b@c.do',
    '@b.do',
    'a@b',
    `${'a'.repeat(200)}@b.do`,
  ])
    expect([text, isAddress(text)]).toEqual([text, false]);
  expect(isAddress("o'neil+x@sub.empresa.com.do")).toBe(true);
  expect(oneLine('Asunto\r\nBcc: c@d.do\u2028', 50)).toBe('Asunto Bcc: c@d.do');
});

test('a template is filled once, and its text is escaped', () => {
  const marks = {
    empresa: '<b>{total}</b>',
    rnc: '1',
    comprador: 'x\r\ny',
    tipo: 't',
    eNCF: 'E31',
    fecha: 'f',
    total: '9',
  };
  expect(fill('{empresa} {comprador} {otra} {toString}', marks)).toBe('<b>{total}</b> x y {otra} {toString}');
  expect(unknownMarks('{eNCF} {otra} {toString}')).toEqual(['otra', 'toString']);
  expect(htmlOf({ texto: 'a <b>\n"c"\n\nd' })).toContain('<p>a &lt;b&gt;<br>&quot;c&quot;</p><p>d</p>');
});

test('a wrong address of a mail server is refused without repeating it', () => {
  for (const text of ['http://a:hun7er@b', 'smtp://a:hun7er@b/x', 'smtp://a:hun7er@b?x=1', 'hun7er'])
    expect(() => parseSmtp(text)).toThrow(/^(?!.*hun7er)debe ser smtp/);
  expect(parseSmtp('smtps://ana%40b.do:cl%2Fave@mail.b.do')).toEqual({
    host: 'mail.b.do',
    port: 465,
    secure: true,
    user: 'ana@b.do',
    password: 'cl/ave',
  });
});
