import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client, consumerInvoice, creditInvoice, type Reception, settled } from '../crash/client.ts';
import type { Place } from '../crash/rig.ts';

const report606 = '/api/reportes-fiscales/606';

/** Number of receipts on paper in a report: enough for two parts. */
const receipts = 600;

/** A month, and its receipts. Each report has its own month. */
function paper(report: number) {
  const month = `${2025 - Math.floor(report / 12)}-${String(1 + (report % 12)).padStart(2, '0')}`;
  const datos = Array.from({ length: receipts }, (_, i) => ({
    rnc: '132111117',
    razonSocial: 'Suplidora Inventada SRL',
    ncf: `B01${String(1 + report * receipts + i).padStart(8, '0')}`,
    fecha: `${month}-10`,
    montoTotal: '1180.00',
    itbis: '180.00',
  }));
  return { fechaDesde: `${month}-01`, fechaHasta: `${month}-28`, datos };
}

/**
 * Uses a server, and records its acknowledgements outside of it. The simulator records the documents that the DGII
 * received.
 */
export class Witness {
  readonly #place: Place;
  readonly #client = new Client();
  /** Paths of the imports and reports that the server has acknowledged. */
  readonly #taken: string[] = [];
  #asked = 0;
  #reports = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Number of acknowledgements. */
  get heard(): number {
    return this.#client.answered.size + this.#taken.length;
  }

  /** Waits for that many more acknowledgements (20 s at most), and then for some time. */
  async hearing(more: number, ms: number): Promise<void> {
    const before = this.heard;
    const deadline = Date.now() + 20_000;
    while (this.heard < before + more && Date.now() < deadline) await delay(5);
    await delay(ms);
  }

  /** Issues new documents, and those that the last cut left without a response. */
  async issue(server: BuiltServer, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      this.#asked += 1;
      const document = i % 3 === 0 ? consumerInvoice('50.00') : creditInvoice('100.00');
      this.#client.ask(`documento ${this.#asked}`, document);
    }
    await this.#client.submit(server);
  }

  /** Uploads a workbook, and sends its documents when it has been read. */
  async sendWorkbook(server: BuiltServer): Promise<void> {
    const sample = await this.#client.call<Blob>(server, 'GET', '/api/importaciones-muestra');
    if (sample === undefined) return;
    const form = new FormData();
    form.set('archivo', sample, 'muestra.xlsx');
    const created = await this.#client.call<{ id: string }>(server, 'POST', '/api/importaciones', form);
    if (created === undefined) return;
    const path = `/api/importaciones/${created.id}`;
    this.#taken.push(path);
    for (let estado: string | undefined = 'procesando'; estado === 'procesando'; await delay(50))
      estado = (await this.#client.call<{ estado: string }>(server, 'GET', path))?.estado;
    const sent = await this.#client.call<{ enviar: number }>(server, 'POST', `${path}/enviar`, {});
    if (sent !== undefined) this.#taken.push(path);
  }

  /** Generates a 606 from receipts on paper. */
  async makeReport(server: BuiltServer): Promise<void> {
    const made = await this.#client.call<{ _id: string }>(server, 'POST', report606, paper(this.#reports++));
    if (made === undefined) return;
    this.#taken.push(`${report606}/${made._id}`);
    for (let estado: string | undefined = ''; estado !== undefined && estado !== 'listo'; await delay(50))
      estado = (await this.#client.call<{ estado: string }>(server, 'GET', `${report606}/${made._id}`))?.estado;
  }

  /** Numbers of the documents that the DGII received. */
  async received(): Promise<string[]> {
    return (await this.#place.control<Reception[]>('log')).map(({ eNCF }) => eNCF);
  }

  /** Acknowledged documents, and numbers received by the DGII, that a server does not have. */
  async lost(server: BuiltServer, received: readonly string[], client = new Client()) {
    const held = await client.documents(server);
    return {
      acknowledged: [...this.#client.answered.values()].filter(({ eNCF, id }) => held.get(eNCF) !== id),
      received: received.filter((eNCF) => !held.has(eNCF)),
    };
  }

  /** Checks that a server has every document, all other acknowledged data, and its sessions. */
  async demandAll(server: BuiltServer, received: readonly string[]): Promise<void> {
    expect(await this.lost(server, received, this.#client)).toEqual({ acknowledged: [], received: [] });
    for (const path of this.#taken)
      expect([path, await this.#client.answer(server, 'GET', path)]).toMatchObject([path, { status: 200 }]);
  }

  /** Waits until all work has ended, and checks that no response changes and that nothing is there twice. */
  async conclude(server: BuiltServer): Promise<void> {
    await this.#client.submit(server);
    await this.#client.repeat(server);
    await settled(server);
    expect(this.#client.contradicted).toEqual([]);
    for (const path of this.#taken.filter((each) => each.startsWith(report606))) {
      const rows = await this.#client.call<{ total: number }>(server, 'GET', `${path}/filas?cuantas=1`);
      expect([path, rows?.total]).toEqual([path, receipts]);
    }
    await this.demandAll(server, await this.received());
  }
}
