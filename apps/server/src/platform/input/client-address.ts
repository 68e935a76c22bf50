import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { isPrivate } from '@timbre/authority';

/**
 * The client address of a request. Each proxy appends the address that it saw to X-Forwarded-For: only as many entries,
 * from the right, are trusted as there are proxies of ours.
 *
 * @param trustedProxies how many proxies of ours are in front of this server, one after the other
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const own = socket.remoteAddress ?? '';
  if (trustedProxies === 0) return own;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const address = forwarded.at(-trustedProxies)?.trim() ?? '';
  return isIP(address) === 0 ? own : address;
}

/**
 * Whether a request comes from this machine or a private network and has the header of a forwarded request: then a
 * proxy is in front of this server.
 */
export const isForwardedByNeighbour = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  headers['x-forwarded-for'] !== undefined &&
  socket.remoteAddress !== undefined &&
  isPrivate(unmapped(socket.remoteAddress.split('%')[0]!));

/** An IPv4 address in its own form, even if an IPv6 socket reports it as IPv6. */
const unmapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/**
 * The unit that limits count by: an IPv4 address, or an IPv6 network, because the holder of one IPv6 address usually
 * has its whole network.
 */
export const networkOf = (address: string): string => prefixOf(address, 4);

/**
 * The unit that free places count by: an IPv4 address, or the IPv6 prefix that a provider gives to one customer. Its
 * holder has 65,536 networks of {@link networkOf}. @source RFC 6177, section 2
 */
export const siteOf = (address: string): string => prefixOf(address, 3);

/** @param groups how many groups of 16 bits of an IPv6 address count */
function prefixOf(address: string, groups: number): string {
  const plain = unmapped(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right]
    .slice(0, groups)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/${16 * groups}`;
}
