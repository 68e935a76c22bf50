import { setTimeout } from 'node:timers/promises';
import { canonicalSeed, type Identity, read, sign } from './xml.ts';

// The program of another taxpayer, written from the DGII's text alone.
// @source Descripción técnica v1.6, "Estándar de comunicación Emisor - Receptor"

/** A response. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Variations in the requests of a program. */
export interface Habits {
  /** Changes the spelling of a path. */
  readonly spelled?: (path: string) => string;
  /** False if the parts of its forms have no file names; default true. */
  readonly namesFiles?: boolean;
}

/** A token, with its times as received. */
export interface Token {
  readonly token: string;
  readonly expira: string;
  readonly expedido: string;
}

/** The services of the DGII that the stranger calls, by their paths. */
const dgii = {
  semilla: '/autenticacion/api/autenticacion/semilla',
  validar: '/autenticacion/api/autenticacion/validarsemilla',
  recepcion: '/recepcion/api/facturaselectronicas',
  resultado: '/consultaresultado/api/consultas/estado',
} as const;

/** Calls the services of other taxpayers, at the address that each registered, and those of the DGII. */
export class Client {
  readonly identity: Identity;
  readonly #habits: Habits;
  readonly #tokens = new Map<string, Promise<Token>>();

  constructor(identity: Identity, habits: Habits = {}) {
    this.identity = identity;
    this.#habits = habits;
  }

  sign(xml: string): string {
    return sign(xml, this.identity);
  }

  seed(base: string): Promise<Reply> {
    return this.#ask(base, '/fe/autenticacion/api/semilla', { headers: { accept: 'application/json' } });
  }

  /** Sends a signed seed. @param accept media type requested for the response */
  validate(base: string, signedSeed: string, accept = 'application/json'): Promise<Reply> {
    const path = '/fe/autenticacion/api/validacioncertificado';
    return this.#send(base, path, 'semilla.xml', signedSeed, { accept });
  }

  /** Requests a token of a receiver. */
  async authenticate(base: string, accept = 'application/json'): Promise<Token> {
    const seed = await this.seed(base);
    return readToken(await this.validate(base, this.sign(canonicalSeed(seed.text)), accept));
  }

  /** Sends an e-CF. The response contains the ARECF. @param token replaces the client's own token; null for none */
  async sendECF(base: string, xml: string, token?: string | null): Promise<Reply> {
    const fileName = `${read(xml, 'RNCEmisor')}${read(xml, 'eNCF')}.xml`;
    const headers = await this.#bearer(base, token);
    return this.#send(base, '/fe/recepcion/api/ecf', fileName, xml, headers);
  }

  /** Sends an ACECF. */
  async sendACECF(base: string, xml: string): Promise<Reply> {
    const fileName = `${read(xml, 'RNCComprador')}${read(xml, 'eNCF')}.xml`;
    return this.#send(base, '/fe/aprobacioncomercial/api/ecf', fileName, xml, await this.#bearer(base));
  }

  /**
   * Sends an e-CF to the DGII, waits for its verdict, and returns the state as the DGII spells it.
   *
   * @param base includes the environment
   */
  async declare(base: string, xml: string): Promise<string> {
    const seed = await this.#ask(base, dgii.semilla);
    const signed = this.sign(canonicalSeed(seed.text));
    const { token } = readToken(await this.#send(base, dgii.validar, 'semilla.xml', signed));
    const authorization = `bearer ${token}`;
    const fileName = `${read(xml, 'RNCEmisor')}${read(xml, 'eNCF')}.xml`;
    const sent = await this.#send(base, dgii.recepcion, fileName, xml, { authorization });
    const { trackId } = JSON.parse(sent.text) as { trackId: string };
    for (;;) {
      const answer = await fetch(`${base}${dgii.resultado}?trackid=${trackId}`, { headers: { authorization } });
      const { estado } = (await answer.json()) as { estado: string };
      if (estado !== 'En Proceso') return estado;
      await setTimeout(20);
    }
  }

  async #bearer(base: string, explicitToken?: string | null): Promise<Record<string, string>> {
    if (explicitToken === null) return {};
    if (explicitToken !== undefined) return { authorization: `bearer ${explicitToken}` };
    const token = this.#tokens.get(base) ?? this.authenticate(base);
    this.#tokens.set(base, token);
    return { authorization: `bearer ${(await token).token}` };
  }

  #send(base: string, path: string, fileName: string, xml: string, headers: Record<string, string> = {}) {
    const boundary = '------------------------d74496d66958873e';
    const name = this.#habits.namesFiles === false ? '' : `; filename="${fileName}"`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="xml"${name}\r\nContent-Type: text/xml\r\n\r\n`;
    return this.#ask(base, path, {
      method: 'POST',
      headers: { accept: '*/*', ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `${head}${xml}\r\n--${boundary}--\r\n`,
    });
  }

  async #ask(base: string, path: string, request: RequestInit = {}): Promise<Reply> {
    const spelled = this.#habits.spelled?.(path) ?? path;
    const answer = await fetch(`${base}${spelled}`, { redirect: 'error', ...request });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
  }
}

/** Reads a token, as JSON or as XML. @throws Error without one */
function readToken({ status, type, text }: Reply): Token {
  const isXml = /xml/.test(type);
  const part = (name: keyof Token): string =>
    (isXml ? read(text, name) : String((JSON.parse(text) as Partial<Token>)[name] ?? '')) ?? '';
  const token = part('token');
  if (status !== 200 || token === '') throw new Error(`No token: ${status} ${text}`);
  return { token, expira: part('expira'), expedido: part('expedido') };
}
