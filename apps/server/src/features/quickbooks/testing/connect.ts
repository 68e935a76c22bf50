import { quickbooks } from '@timbre/contract';
import type { RouteSpec } from '@timbre/route';

/** Makes a call of the contract as a person of the company. Returns the answer. */
export type Post = (route: RouteSpec, body: object) => Promise<unknown>;

/** Begins an authorisation and consents. Returns the address to which the person comes back. */
export async function giveConsent(post: Post): Promise<URL> {
  const { url } = (await post(quickbooks.autorizarQuickBooks, {})) as { url: string };
  const back = await fetch(`${url}&decision=conectar`, { redirect: 'manual' });
  return new URL(back.headers.get('location')!);
}

/** Connects a company with QuickBooks, as the page of the callback does. Returns its id there. */
export async function connectCompany(post: Post): Promise<string> {
  const { code, state, realmId } = Object.fromEntries((await giveConsent(post)).searchParams);
  const connected = (await post(quickbooks.conectarQuickBooks, { code, state, realmId })) as { realmId: string };
  return connected.realmId;
}
