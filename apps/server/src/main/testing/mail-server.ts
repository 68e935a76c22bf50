import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A message as a mail server received it. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
}

/** A mail server in this process, without TLS. */
export interface MailServer {
  readonly port: number;
  readonly received: Received[];
  /** Refusals of commands that are otherwise accepted, by the beginning of the command. */
  readonly refusals: Map<string, string>;
  close(): Promise<void>;
}

/** Starts a mail server: one message after another, any recipients. */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const refusals = new Map<string, string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    serve(socket, received, refusals);
  }).listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    refusals,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(socket: Socket, received: Received[], refusals: ReadonlyMap<string, string>): void {
  let [buffer, from, to, inData] = ['', '', [] as string[], false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const refusalOf = (line: string) => [...refusals].find(([start]) => line.startsWith(start))?.[1];
  function command(line: string): void {
    const refusal = refusalOf(line);
    if (refusal !== undefined) return void say(refusal);
    if (line.startsWith('EHLO')) return void socket.write('250-prueba\r\n250 8BITMIME\r\n');
    if (line === 'STARTTLS') return void say('502 no hay TLS');
    if (line.startsWith('MAIL FROM:')) from = /<(.*)>/.exec(line)![1]!;
    if (line.startsWith('RCPT TO:')) to.push(/<(.*)>/.exec(line)![1]!);
    inData = line === 'DATA';
    say(inData ? '354 siga' : line === 'QUIT' ? '221 adiós' : '250 bien');
  }
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = inData ? '\r\n.\r\n' : '\r\n';
      const at = buffer.indexOf(end);
      if (at < 0) return;
      const text = buffer.slice(0, at);
      buffer = buffer.slice(at + end.length);
      if (!inData) command(text);
      else {
        inData = false;
        const refusal = refusalOf('.');
        if (refusal === undefined) received.push({ from, to, data: text.replace(/^\.\./gm, '.') });
        to = [];
        say(refusal ?? '250 recibido');
      }
    }
  });
  say('220 prueba ESMTP');
}

/** The headers of a message, unfolded, and the parts of its body with their decoded bytes. */
export function readMessage(data: string): { headers: string; parts: { head: string; bytes: Buffer }[] } {
  const [head = '', ...rest] = data.split('\r\n\r\n');
  const parts: { head: string; bytes: Buffer }[] = [];
  collect(head, rest.join('\r\n\r\n'), parts);
  return { headers: unfold(head), parts };
}

const unfold = (head: string) => head.replace(/\r\n[ \t]+/g, ' ');

function collect(head: string, body: string, parts: { head: string; bytes: Buffer }[]): void {
  const boundary = /boundary="([^"]+)"/.exec(unfold(head))?.[1];
  if (boundary === undefined) {
    const bytes = /base64/i.test(head)
      ? Buffer.from(body, 'base64')
      : Buffer.from(
          body
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        );
    parts.push({ head: unfold(head), bytes });
    return;
  }
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const at = part.indexOf('\r\n\r\n');
    collect(part.slice(2, at), part.slice(at + 4).replace(/\r\n$/, ''), parts);
  }
}
