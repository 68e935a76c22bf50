import type { BuiltServer } from '../built-server.ts';

/** What an emission answers, as far as the crash tests look. */
export interface Answer {
  readonly id: string;
  readonly eNCF: string;
}

/**
 * A program that issues, as its author would write it: each document has its key, and whatever was not answered is asked
 * again, with the same key, for as long as it takes.
 */
export class Client {
  /** What was promised for each key. */
  readonly answered = new Map<string, Answer>();
  /** Keys asked and not answered yet, with their document. */
  readonly #open = new Map<string, object>();
  /** Keys answered, with their document. */
  readonly #settled = new Map<string, object>();
  /** Keys that were answered twice, differently. */
  readonly contradicted: string[] = [];
  #key: Promise<string> | undefined;

  /** Calls the server; undefined when it died or refused. */
  async call<T>(
    server: BuiltServer,
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<T | undefined> {
    const key = await this.#keyAt(server).catch(() => undefined);
    if (key === undefined) return undefined;
    const isForm = body instanceof FormData;
    const response = await fetch(server.address + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...headers,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    }).catch(() => undefined);
    if (response === undefined || !response.ok) return undefined;
    return (await read(response).catch(() => undefined)) as T | undefined;
  }

  /** The session's key: it outlives the servers. */
  #keyAt(server: BuiltServer): Promise<string> {
    this.#key ??= logIn(server).catch((error: Error) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  /** Wants a document issued. */
  ask(key: string, document: object): void {
    this.#open.set(key, document);
  }

  /** Asks for everything that was not answered yet; answered keys are asked again now and then, and must answer the same. */
  async submit(server: BuiltServer): Promise<void> {
    await Promise.all([...this.#open].map(([key, document]) => this.#submit(server, key, document)));
  }

  async #submit(server: BuiltServer, key: string, document: object): Promise<void> {
    const headers = { 'idempotency-key': key };
    const path = '/fe/api/emision/ecf/EnviarFactura';
    const answer = await this.call<Answer>(server, 'POST', path, document, headers);
    if (answer === undefined) return;
    const before = this.answered.get(key);
    if (before !== undefined && before.eNCF !== answer.eNCF) this.contradicted.push(key);
    this.answered.set(key, answer);
    this.#open.delete(key);
    this.#settled.set(key, document);
  }
  /** Issues a document that may be refused; gives the code of the refusal, undefined when it was issued. */
  async refusal(server: BuiltServer, document: object): Promise<string | undefined> {
    const response = await fetch(`${server.address}/fe/api/emision/ecf/EnviarFactura`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await this.#keyAt(server)}`, 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
    return response.ok ? undefined : ((await response.json()) as { code: string }).code;
  }

  /** Asks again for every document that was answered: the same must come back. */
  async repeat(server: BuiltServer): Promise<void> {
    for (const [key, document] of this.#settled) await this.#submit(server, key, document);
  }

  /** Sends a workbook through: upload, wait for its reading, send all. */
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

  /** Mends a document that was rejected with its number unused, and sends it again. */
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
      await this.call(server, 'PUT', `${path}/xml`, { xml });
      await this.call(server, 'POST', `${path}/enviar`, {});
    }
  }
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

/** Waits until no job is left. */
export async function settled(server: BuiltServer): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; ) {
    const metrics = await (await fetch(`${server.address}/metrics`)).text();
    if (!metrics.includes('timbre_jobs{')) return;
    if (Date.now() > deadline) throw new Error(`Jobs do not end:\n${metrics}`);
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

/** A consumer invoice, which travels as its summary. */
export const consumerInvoice = (price: string) => ({
  Encabezado: { IdDoc: { TipoeCF: '32', TipoIngresos: '01', TipoPago: 1 } },
  DetallesItems: { Item: [item(price)] },
});
