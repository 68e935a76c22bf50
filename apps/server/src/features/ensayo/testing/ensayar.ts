import { ensayo as contract } from '@timbre/contract';
import { formatFecha, formatFechaHora } from '@timbre/values';
import { createSigner, signXml } from '@timbre/xml/node';
import { makeCertificate, type TestIdentity } from '@timbre/xml/testing/certificates';
import { beforeAll, expect } from 'vitest';
import { withServer } from '../../../main/testing/server.ts';
import { ecfXml, xmlForm } from '../../../main/testing/xml.ts';

/** RNC of the issuer of the documents. */
export const emisor = '131880600';

/** A time of signing after the certificates of a test were made, and before the clock of the server. */
export const soon = () => formatFechaHora(Date.now() + 30_000);

export const invoice = () => ecfXml({ rnc: emisor, eNCF: 'E310000000001', fechaFirma: soon() });
export const note = (more = '') =>
  invoice()
    .replaceAll(/E31|<TipoeCF>31/g, (match) => match.replace('31', '33'))
    .replace(
      '<FechaHoraFirma>',
      `<InformacionReferencia><NCFModificado>E310000000009</NCFModificado><FechaNCFModificado>${formatFecha(Date.now())}</FechaNCFModificado><CodigoModificacion>3</CodigoModificacion>${more}</InformacionReferencia><FechaHoraFirma>`,
    );

export const statesOf = ({ comprobaciones }: contract.Ensayo) =>
  Object.fromEntries(comprobaciones.map(({ nombre, estado }) => [nombre, estado]));
export const codesOf = ({ comprobaciones }: contract.Ensayo) =>
  comprobaciones.flatMap(({ hallazgos }) => hallazgos.map(({ codigo }) => codigo));
export const wrongOf = (answer: contract.Ensayo) =>
  answer.comprobaciones.flatMap(({ nombre, estado }) => (estado === 'mal' ? [nombre] : []));

/** A server, a person who signs, and the call that checks an XML. */
export function withEnsayo() {
  const server = withServer();
  let identity: TestIdentity;

  beforeAll(() => {
    // The certificates of the tests are valid from now on.
    server.clock.advance(Date.now() + 60_000 - server.clock.now().getTime());
    identity = makeCertificate({ subject: `/C=DO/CN=Persona de Prueba/serialNumber=IDCDO-${emisor}` });
  });

  const sign = async (xml: string, by = identity) => (await signXml(xml, createSigner(by))).xml;

  /** The server's answer, without the rate limit of the address. */
  async function ensayar(xml: string | Uint8Array) {
    server.clock.advance(2_000);
    const { status, body } = await server.call(contract.ensayar, { form: xmlForm(xml) });
    expect(status).toBe(200);
    return body;
  }

  return { server, sign, ensayar };
}
