import { connectCompany } from '../../apps/server/src/features/quickbooks/testing/connect.ts';
import { ecfXml, rfceXml, xmlForm } from '../../apps/server/src/main/testing/xml.ts';
import type { BuiltServer } from '../built-server.ts';

/** The fields of an emission's response that the crash tests check. */
export interface Answer {
  readonly id: string;
  readonly eNCF: string;
}

/**
 * A client that issues reliably. Each document has an idempotency key, and every unanswered request is repeated with
 * the same key until it is answered.
 */
export class Client {
  /** Key → response. */
  readonly answered = new Map<string, Answer>();
  /** Unanswered key → document. */
  readonly #open = new Map<string, object>();
  /** Answered key → document. */
  readonly #settled = new Map<string, object>();
  /** Keys that received two different responses. */
  readonly contradicted: string[] = [];
  /**
   * Documents of the specification's client: the eNCF without a response, and the id in the response for the others.
   */
  readonly #xml = new Set<string>();
  readonly adopted = new Map<string, string>();
  /** Paths of corrected documents, until a server has answered the request to send them. */
  readonly #mended = new Set<string>();
  #key: Promise<string> | undefined;

  /** Calls the server. Undefined if it crashed or refused. */
  async call<T>(
    server: BuiltServer,
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<T | undefined> {
    const response = await this.#ask(server, method, path, body, headers);
    if (!response?.ok) return undefined;
    return (await read(response).catch(() => undefined)) as T | undefined;
  }

  /** Calls the server. Returns the status and the body, also of a refusal; status 0 if it crashed. */
  async answer<T>(
    server: BuiltServer,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T }> {
    const response = await this.#ask(server, method, path, body);
    return { status: response?.status ?? 0, body: (await response?.json()) as T };
  }

  /** Number → id of every document of the server. Throws if it does not answer. */
  async documents(server: BuiltServer): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) });
      const response: Response | undefined = await this.#ask(server, 'GET', `/api/facturas?${query}`, undefined);
      if (!response?.ok) throw new Error(`The documents were not listed: ${response?.status}`);
      const page = (await response.json()) as { facturaElectronicaID: string; eNCF: string }[];
      for (const { facturaElectronicaID, eNCF } of page) ids.set(eNCF, facturaElectronicaID);
      cursor = response.headers.get('x-siguiente');
    }
    return ids;
  }

  /** The server's response of any status; undefined if it crashed. */
  async #ask(server: BuiltServer, method: string, path: string, body: unknown, headers = {}) {
    const key = await this.#keyAt(server).catch(() => undefined);
    if (key === undefined) return undefined;
    const isForm = body instanceof FormData;
    return fetch(server.address + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...headers,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    }).catch(() => undefined);
  }

  /** Connects the company with QuickBooks. Returns its id there. */
  connectQuickBooks(server: BuiltServer): Promise<string> {
    return connectCompany((route, body) => this.call(server, 'POST', route.path, body));
  }

  /** The session key, which stays valid across restarts. */
  #keyAt(server: BuiltServer): Promise<string> {
    this.#key ??= logIn(server).catch((error: Error) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  /** Adds a document to those to be issued. {@link submit} sends it. */
  ask(key: string, document: object): void {
    this.#open.set(key, document);
  }

  /** Sends every unanswered request. */
  async submit(server: BuiltServer): Promise<void> {
    await Promise.all([...this.#open].map(([key, document]) => this.#submit(server, key, document)));
  }

  async #submit(server: BuiltServer, key: string, document: object): Promise<void> {
    const headers = { 'idempotency-key': key };
    const path = '/fe/api/emision/ecf/EnviarFactura';
    const answer = await this.call<Answer>(server, 'POST', path, document, headers);
    if (answer !== undefined) this.#settle(key, document, answer);
  }

  #settle(key: string, document: object, answer: Answer): void {
    const before = this.answered.get(key);
    if (before !== undefined && before.eNCF !== answer.eNCF) this.contradicted.push(key);
    this.answered.set(key, answer);
    this.#open.delete(key);
    this.#settled.set(key, document);
  }

  /**
   * Requests a document once. Returns its refusal as `status code`, `0` without a response, undefined if it was issued.
   */
  async issue(server: BuiltServer, key: string, document: object): Promise<string | undefined> {
    const session = await this.#keyAt(server).catch(() => undefined);
    if (session === undefined) return 'no session';
    const response = await fetch(`${server.address}/fe/api/emision/ecf/EnviarFactura`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(document),
    }).catch(() => undefined);
    const body = await response?.json().catch(() => undefined);
    if (response === undefined || body === undefined) return '0';
    if (!response.ok) return `${response.status} ${(body as { code: string }).code}`;
    this.#settle(key, document, body as Answer);
    return undefined;
  }

  /** Issues a document that may be refused. Returns the code of the refusal, undefined if it was issued. */
  async refusal(server: BuiltServer, document: object): Promise<string | undefined> {
    const response = await fetch(`${server.address}/fe/api/emision/ecf/EnviarFactura`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await this.#keyAt(server)}`, 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
    return response.ok ? undefined : ((await response.json()) as { code: string }).code;
  }

  /** Repeats every answered request. The response must be the same. */
  async repeat(server: BuiltServer): Promise<void> {
    for (const [key, document] of this.#settled) await this.#submit(server, key, document);
  }

  /** Sends a workbook: upload, wait until it is read, send all. */
  async sendWorkbook(server: BuiltServer): Promise<void> {
    const sample = await this.call<Blob>(server, 'GET', '/api/importaciones-muestra');
    if (sample === undefined) return;
    const form = new FormData();
    form.set('archivo', sample, 'muestra.xlsx');
    const created = await this.call<{ id: string }>(server, 'POST', '/api/importaciones', form);
    while (created !== undefined) {
      const path = `/api/importaciones/${created.id}`;
      const seen = await this.call<{ estado: string }>(server, 'GET', path);
      if (seen === undefined) return;
      if (seen.estado === 'listo') return void (await this.call(server, 'POST', `${path}/enviar`, {}));
      if (seen.estado === 'error') throw new Error('The sample workbook was refused');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Settles the unconfirmed documents as a user would, with the authority's own log. */
  async settleUnconfirmed(server: BuiltServer, log: () => Promise<readonly Reception[]>): Promise<void> {
    const unconfirmed = await this.call<{ facturaElectronicaID: string; eNCF: string }[]>(
      server,
      'GET',
      '/api/facturas?estado=sin_confirmar&limit=100',
    );
    // The log is read after the list: for documents that are unconfirmed now, nothing is in transit any more.
    const receptions = unconfirmed?.length ? await log() : [];
    for (const { facturaElectronicaID: id, eNCF } of unconfirmed ?? []) {
      const received = receptions.filter((one) => one.eNCF === eNCF);
      const seen = received.find(({ decision }) => decision.estado !== 'rechazado') ?? received.at(-1);
      if (seen === undefined) continue;
      await this.call(server, 'POST', '/api/sesion/confirmar', { contrasena: server.password });
      const { estado, secuenciaUtilizada, mensajes } = seen.decision;
      const verdict = { estado, secuenciaUtilizada, mensajes, trackId: seen.trackId, nota: 'Visto por la prueba' };
      await this.call(server, 'POST', `/api/documentos/${id}/veredicto`, verdict);
    }
  }

  /**
   * Adds a document to be signed by the server and then sent, as the specification's client does, with its own number.
   * {@link submitXml} sends it.
   */
  askXml(eNCF: string): void {
    this.#xml.add(eNCF);
  }

  /** Signs and sends all unanswered documents of {@link askXml}. */
  async submitXml(server: BuiltServer): Promise<void> {
    for (const eNCF of this.#xml) {
      const id = await this.#sendXml(server, eNCF);
      if (id === undefined) continue;
      const before = this.adopted.get(eNCF);
      if (before !== undefined && before !== id) this.contradicted.push(eNCF);
      this.adopted.set(eNCF, id);
      this.#xml.delete(eNCF);
    }
  }

  /** Sends every answered document of {@link askXml} again. The response must be the same. */
  async repeatXml(server: BuiltServer): Promise<void> {
    for (const eNCF of this.adopted.keys()) this.#xml.add(eNCF);
    await this.submitXml(server);
  }

  async #sendXml(server: BuiltServer, eNCF: string): Promise<string | undefined> {
    const signed = await this.sign(server, eNCF);
    if (signed === undefined) return undefined;
    if (!eNCF.startsWith('E32')) return (await this.post(server, '/api/recepcion', signed))?.id;
    const summary = await this.sign(server, eNCF, signed);
    return summary && (await this.post(server, '/api/rfce/EnviarYConsultar', summary))?.id;
  }

  /** Requests the signature of a document or, with a signed invoice, that of its summary. */
  async sign(server: BuiltServer, eNCF: string, invoice?: string): Promise<string | undefined> {
    const draft = { rnc: server.login, eNCF };
    const codigo = /<SignatureValue>(.{6})/.exec(invoice ?? '')?.[1] ?? '';
    const form = xmlForm(invoice === undefined ? ecfXml(draft) : rfceXml({ ...draft, codigo }));
    const path = '/api/XmlSigner/SignXmlFromDb';
    return (await this.call<{ signedXml: string }>(server, 'POST', path, form))?.signedXml;
  }

  /** Sends a signed document without waiting for the DGII's verdict. */
  post(server: BuiltServer, path: string, xml: string): Promise<{ id: string } | undefined> {
    return this.call<{ id: string }>(server, 'POST', path, xmlForm(xml), { prefer: 'respond-async' });
  }

  /** Corrects documents that were rejected with their number unused, and sends them again. */
  async mendRejected(server: BuiltServer): Promise<void> {
    const query = '/api/facturas?estado=rechazado&limit=20';
    for (const { facturaElectronicaID: id } of (await this.call<{ facturaElectronicaID: string }[]>(
      server,
      'GET',
      query,
    )) ?? []) {
      const path = `/api/documentos/${id}`;
      const signed = await this.call<Blob>(server, 'GET', `${path}/xml`);
      if (signed === undefined) return;
      const xml = (await signed.text()).replace(/<Signature.*<\/Signature>/s, '');
      this.#mended.add(path);
      await this.call(server, 'PUT', `${path}/xml`, { xml });
      await this.sendMended(server);
    }
  }

  /**
   * Sends the corrected documents that may not have been sent yet, because notes may wait for them. A document that is
   * already in transit is refused, and is then done.
   */
  async sendMended(server: BuiltServer): Promise<void> {
    for (const path of this.#mended) {
      if ((await this.#ask(server, 'POST', `${path}/enviar`, {})) !== undefined) this.#mended.delete(path);
    }
  }
}

/** The entries of a reception in the authority's log. */
export interface Reception {
  readonly eNCF: string;
  readonly trackId: string;
  readonly decision: {
    readonly estado: 'aceptado' | 'aceptado_condicional' | 'rechazado';
    readonly secuenciaUtilizada: boolean;
    readonly mensajes: readonly { readonly codigo: string; readonly valor: string }[];
  };
}

async function logIn(server: BuiltServer): Promise<string> {
  const { login: correo, password: contrasena } = server;
  const response = await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ correo, contrasena }),
  });
  if (!response.ok) throw new Error(`The log-in was refused: ${response.status}`);
  return ((await response.json()) as { apiKey: string }).apiKey;
}

