// e-CF of other issuers received over HTTP by the built server on PostgreSQL. Each is verified, acknowledged with a
// signature and stored before the response is sent. The limit is the rate of one core that only verifies such documents
// and signs as many acknowledgements. The ratio to verifying alone is shown too.
import { writeDocument } from '@timbre/ecf';
import { createSigner, type Signer, signCanonical, signXml, trustAnyIssuer, verifyXml } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { FormData } from 'undici';
import { type IssuingServer, startIssuingServer } from './issuing-server.ts';
import { type BenchResult, measureCpuRate, measureInTurns, median, opensslSpeed } from './measure.ts';
import { withDatabase } from './own-database.ts';
import { sampleECF } from './sample-ecf.ts';

/** Number of senders. Each stays within its rate limit: see features/receptor. */
const senders = 6;
const ofEach = 150;
const rounds = 5;
const connections = 32;

const formOf = (xml: string): FormData => {
  const form = new FormData();
  form.set('xml', new File([xml], 'a.xml', { type: 'text/xml' }));
  return form;
};

async function tokenOf({ request }: IssuingServer, signer: Signer): Promise<string> {
  const base = '/fe/autenticacion/api';
  const seed = await request('GET', `${base}/semilla`, { headers: {}, body: null });
  const body = formOf((await signXml(seed.text, signer)).xml);
  const answer = await request('POST', `${base}/validacioncertificado`, { headers: {}, body });
  return (JSON.parse(answer.text) as { token: string }).token;
}

export default function benchReceiver(): Promise<BenchResult> {
  return withDatabase(async (databaseUrl) => {
    const server = await startIssuingServer({ env: { DATABASE_URL: databaseUrl }, connections });
    try {
      return await measure(server);
    } finally {
      await server.stop();
    }
  });
}

async function measure(issuing: IssuingServer): Promise<BenchResult> {
  const signers = Array.from({ length: senders }, () => createSigner(makeCertificate()));
  const tokens: string[] = [];
  for (const signer of signers) tokens.push(await tokenOf(issuing, signer));
  const buyer = issuing.server.login;
  let number = 0;
  const sealed = async (signer: Signer): Promise<string> => {
    number += 1;
    const tree = sampleECF(number);
    const { Comprador } = tree.Encabezado;
    tree.Encabezado.Comprador = { ...Comprador, RNCComprador: buyer };
    return (await signCanonical(writeDocument('ECF', tree), signer)).xml;
  };
  /** Makes the documents of a round, and returns the rate at which the server received them. */
  async function received(): Promise<number> {
    const posts: { readonly token: string; readonly xml: string }[] = [];
    for (let i = 0; i < ofEach; i += 1)
      for (const [at, signer] of signers.entries()) posts.push({ token: tokens[at] ?? '', xml: await sealed(signer) });
    const start = performance.now();
    const worker = async () => {
      for (let post = posts.pop(); post !== undefined; post = posts.pop()) {
        const headers = { authorization: `Bearer ${post.token}` };
        const sent = { headers, body: formOf(post.xml) };
        const { status, text } = await issuing.request('POST', '/fe/recepcion/api/ecf', sent);
        if (status !== 200 || !text.includes('<Estado>0</Estado>')) throw new Error(`Not received: ${status} ${text}`);
      }
    };
    await Promise.all(Array.from({ length: connections }, worker));
    return (senders * ofEach * 1_000) / (performance.now() - start);
  }

  const xmls = await Promise.all(signers.map(sealed));
  const trust = trustAnyIssuer(new Date());
  let at = 0;
  const verified = () =>
    measureCpuRate(() => {
      at += 1;
      verifyXml(xmls[at % xmls.length] ?? '', { trust });
    }, 1);
  const { sign } = opensslSpeed();
  await received();
  const verifying: number[] = [];
  const bound = () => {
    const verify = verified();
    verifying.push(verify);
    return 1 / (1 / verify + 1 / sign);
  };
  const { value, limit } = await measureInTurns(received, bound, rounds);
  const list = await issuing.call<{ totalItems: number }>('GET', '/api/facturas/recibidas');
  const verify = median(verifying);
  const detail = {
    'signatures/s of one core': sign,
    'verified/s by one core': verify,
    'ratio to verifying alone': value / verify,
    'listed (at most 1,000)': list.totalItems,
  };
  return { name: 'receiver', value, unit: 'documents/s', limit, ratio: value / limit, target: 0.5, detail };
}
