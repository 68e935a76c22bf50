import type { Context } from '../context.ts';
import type { WebhookRow } from './repo.ts';

const place = (empresaId: string, id: string) => ({ empresaId, id, column: 'webhook_secreto' });

/** Encrypts the secret of a destination. A replaced one stays as it is, in its other column. */
export const sealSecret = ({ secrets }: Context, empresaId: string, id: string, secret: string): Promise<Buffer> =>
  secrets.seal(place(empresaId, id), Buffer.from(secret));

/** The secrets that sign now: the current one, and the former one as long as it is valid. */
export async function openSecrets(ctx: Context, webhook: WebhookRow, now: Date): Promise<string[]> {
  const { empresa_id, id, secreto, secreto_anterior, anterior_hasta } = webhook;
  const isValid = secreto_anterior !== null && anterior_hasta !== null && anterior_hasta > now;
  const sealed = isValid ? [secreto, secreto_anterior] : [secreto];
  const opened = await Promise.all(sealed.map((each) => ctx.secrets.open(place(empresa_id, id), each)));
  return opened.map((each) => each.toString());
}