const read = (response: Response): Promise<unknown> =>
  response.status === 204
    ? Promise.resolve(null)
    : /json/.test(response.headers.get('content-type') ?? '')
      ? response.json()
      : response.blob();

/** The review of rows that wait for facts, queued for the next midnight: no work of today. */
const waitsForMidnight = (metrics: string): boolean =>
  metrics.includes('timbre_jobs_most_attempts{clase="revision"} 0') &&
  !metrics.includes('timbre_jobs_oldest_due_seconds{clase="revision"}');

/** Waits until no job is left but those of the next midnight. `meanwhile` performs the manual steps. */
export async function settled(server: BuiltServer, meanwhile?: () => Promise<unknown>): Promise<void> {
  const sinceMs = Date.now();
  for (const deadline = Date.now() + 240_000; ; ) {
    await meanwhile?.();
    const metrics = await (await fetch(`${server.address}/metrics`)).text();
    const readMs = Number(/^timbre_database_read_timestamp_seconds (\S+)$/m.exec(metrics)?.[1] ?? 0) * 1_000;
    const left = [...metrics.matchAll(/^timbre_jobs\{clase="(.+?)"\}/gm)].map(([, clase]) => clase);
    const isDone = left.every((clase) => clase === 'revision' && waitsForMidnight(metrics));
    if (readMs >= sinceMs && isDone) return;
    const waiting = metrics
      .split('\n')
      .filter((line) => /^timbre_(jobs|documents_open|authority_breaker_open.* 1$)/.test(line));
    if (Date.now() > deadline) throw new Error(`Jobs do not end:\n${waiting.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const item = (price: string) => ({
  NumeroLinea: 1,
  IndicadorFacturacion: 1,
  NombreItem: 'Cemento gris',
  IndicadorBienoServicio: 1,
  CantidadItem: 1,
  UnidadMedida: 43,
  PrecioUnitarioItem: price,
});

/** A credit invoice without number, totals or issuer. */
export const creditInvoice = (price: string) => ({
  Encabezado: {
    IdDoc: { TipoeCF: '31', TipoIngresos: '01', TipoPago: 1 },
    Comprador: { RNCComprador: '131246796', RazonSocialComprador: 'Ferretería Inventada SRL' },
  },
  DetallesItems: { Item: [item(price)] },
});

/** A consumer invoice, of which only the summary is sent. */
export const consumerInvoice = (price: string) => ({
  Encabezado: { IdDoc: { TipoeCF: '32', TipoIngresos: '01', TipoPago: 1 } },
  DetallesItems: { Item: [item(price)] },
});
