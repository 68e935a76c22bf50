import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Ambiente } from '@timbre/contract';
import { parseRNC } from '@timbre/values';
import { describeCertificate, openP12, P12Error } from '@timbre/xml/node';
import type { Context } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { afterCommit, type Tx } from '../../db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../events/events.ts';
import type { Actor, CompanyCaller } from '../../http/caller.ts';
import type { FormFile } from '../../http/form.ts';
import { refuse } from '../../http/problem.ts';
import * as repo from './repo.ts';
import { certificateTopic } from './signers.ts';

/** The company, and its certificate in use. */
export async function readEmpresa(tx: Tx, empresaId: string) {
  const [empresa, certificado] = await Promise.all([
    repo.findEmpresa(tx, empresaId),
    repo.activeCertificate(tx, empresaId),
  ]);
  return { empresa, certificado };
}

/** Throws Problem `acceso/denegado` unless the RNC that a request brings is that of the caller's company. Gives the RNC. */
export async function demandOwnRnc(ctx: Context, caller: CompanyCaller, claim: string | undefined): Promise<string> {
  const { rnc } = await ctx.issuers.of(caller.empresaId);
  if (claim !== undefined && parseRNC(claim) !== rnc) refuse('acceso/denegado', 'Ese RNC no es el de su empresa');
  return rnc;
}

/** A company to be registered. */
export interface NewEmpresa {
  readonly rnc: string;
  readonly razonSocial: string;
  /** Goes into the documents that bring none. */
  readonly direccion?: string;
  readonly ambiente: Ambiente;
  readonly demo: boolean;
  /** Not by itself: it may work at once. */
  readonly aprobada: boolean;
}

/** Registers a company, with a data key of its own. Gives its id. */
export async function createEmpresa(
  ctx: Pick<Context, 'clock' | 'keyring'>,
  tx: Tx,
  empresa: NewEmpresa,
): Promise<string> {
  const id = newId(ctx.clock.now());
  const { rnc, razonSocial, direccion, ambiente, demo, aprobada } = empresa;
  const row = {
    id,
    rnc,
    razon_social: razonSocial,
    direccion: direccion ?? null,
    ambiente,
    demo,
    aprobada: aprobada ? ctx.clock.now() : null,
    llave_envuelta: ctx.keyring.newDataKey(id),
  };
  await tx.insertInto('empresa').values(row).execute();
  return id;
}

/** A certificate taken apart: the file it came in, and what was in it. */
export interface CertificateMaterial {
  readonly fileName: string;
  readonly p12: Buffer;
  readonly password: string;
  /** Private key and certificate, PEM. */
  readonly key: string;
  readonly certificate: string;
}

/**
 * Opens a .p12.
 *
 * @throws Problem `certificado/invalido`, with the reason
 */
export async function openCertificate(ctx: Context, file: FormFile, password: string): Promise<CertificateMaterial> {
  const opened = await openP12(file.bytes, password, { at: ctx.clock.now() }).catch((error: unknown) => {
    if (error instanceof P12Error) refuse('certificado/invalido', error.message);
    throw error;
  });
  return { fileName: file.name, p12: file.bytes, password, key: opened.key, certificate: opened.certificate };
}

/** A certificate as it is stored: its secrets sealed under the company's key. */
export type SealedCertificate = Awaited<ReturnType<typeof sealCertificate>>;

/** Seals a certificate for its company. Not within a transaction: the company's key may have to be read. */
export async function sealCertificate(ctx: Context, empresaId: string, material: CertificateMaterial) {
  const now = ctx.clock.now();
  const id = newId(now);
  const facts = describeCertificate(material.certificate);
  const keyDer = createPrivateKey(material.key).export({ format: 'der', type: 'pkcs8' });
  const sealed = (column: string, plain: Buffer) => ctx.secrets.seal({ empresaId, id, column }, plain);
  return {
    empresa_id: empresaId,
    id,
    archivo: material.fileName.slice(0, 200),
    p12_cifrado: await sealed('p12_cifrado', material.p12),
    clave_cifrada: await sealed('clave_cifrada', Buffer.from(material.password)),
    llave_cifrada: await sealed('llave_cifrada', keyDer),
    certificado_der: new X509Certificate(material.certificate).raw,
    titular: facts.holder,
    id_titular: facts.holderId ?? null,
    emisor: facts.issuer,
    serie: facts.serialNumber,
    huella: facts.fingerprint,
    valido_desde: facts.validFrom,
    valido_hasta: facts.validTo,
    activo: true,
    creado: now,
  };
}

/** Puts a certificate in use, in the place of the one there was. Gives the events that tell of it. */
export async function putCertificate(ctx: Context, tx: Tx, row: SealedCertificate, by: Actor): Promise<NewEvent[]> {
  await repo.replaceCertificate(tx, row);
  afterCommit(tx, () => ctx.signals.emit(certificateTopic));
  const datos = { huella: row.huella, titular: row.titular, hasta: row.valido_hasta.toISOString(), ...by };
  return [{ tipo: 'certificado.cargado', sujeto: row.id, datos }, configuracionEvent('certificado')];
}

/** Seals a certificate and puts it in use. */
export async function storeCertificate(ctx: Context, empresaId: string, material: CertificateMaterial, by: Actor) {
  const row = await sealCertificate(ctx, empresaId, material);
  await ctx.db.tenant(empresaId, async (tx) =>
    ctx.events.append(tx, empresaId, await putCertificate(ctx, tx, row, by)),
  );
  return row;
}

/**
 * Opens a .p12 that a person loaded and puts its certificate in use.
 *
 * @throws Problem `certificado/invalido`, with the reason
 */
export const loadCertificate = async (ctx: Context, empresaId: string, file: FormFile, password: string, by: Actor) =>
  storeCertificate(ctx, empresaId, await openCertificate(ctx, file, password), by);

/** The company's certificates, the newest first, also those it no longer uses. */
export const listCertificates = (ctx: Context, empresaId: string) =>
  ctx.db.tenant(empresaId, (tx) => repo.listCertificates(tx, empresaId));

/**
 * The .p12 in use, as it was loaded.
 *
 * @throws Problem `certificado/falta`
 */
export async function readCertificateFile(ctx: Context, empresaId: string) {
  const row = await ctx.db.tenant(empresaId, (tx) => repo.activeFile(tx, empresaId));
  if (row === undefined) return refuse('certificado/falta');
  const { id, archivo, huella, p12_cifrado } = row;
  return { id, archivo, huella, p12: await ctx.secrets.open({ empresaId, id, column: 'p12_cifrado' }, p12_cifrado) };
}
