import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { empresa } from '@timbre/contract';
import { parseRNC } from '@timbre/values';
import { describeCertificate, openP12, P12Error } from '@timbre/xml/node';
import type { Context } from '../../context.ts';
import * as repo from '../../cuentas/certificate-repo.ts';
import { changedDatos, readDatos } from '../../cuentas/datos-empresa.ts';
import { storeDatos } from '../../cuentas/empresas-repo.ts';
import { issuersTopic } from '../../cuentas/issuers.ts';
import { certificateTopic } from '../../cuentas/signers.ts';
import { newId } from '../../db/id.ts';
import { lockEmpresa } from '../../db/lock-empresa.ts';
import { afterCommit, type Tx } from '../../db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../events/events.ts';
import type { Actor, CompanyCaller } from '../../http/caller.ts';
import type { FormFile } from '../../http/form.ts';
import { refuse } from '../../http/problem.ts';

/** The company, and its certificate in use. */
export async function readEmpresa(tx: Tx, empresaId: string) {
  const [empresa, certificado] = await Promise.all([
    repo.findEmpresa(tx, empresaId),
    repo.activeCertificate(tx, empresaId),
  ]);
  return { empresa, certificado };
}

/**
 * Replaces what the company states of itself, and records which fields changed. Returns it.
 *
 * @throws Problem `empresa/invalida` with each fault, at its field
 */
export async function saveDatos(
  ctx: Context,
  empresaId: string,
  given: empresa.DatosEmpresa,
  by: Actor,
): Promise<empresa.DatosEmpresa> {
  const datos = readDatos(given);
  await ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const campos = changedDatos((await repo.findEmpresa(tx, empresaId)).datos, datos);
    if (campos.length === 0) return;
    await storeDatos(tx, empresaId, datos);
    afterCommit(tx, () => ctx.signals.emit(issuersTopic));
    await ctx.events.append(tx, empresaId, [
      { tipo: 'empresa.datos', datos: { campos, ...by } },
      configuracionEvent('empresa'),
    ]);
  });
  return datos;
}

/** Throws Problem `acceso/denegado` unless the RNC in a request is that of the caller's company. Returns the RNC. */
export async function demandOwnRnc(ctx: Context, caller: CompanyCaller, claim: string | undefined): Promise<string> {
  const { rnc } = await ctx.issuers.of(caller.empresaId);
  if (claim !== undefined && parseRNC(claim) !== rnc) refuse('acceso/denegado', 'Ese RNC no es el de su empresa');
  return rnc;
}

/** The contents of a certificate file, with the file. */
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
 * @throws Problem `certificado/invalido`, with the reason; `certificado/ocupado`
 */
export async function openCertificate(ctx: Context, file: FormFile, password: string): Promise<CertificateMaterial> {
  const opened = await openP12(file.bytes, password, { at: ctx.clock.now() }).catch((error: unknown) => {
    if (error instanceof P12Error)
      refuse(error.code === 'p12/ocupado' ? 'certificado/ocupado' : 'certificado/invalido', error.message);
    throw error;
  });
  return { fileName: file.name, p12: file.bytes, password, key: opened.key, certificate: opened.certificate };
}

/** A certificate in its stored form: its secrets are encrypted with the company's key. */
export type SealedCertificate = Awaited<ReturnType<typeof sealCertificate>>;

/** Encrypts a certificate for its company. Do not call it in a transaction: it may have to read the company's key. */
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

/** Makes a certificate the one in use, replacing any earlier one. Returns the events to record. */
export async function putCertificate(ctx: Context, tx: Tx, row: SealedCertificate, by: Actor): Promise<NewEvent[]> {
  await repo.replaceCertificate(tx, row);
  afterCommit(tx, () => ctx.signals.emit(certificateTopic));
  const datos = { huella: row.huella, titular: row.titular, hasta: row.valido_hasta.toISOString(), ...by };
  return [{ tipo: 'certificado.cargado', sujeto: row.id, datos }, configuracionEvent('certificado')];
}

/** Encrypts a certificate and makes it the one in use. */
export async function storeCertificate(ctx: Context, empresaId: string, material: CertificateMaterial, by: Actor) {
  const row = await sealCertificate(ctx, empresaId, material);
  await ctx.db.tenant(empresaId, async (tx) =>
    ctx.events.append(tx, empresaId, await putCertificate(ctx, tx, row, by)),
  );
  return row;
}

/**
 * Opens an uploaded .p12 and makes its certificate the one in use.
 *
 * @throws Problem `certificado/invalido`, with the reason
 */
export const loadCertificate = async (ctx: Context, empresaId: string, file: FormFile, password: string, by: Actor) =>
  storeCertificate(ctx, empresaId, await openCertificate(ctx, file, password), by);

/** The company's certificates, newest first, including former ones. */
export const listCertificates = (ctx: Context, empresaId: string) =>
  ctx.db.tenant(empresaId, (tx) => repo.listCertificates(tx, empresaId));

/**
 * The .p12 in use, as it was uploaded.
 *
 * @throws Problem `certificado/falta`
 */
export async function readCertificateFile(ctx: Context, empresaId: string) {
  const row = await ctx.db.tenant(empresaId, (tx) => repo.activeFile(tx, empresaId));
  if (row === undefined) return refuse('certificado/falta');
  const { id, archivo, huella, p12_cifrado } = row;
  return { id, archivo, huella, p12: await ctx.secrets.open({ empresaId, id, column: 'p12_cifrado' }, p12_cifrado) };
}
