import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '@timbre/refusal';
import { networkOf } from '../input/client-address.ts';
import { apiHeaders } from './headers.ts';
import { problemBody, statusOf } from './problem-body.ts';

/** Limits of a connection. */
export interface Bounds {
  /** For the head of a request, from the opening of its connection. */
  readonly headMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** Interval between checks of the senders. */
  readonly lookMs: number;
  /** For this long a body may arrive at any rate; */
  readonly graceMs: number;
  /** afterwards at this rate at least, averaged since the grace period. */
  readonly bytesPerSecond: number;
  /** Bodies past their grace period that one network may be sending; beyond that the slowest are cut. */
  readonly slowPerNetwork: number;
  /**
   * Connections of one network; beyond that the longest idle one is closed, or, if none is idle, the new one refused.
   */
  readonly perNetwork: number;
  /** For the pending requests when the server closes. */
  readonly closingMs: number;
}

export const defaultBounds: Bounds = {
  headMs: 8_000,
  requestMs: 120_000,
  lookMs: 1_000,
  graceMs: 5_000,
  bytesPerSecond: 1_000,
  slowPerNetwork: 8,
  perNetwork: 512,
  closingMs: 2_000,
};

/** Seconds after which a refused client may connect again. */
const retryAfterS = 5;

/** A request whose body is being received. */
interface Receiving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly network: string;
  sinceMs: number;
  /** Bytes that the connection had received at that moment. */
  from: number;
}

interface Connection {
  readonly network: string;
  /** Requests not answered yet. */
  inCourse: number;
  idleSinceMs: number | undefined;
  receiving: Receiving | undefined;
}

/** The connections of a server. */
interface Connections {
  /** Closes connections without a pending request at once, and the others after their answer or the time limit. */
  close(): void;
}

/**
 * Watches the connections of a server, so that a sender that sends slowly or not at all cannot hold one. Node limits
 * the time for the heads of requests (`headersTimeout`).
 *
 * @param server not yet listening
 * @param options `addressOf`: the client address of a request; `idOf`: its id; `behindProxies`: all connections are the proxy's, and
 * are not counted
 */
export function watchConnections(server: Server, bounds: Bounds, options: WatchOptions): Connections {
  const watch = new Watch(bounds, options);
  const looking = setInterval(() => watch.look(), bounds.lookMs).unref();
  server.once('close', () => clearInterval(looking));
  server.on('connection', (socket: Socket) => watch.accept(socket));
  server.on('request', (request: IncomingMessage, response: ServerResponse) => watch.begin(request, response));
  return watch;
}

interface WatchOptions {
  readonly addressOf: (request: IncomingMessage) => string;
  readonly idOf: (request: IncomingMessage) => string;
  readonly behindProxies: boolean;
}

class Watch implements Connections {
  readonly #bounds: Bounds;
  readonly #options: WatchOptions;
  readonly #open = new Map<Socket, Connection>();
  readonly #perNetwork = new Map<string, number>();
  #closing = false;

  constructor(bounds: Bounds, options: WatchOptions) {
    this.#bounds = bounds;
    this.#options = options;
  }

