import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import type { empresa } from '@timbre/contract';
import { openP12, P12Error } from '@timbre/pkcs12';
import { refuse } from '@timbre/refusal';
import { parseRNC } from '@timbre/values';
import { certificateRefusal, describeCertificate } from '@timbre/xml/node';
import type { CertificateMaterial } from '../../domain/companies/certificate-material.ts';
import * as repo from '../../domain/companies/certificate-repo.ts';
import { askedBy, refusalText } from '../../domain/companies/certificate-texts.ts';
import { empresaView, judgedCertificateView } from '../../domain/companies/certificate-view.ts';
import { storeDatos } from '../../domain/companies/companies-repo.ts';
import { changedDatos, readDatos } from '../../domain/companies/datos-empresa.ts';
import { makeDemoCertificate } from '../../domain/companies/demo-certificate.ts';
import { issuersTopic } from '../../domain/companies/issuers.ts';
import { hasUser } from '../../domain/companies/memberships-repo.ts';
import { certificateTopic } from '../../domain/companies/signers.ts';
import { SIGN } from '../../domain/comprobantes/imports/signing-repo.ts';
import { REHEARSE } from '../../domain/comprobantes/rehearsal/rehearse.ts';
import { VOID } from '../../domain/comprobantes/voiding/void-repo.ts';
import { ANSWER } from '../../domain/received/approval.ts';
import { DELIVER } from '../../domain/received/deliver.ts';
import { LOOK_UP } from '../../domain/received/look-up.ts';
import { newId } from '../../platform/db/id.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../platform/events/events.ts';
import type { FormFile } from '../../platform/http/form.ts';
import { type Actor, type Caller, type CompanyCaller, demandSelf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { estadoDe } from '../quickbooks/service.ts';

/** The company, and its certificate in use. */
export async function readEmpresa(tx: Tx, empresaId: string) {
  const [empresa, certificado] = await Promise.all([
    repo.findEmpresa(tx, empresaId),
    repo.activeCertificate(tx, empresaId),
  ]);
  return { empresa, certificado };
}

/** The company, its certificate in use, and the rates of the excise. */
export async function viewEmpresa(ctx: Context, empresaId: string) {
  const [{ empresa, certificado }, tasas] = await Promise.all([
    ctx.db.tenant(empresaId, (tx) => readEmpresa(tx, empresaId)),
    ctx.exciseRates.current(),
  ]);
  return { ...empresaView(empresa, certificado, askedBy(ctx, empresa.rnc)), tasasSelectivo: [...tasas] };
}

/** Times and tries of a client of the specification. @source docs/specification.md §9 */
const clientSettings = { timeoutMs: 30_000, maxRetries: 3, devMode: false } as const;

/**
 * The settings of a client for the company of the caller; nothing for any other RNC, whether it is here or not.
 *
 * @param apiHost the address of this installation
 */
export async function findByRnc(ctx: Context, empresaId: string, claim: string, apiHost: string) {
  const { rnc, razonSocial } = await ctx.issuers.of(empresaId);
  if (parseRNC(claim) !== rnc) return [];
  const { realmId: companyId } = await estadoDe(ctx, empresaId);
  return [{ apiHost, ...clientSettings, rnc, rncEmisor: rnc, razonSocial, nombreEmisor: razonSocial, companyId }];
}

/**
 * Replaces the facts that the company states about itself, and records which fields changed. Returns the new facts.
 *
 * @throws Problem `empresa/invalida` with each fault, at its field
 */
export async function saveDatos(
  ctx: Context,
  empresaId: string,
  declared: empresa.DatosEmpresa,
  by: Actor,
): Promise<empresa.DatosEmpresa> {
  const datos = readDatos(declared);
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

/**
 * Throws Problem `acceso/denegado` unless the user in a request is the caller, or, where an integration key calls, any
 * user of its company: the key belongs to the company, and its programs name the user who logged in.
 */
export async function demandOwnUser(ctx: Context, caller: Caller, claim: string | undefined): Promise<void> {
  const { via, empresaId } = caller;
  const known =
    via === 'clave' && claim !== undefined && (await ctx.db.tenant(empresaId, (tx) => hasUser(tx, empresaId, claim)));
  if (!known) demandSelf(caller, claim);
}

/**
 * Opens a .p12 whose certificate may sign now.
 *
 * @throws Problem `certificado/invalido`, with the reason; `certificado/ocupado`
 */
export async function openCertificate(ctx: Context, file: FormFile, password: string): Promise<CertificateMaterial> {
  const at = ctx.clock.now();
  const { key, certificate, owned } = await openP12(file.bytes, password, { at }).catch((error: unknown) => {
    if (error instanceof P12Error)
      refuse(error.code === 'p12/ocupado' ? 'certificado/ocupado' : 'certificado/invalido', error.message);
    throw error;
  });
  const parsed = new X509Certificate(certificate);
  const refusal = certificateRefusal(parsed, at);
  if (refusal !== undefined) refuse('certificado/invalido', refusalText(refusal, parsed));
  const { holder, serialNumber } = describeCertificate(certificate);
  const notices =
    owned === 1
      ? []
      : [`El archivo trae ${owned} certificados con su llave: se usa el de ${holder}, serie ${serialNumber}.`];
  return { fileName: file.name, p12: file.bytes, password, key, certificate, notices };
}

/** A certificate in its stored form: its secrets are encrypted with the company's key. */
type SealedCertificate = Awaited<ReturnType<typeof sealCertificate>>;

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

/** The classes of the jobs that sign, or authenticate with the certificate: without one they wait for minutes. */
const signing = [SIGN, REHEARSE, 'envio', VOID, DELIVER, ANSWER, LOOK_UP];

/**
 * Makes a certificate the one in use, replacing any earlier one. What waited for it is tried again at once. Returns the
 * events to record.
 */
export async function putCertificate(ctx: Context, tx: Tx, row: SealedCertificate, by: Actor): Promise<NewEvent[]> {
  await repo.replaceCertificate(tx, row);
  // First the signal by which all processes forget the former one.
  afterCommit(tx, () => ctx.signals.emit(certificateTopic));
  for (const clase of signing) await ctx.queue.wakeCompany(tx, clase, row.empresa_id);
  const datos = { huella: row.huella, titular: row.titular, hasta: row.valido_hasta.toISOString(), ...by };
  return [{ tipo: 'certificado.cargado', sujeto: row.id, datos }, configuracionEvent('certificado')];
}

/** Encrypts a certificate and makes it the one in use. Returns it with its warnings and the notices about its file. */
export async function storeCertificate(ctx: Context, empresaId: string, material: CertificateMaterial, by: Actor) {
  const row = await sealCertificate(ctx, empresaId, material);
  await ctx.db.tenant(empresaId, async (tx) =>
    ctx.events.append(tx, empresaId, await putCertificate(ctx, tx, row, by)),
  );
  const { rnc } = await ctx.issuers.of(empresaId);
  return judgedCertificateView(row, askedBy(ctx, rnc), material.notices);
}

/**
 * Opens an uploaded .p12 and makes its certificate the one in use.
 *
 * @throws Problem `certificado/invalido`, with the reason
 */
export const loadCertificate = async (ctx: Context, empresaId: string, file: FormFile, password: string, by: Actor) =>
  storeCertificate(ctx, empresaId, await openCertificate(ctx, file, password), by);

/**
 * Makes a test certificate in the company's name and puts it in use. Its password is random, and shown to no person.
 *
 * @throws Problem `certificado/solo-simulador`
 */
export async function useTestCertificate(ctx: Context, empresaId: string, by: Actor) {
  if (ctx.config.authority !== 'simulador') refuse('certificado/solo-simulador');
  const { empresa } = await ctx.db.tenant(empresaId, (tx) => readEmpresa(tx, empresaId));
  const holder = { name: empresa.razon_social, id: empresa.rnc };
  const password = randomBytes(15).toString('base64url');
  return storeCertificate(ctx, empresaId, await makeDemoCertificate(holder, password, ctx.clock.now()), by);
}

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
