import { autoridad, documentos, emision } from '@timbre/contract';
import { sql } from 'kysely';
import { afterEach, expect } from 'vitest';
import { saleOf } from '../../../../main/testing/draft.ts';
import { withIssuing } from '../../../../main/testing/issuing.ts';
import { ecfXml, justNow, signedElsewhere, xmlForm } from '../../../../main/testing/xml.ts';
import { checkLedger, type Finding } from '../../ledger/ledger-check.ts';

/** The security code of a signed document. */
export const codeOf = (xml: string) => /<SignatureValue>(.{6})/.exec(xml)?.[1] ?? '';

/** The number after another of its range. */
export const following = (eNCF: string, by = 1) =>
  `${eNCF.slice(0, 3)}${String(Number(eNCF.slice(3)) + by).padStart(10, '0')}`;

/** A company that issues, and the calls that take documents which other programs made. */
export function withAdoption() {
  const server = withIssuing();
  let last = 1_000;

  /** Returns a number of the company's range that no test has used. */
  const unused = (tipo: string): string => {
    last += 10;
    return `E${tipo}${String(last).padStart(10, '0')}`;
  };

  const recibir = (xml: string, fields = {}, headers: Record<string, string> = {}) =>
    server.call(autoridad.recepcion, { form: xmlForm(xml, fields), headers }, server.key);
  const firmar = async (xml: string, fields = {}) =>
    server.call(emision.signXmlFromDb, { form: xmlForm(xml, fields, 'XmlFile') }, server.key);
  const resumir = (xml: string, fields = {}, headers: Record<string, string> = {}) =>
    server.call(emision.enviarYConsultarRfce, { form: xmlForm(xml, fields, 'XmlFile'), headers }, server.key);

  /** A credit invoice that another program signed with the company's certificate. */
  const signedInvoice = async (eNCF: string, more = {}) =>
    (await signedElsewhere(server, ecfXml({ rnc: server.rnc, eNCF, fechaFirma: justNow(), ...more }))).xml;

  /** Returns the answer of the signing call for a document that it must accept. */
  const signedHere = async (xml: string, fields = {}): Promise<string> => {
    const { body, problem } = await firmar(xml, fields);
    if (problem) throw new Error(JSON.stringify(problem));
    return body.signedXml;
  };

  const receptions = (eNCF: string) => server.simulator.control.log().filter((each) => each.eNCF === eNCF);

  const rowsOf = async (eNCF: string) => {
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql<{
        id: string;
        es_rfce: boolean;
        estado: string;
        ocupa_numero: boolean;
        resume_a: string | null;
        xml: string;
      }>`
        select id, es_rfce, estado, ocupa_numero, resume_a, xml from documento where encf = ${eNCF} order by es_rfce`.execute(
        tx,
      ),
    );
    return rows;
  };

  const finalOf = (id: string) =>
    server.until(async () => {
      const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
      return ['aceptado', 'aceptado_condicional', 'rechazado'].includes(body.estado) ? body : undefined;
    });

  /** Issues the next number of a type through the API. */
  const issueNext = async (tipo: '31' | '32') => {
    const body = saleOf({ tipo, precio: '10.00' });
    const { body: issued, problem } = await server.call(emision.enviarFactura, { body }, server.key);
    if (problem) throw new Error(JSON.stringify(problem));
    return issued.eNCF;
  };

  /** Checks every invariant of the ledger against what the authority received. */
  async function demandOrder(): Promise<void> {
    await server.until(async () => {
      const { rows } = await server.ctx.db.system((tx) => sql`select from trabajo where clase = 'envio'`.execute(tx));
      return rows.length === 0;
    });
    const findings: Finding[] = [];
    const witnessed = server.simulator.control.log();
    const journal = server.ctx.journal.highest();
    await checkLedger(
      server.ctx.db,
      { seals: server.ctx.seals, autoridad: 'simulador', now: new Date(), journal, witnessed },
      (finding) => findings.push(finding),
    );
    expect(findings).toEqual([]);
    const { rows } = await server.ctx.db.system((tx) =>
      sql<{ sha256: string }>`
        select encode(xml_sha256, 'hex') as sha256 from documento where estado in ('aceptado', 'aceptado_condicional')
          and not exists (select from documento r where r.resume_a = documento.id)`.execute(tx),
    );
    const accepted = server.simulator.control.accepted().map(({ sha256 }) => sha256);
    expect(accepted.sort()).toEqual(rows.map(({ sha256 }) => sha256).sort());
  }

  afterEach(() => server.simulator.control.clearFaults());

  return {
    server,
    unused,
    recibir,
    firmar,
    resumir,
    signedInvoice,
    signedHere,
    receptions,
    rowsOf,
    finalOf,
    issueNext,
    demandOrder,
  };
}