  accept(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    if (this.#closing) return void socket.destroy();
    const others = this.#perNetwork.get(network) ?? 0;
    if (!this.#options.behindProxies && others >= this.#bounds.perNetwork && !this.#endIdleOf(network))
      return void refuse(socket, new Problem('servidor/ocupado', undefined, undefined, { retryAfterS }));
    this.#perNetwork.set(network, others + 1);
    this.#open.set(socket, { network, inCourse: 0, idleSinceMs: undefined, receiving: undefined });
    socket.once('close', () => {
      this.#open.delete(socket);
      const left = (this.#perNetwork.get(network) ?? 1) - 1;
      if (left === 0) this.#perNetwork.delete(network);
      else this.#perNetwork.set(network, left);
    });
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.inCourse += 1;
    const since = { sinceMs: performance.now(), from: socket.bytesRead };
    const network = networkOf(this.#options.addressOf(request));
    connection.receiving = { request, response, network, ...since };
    response.once('close', () => {
      connection.inCourse -= 1;
      connection.idleSinceMs = performance.now();
      if (this.#closing) socket.end(() => socket.destroy());
    });
  }

  /** Disconnects the senders that are too slow. */
  look(): void {
    const slow = new Map<string, { readonly socket: Socket; readonly receiving: Receiving; readonly rate: number }[]>();
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      const { receiving } = connection;
      if (receiving === undefined || receiving.request.complete) {
        connection.receiving = undefined;
        continue;
      }
      if (!isRead(receiving.request)) {
        receiving.sinceMs = now;
        receiving.from = socket.bytesRead;
        continue;
      }
      const seconds = (now - receiving.sinceMs - this.#bounds.graceMs) / 1_000;
      if (seconds <= 0) continue;
      const rate = (socket.bytesRead - receiving.from) / seconds;
      if (rate < this.#bounds.bytesPerSecond) cut(socket, receiving, this.#options.idOf(receiving.request));
      else slow.set(receiving.network, [...(slow.get(receiving.network) ?? []), { socket, receiving, rate }]);
    }
    for (const ofOne of slow.values())
      for (const { socket, receiving } of ofOne.sort((a, b) => b.rate - a.rate).slice(this.#bounds.slowPerNetwork))
        cut(socket, receiving, this.#options.idOf(receiving.request));
  }

  /** Closes the network's longest idle connection. Returns whether there was one. */
  #endIdleOf(network: string): boolean {
    let oldest: [Socket, number] | undefined;
    for (const [socket, connection] of this.#open) {
      const { inCourse, idleSinceMs } = connection;
      if (inCourse > 0 || idleSinceMs === undefined || connection.network !== network) continue;
      if (oldest === undefined || idleSinceMs < oldest[1]) oldest = [socket, idleSinceMs];
    }
    oldest?.[0].destroy();
    return oldest !== undefined;
  }

  close(): void {
    this.#closing = true;
    for (const [socket, { inCourse, receiving }] of this.#open) {
      if (inCourse === 0) socket.destroy();
      else if (receiving?.response.headersSent === false) receiving.response.setHeader('connection', 'close');
    }
    setTimeout(() => {
      for (const socket of this.#open.keys()) socket.destroy();
    }, this.#bounds.closingMs).unref();
  }
}

/** Whether this server reads the body as it arrives: otherwise the delay is not the sender's. */
const isRead = ({ readableFlowing, readableLength, readableHighWaterMark }: IncomingMessage) =>
  readableFlowing === true && readableLength < readableHighWaterMark;

function cut(socket: Socket, { response }: Receiving, id: string): void {
  if (response.headersSent) return void socket.destroy();
  const body = Buffer.from(JSON.stringify(problemBody(new Problem('peticion/lenta'), id)));
  response.writeHead(408, {
    connection: 'close',
    'content-type': problemType,
    'content-length': body.length,
    'x-request-id': id,
  });
  response.end(body, () => socket.destroy());
}

/**
 * Answers bytes that are no request, or a head that is too large or too slow, and disconnects. Node reports them before
 * any hook or route can run.
 */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else refuse(socket, brokenness(error));
}

function brokenness({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('peticion/lenta');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('peticion/muy-grande', 'Los encabezados y la dirección no pasan de 16 kB');
  return new Problem('peticion/invalida', 'Los bytes no son una petición de HTTP/1.1');
}

function refuse(socket: Socket, problem: Problem): void {
  const body = Buffer.from(JSON.stringify(problemBody(problem, '')));
  const headers = {
    ...apiHeaders,
    connection: 'close',
    'content-type': problemType,
    'content-length': String(body.length),
    ...(problem.retryAfterS === undefined ? {} : { 'retry-after': String(problem.retryAfterS) }),
  };
  const head = [
    `HTTP/1.1 ${statusOf(problem)} ${STATUS_CODES[statusOf(problem)]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]), () => socket.destroy());
}

export const problemType = 'application/problem+json; charset=utf-8';
