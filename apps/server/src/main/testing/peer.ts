import { receptor } from '@timbre/contract';
import { createSigner, type Signer, signXml } from '@timbre/xml/node';
import { makeCertificate, type TestIdentity } from '@timbre/xml/testing/certificates';
import type { TestServer } from './server.ts';
import { xmlForm } from './xml.ts';

/** Another taxpayer, which calls the services of the receiver. */
export interface Peer {
  readonly identity: TestIdentity;
  readonly signer: Signer;
  /** A token of the receiver. */
  token(): Promise<string>;
  /** Sends a signed e-CF. @param rnc of the address, if it has one */
  send(xml: string | Buffer, rnc?: string): Promise<{ status: number; text: string; code: string | undefined }>;
  /** Sends a signed commercial approval. */
  approve(xml: string | Buffer, rnc?: string): Promise<{ status: number; text: string; code: string | undefined }>;
  sign(xml: string): Promise<string>;
}

/** Makes a taxpayer with a certificate of its own. */
export function makePeer({ call }: Pick<TestServer, 'call'>, identity: TestIdentity = makeCertificate()): Peer {
  const signer = createSigner(identity);
  const sign = async (xml: string) => (await signXml(xml, signer)).xml;
  let known: Promise<string> | undefined;

  async function logIn(): Promise<string> {
    const { text: seed } = await call(receptor.semillaReceptor, {});
    const { text } = await call(receptor.validacionCertificado, { form: xmlForm(await sign(seed)) });
    return JSON.parse(text).token;
  }
  const token = () => {
    known ??= logIn();
    return known;
  };
  async function post(kind: 'recepcionECF' | 'aprobacionECF', xml: string | Buffer, rnc?: string) {
    const form = xmlForm(xml);
    const { status, text, problem } =
      rnc === undefined
        ? await call(receptor[kind], { form }, await token())
        : await call(receptor[`${kind}De`], { params: { rnc }, form }, await token());
    return { status, text, code: problem?.code };
  }
  return {
    identity,
    signer,
    token,
    sign,
    send: (xml, rnc) => post('recepcionECF', xml, rnc),
    approve: (xml, rnc) => post('aprobacionECF', xml, rnc),
  };
}

/** The text of an element. */
export const leaf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
