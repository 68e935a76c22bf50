import type { DirectorioEntry } from '@timbre/authority';
import { createSigner, describeCertificate, type Signer } from '@timbre/xml/node';
import type { Facts } from './registry.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** A taxpayer to simulate: an electronic issuer that also receives documents. */
export interface NewTaxpayer {
  readonly rnc: string;
  readonly nombre: string;
  /** Its certificate and private key, as PEM. */
  readonly certificate: string;
  readonly key: string;
}

/** Reason for refusing an e-CF. @source Formato Acuse de Recibo v1.0, CodigoMotivoNoRecibido */
export type Motivo = '1' | '2' | '3' | '4';

/** An e-CF sent to a taxpayer, and its acknowledgement. */
export interface ReceivedECF {
  readonly fileName: string;
  readonly sha256: string;
  readonly rncEmisor: string;
  readonly eNCF: string;
  /** `0` received, `1` not received. */
  readonly estado: '0' | '1';
  /** Reason, if it was not received. */
  readonly motivo: Motivo | undefined;
  /** Facts of the document, if it was received. */
  readonly facts: Facts | undefined;
  /** The signed ARECF. */
  readonly acuse: string;
}

/** A commercial approval sent to a taxpayer. */
export interface ReceivedACECF {
  readonly rncComprador: string;
  readonly eNCF: string;
  /** `1` accepted, `2` rejected; undefined if it could not be read. */
  readonly estado: string | undefined;
  readonly motivo: string | undefined;
  /** Reason for answering 400; undefined if it was accepted. */
  readonly refusal: string | undefined;
  readonly xml: string;
}

/** A simulated taxpayer, in memory. */
export interface Taxpayer {
  readonly rnc: string;
  readonly nombre: string;
  readonly signer: Signer;
  /** Tax id of its certificate's owner. */
  readonly holderId: string;
  readonly sessions: Sessions;
  readonly received: ReceivedECF[];
  readonly approvals: ReceivedACECF[];
  /** Facts of the documents that it issued, by eNCF. */
  readonly issued: Map<string, Facts>;
  /** Ordered refusals, which replace its own decision. */
  readonly ordered: { readonly motivo: Motivo; readonly eNCF?: string }[];
}

/** Creates a taxpayer. @throws SignatureError if the certificate or the key cannot be used */
export function createTaxpayer({ rnc, nombre, certificate, key }: NewTaxpayer, now: () => number): Taxpayer {
  const signer = createSigner({ key, certificate });
  return {
    rnc,
    nombre,
    signer,
    holderId: describeCertificate(Buffer.from(signer.certificate, 'base64')).holderId ?? '',
    sessions: createSessions(now),
    received: [],
    approvals: [],
    issued: new Map(),
    ordered: [],
  };
}

/** The taxpayer of the DGII's own simulator. @source Descripción técnica v1.6, "Consulta directorio" */
export const dgiiTaxpayer = { nombre: 'DGII', rnc: '131880738' } as const;
const dgiiPath = '/testecf/emisorreceptor';

/** Path prefix of a taxpayer's services. */
const pathOf = (rnc: string): string => (rnc === dgiiTaxpayer.rnc ? dgiiPath : `/emisorreceptor/${rnc}`);

/** Directory entry of a taxpayer: one address for all of its services. */
export function directoryEntryOf({ rnc, nombre }: Pick<Taxpayer, 'rnc' | 'nombre'>, baseUrl: string): DirectorioEntry {
  const own = `${baseUrl}${pathOf(rnc)}`;
  return { nombre, rnc, urlRecepcion: own, urlAceptacion: own, urlOpcional: own };
}

/** The services of each issuer, by method and path in lower case. @source Descripción técnica v1.6, pp. 53-57 */
const paths = {
  'GET /fe/autenticacion/api/semilla': 'semillaDeContribuyente',
  'POST /fe/autenticacion/api/validacioncertificado': 'tokenDeContribuyente',
  'POST /fe/recepcion/api/ecf': 'recepcionDeContribuyente',
  'POST /fe/aprobacioncomercial/api/ecf': 'aprobacionDeContribuyente',
} as const;

/** A service of a taxpayer. */
export type TaxpayerService = (typeof paths)[keyof typeof paths];

/** Finds the taxpayer and the service of a path in lower case. */
export function findTaxpayerService(
  method: string,
  path: string,
  taxpayers: ReadonlyMap<string, Taxpayer>,
): { readonly taxpayer: Taxpayer; readonly service: TaxpayerService } | undefined {
  const [, base = '', rnc = dgiiTaxpayer.rnc, rest = ''] =
    /^(\/testecf\/emisorreceptor|\/emisorreceptor\/(\d{9}|\d{11}))(\/fe\/.*)$/.exec(path) ?? [];
  const taxpayer = base === '' ? undefined : taxpayers.get(rnc);
  const service = paths[`${method} ${rest}` as keyof typeof paths];
  return taxpayer === undefined || service === undefined ? undefined : { taxpayer, service };
}
