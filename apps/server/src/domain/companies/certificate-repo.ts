import { X509Certificate } from 'node:crypto';
import { certificateRefusal } from '@timbre/xml/node';
import { sql } from 'kysely';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

export type EmpresaRow = Omit<Row<'empresa'>, 'llave_envuelta' | 'secreto_hmac'>;

export async function findEmpresa(tx: Tx, empresaId: string): Promise<EmpresaRow> {
  const { llave_envuelta, secreto_hmac, ...row } = await tx
    .selectFrom('empresa')
    .selectAll()
    .where('id', '=', empresaId)
    .executeTakeFirstOrThrow();
  return row;
}

/** A certificate without its secrets. */
export type CertificateRow = Omit<Row<'certificado'>, 'p12_cifrado' | 'clave_cifrada' | 'llave_cifrada'>;

/** The columns read from the certificate itself, and its file's name. */
const factColumns = [
  'empresa_id',
  'archivo',
  'titular',
  'id_titular',
  'emisor',
  'serie',
  'huella',
  'valido_desde',
  'valido_hasta',
] as const;
export type CertificateFacts = Pick<Row<'certificado'>, (typeof factColumns)[number]>;

const certificateColumns = [...factColumns, 'id', 'certificado_der', 'activo', 'creado'] as const;

export const activeCertificate = (tx: Tx, empresaId: string): Promise<CertificateRow | undefined> =>
  tx
    .selectFrom('certificado')
    .select(certificateColumns)
    .where('empresa_id', '=', empresaId)
    .where('activo', '=', true)
    .executeTakeFirst();

/** The facts of the certificates in use of some companies. */
export const activeCertificates = (tx: Tx, empresaIds: readonly string[]): Promise<CertificateFacts[]> =>
  tx
    .selectFrom('certificado')
    .select(factColumns)
    .where(({ eb, fn, val }) => eb('empresa_id', '=', fn.any(val([...empresaIds]))))
    .where('activo', '=', true)
    .execute();

/** The company's certificates: the one in use, then the former ones, newest first. */
export const listCertificates = (tx: Tx, empresaId: string): Promise<CertificateRow[]> =>
  tx
    .selectFrom('certificado')
    .select(certificateColumns)
    .where('empresa_id', '=', empresaId)
    .orderBy('activo', 'desc')
    .orderBy('creado', 'desc')
    .limit(100)
    .execute();

/** The file of the certificate in use, encrypted. */
export const activeFile = (tx: Tx, empresaId: string) =>
  tx
    .selectFrom('certificado')
    .select(['id', 'archivo', 'huella', 'p12_cifrado'])
    .where('empresa_id', '=', empresaId)
    .where('activo', '=', true)
    .executeTakeFirst();

/** The certificate in use with its encrypted private key. */
export const activeKey = (tx: Tx, empresaId: string) =>
  tx
    .selectFrom('certificado')
    .select(['id', 'llave_cifrada', 'certificado_der'])
    .where('empresa_id', '=', empresaId)
    .where('activo', '=', true)
    .executeTakeFirst();

/** Maximum number of companies, with a certificate within its dates, that are checked for one that may sign. */
const mostSigners = 20;

/** The company that has been in this installation longest, of those that can sign at an instant. */
export async function firstSigner(tx: Tx, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; certificado_der: Buffer }>`
    select e.id, c.certificado_der from empresa e join certificado c on c.empresa_id = e.id
    where c.activo and c.valido_desde <= ${at} and c.valido_hasta > ${at}
    order by e.creada, e.id limit ${mostSigners}`.execute(tx);
  return rows.find(({ certificado_der }) => certificateRefusal(new X509Certificate(certificado_der), at) === undefined)
    ?.id;
}

/** Stores a certificate and makes it the one in use. The former one remains, for the documents that it signed. */
export async function replaceCertificate(tx: Tx, row: NewRow<'certificado'>): Promise<void> {
  await lockEmpresa(tx, row.empresa_id);
  await tx
    .updateTable('certificado')
    .set({ activo: false })
    .where('empresa_id', '=', row.empresa_id)
    .where('activo', '=', true)
    .execute();
  await tx.insertInto('certificado').values(row).execute();
}
