import { rmSync } from 'node:fs';
import { type Ambiente, empresa } from '@timbre/contract';
import { makeP12 } from '@timbre/pkcs12/testing';
import { startSimulator } from '@timbre/simulator';
import { type Stranger, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { makeCertificate } from '../../packages/xml/testing/certificates.ts';
import { type CommandEnd, makeDataFolder, runTimbre, startBuiltServer } from '../built-server.ts';
import { doorAt, rootEnv } from '../door.ts';
import { Client } from './client.ts';
import { Receiver } from './receiver.ts';

/** A company with a built server of its own. */
export interface Company extends Pick<Stranger, 'rnc' | 'sesion'> {
  /** Calls its server. */
  readonly call: ReturnType<typeof doorAt>['call'];
  /** Address at which others reach it, as in the directory. */
  readonly base: string;
  /** Certificate as PEM. */
  readonly certificate: string;
  /** Tax id in its certificate. */
  readonly titular: string;
}

/** Two servers of Timbre and a stranger, with one simulated DGII, in one environment. */
export interface Place {
  readonly a: Company;
  readonly b: Company;
  readonly client: Client;
  readonly receiver: Receiver;
  /** The stranger's RNC, and the tax id in its certificate. */
  readonly rnc: string;
  readonly titular: string;
  /** Address of the DGII, with the environment. */
  readonly dgii: string;
  /** Ends the servers, and checks their data. */
  verify(): Promise<readonly CommandEnd[]>;
  leave(): Promise<void>;
}

/** Makes a key and a certificate with the system's OpenSSL. */
const identityOf = (holder: string, serialNumber: string) =>
  makeCertificate({ subject: `/C=DO/CN=${holder}/serialNumber=${serialNumber}` });

export async function makePlace(ambiente: Ambiente): Promise<Place> {
  const simulator = await startSimulator({ settings: { validacionMs: 50 } });
  const ends: (() => unknown)[] = [() => simulator.close()];
  const leave = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };

  async function startOne() {
    const dataDir = makeDataFolder();
    ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const env = { TIMBRE_DATA_DIR: dataDir, TIMBRE_SIMULATOR_URL: simulator.hosts.ecf, DATABASE_URL: '' };
    const company = { login: '', password: '' };
    const server = await startBuiltServer({ dataDir, env, company });
    ends.push(() => server.kill('SIGKILL'));
    return { server, env };
  }

  /** Adds a taxpayer to the directory. */
  const list = (rnc: string, base: string) =>
    fetch(`${simulator.hosts.ecf}/_control/directory`, {
      method: 'POST',
      body: JSON.stringify({ nombre: rnc, rnc, urlRecepcion: base, urlAceptacion: base, urlOpcional: base }),
    });

  async function register(address: string, titular: string): Promise<Company> {
    const { call, ...door } = doorAt(address);
    const { rnc, sesion } = await stranger({ ...door, call }, { ambiente, certificado: false, rangos: ['31'] });
    const identity = identityOf('Persona de Prueba', `IDCDO-${titular}`);
    const form = new FormData();
    form.set('archivo', new File([new Uint8Array(makeP12(identity, 'clave del p12'))], 'empresa.p12'));
    form.set('clave', 'clave del p12');
    const { status, text } = await call(empresa.cargarCertificado, { form }, sesion);
    if (status >= 400) throw new Error(`The certificate was refused: ${text}`);
    return { rnc, sesion, call, base: address, certificate: identity.certificate, titular };
  }

  try {
    const running = await Promise.all([startOne(), startOne()]);
    const [first, second] = running;
    const a = await register(first.server.address, '00100000017');
    const atB = await register(second.server.address, '00100000025');
    // A is reached at the root of its host, B at a path with its RNC.
    const b = { ...atB, base: `${atB.base}/${atB.rnc}` };
    const rnc = '131880600';
    const titular = '00113918205';
    // The DGII's text requires only the number, without a prefix.
    const identity = identityOf('Programa Ajeno', titular);
    const receiver = new Receiver(rnc, identity, [a.certificate, b.certificate]);
    ends.push(() => receiver.close());
    await list(a.rnc, a.base);
    await list(b.rnc, b.base);
    await list(rnc, await receiver.listen());
    return {
      a,
      b,
      client: new Client(identity),
      receiver,
      rnc,
      titular,
      dgii: `${simulator.hosts.ecf}/${ambiente}`,
      async verify() {
        await Promise.all(running.map(({ server }) => server.kill('SIGTERM')));
        return Promise.all(running.map(({ env }) => runTimbre({ TIMBRE_DEMO: '0', ...rootEnv, ...env }, 'verificar')));
      },
      leave,
    };
  } catch (error) {
    await leave();
    throw error;
  }
}
