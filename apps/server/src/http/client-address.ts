import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * The client address of a request. Each proxy appends the address that it saw to X-Forwarded-For: only as many entries,
 * from the right, are trusted as there are proxies of ours.
 *
 * @param trustedProxies how many proxies of ours stand before this server, one after the other
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const own = socket.remoteAddress ?? '';
  if (trustedProxies === 0) return own;
  const said = String(headers['x-forwarded-for'] ?? '').split(',');
  const address = said.at(-trustedProxies)?.trim() ?? '';
  return isIP(address) === 0 ? own : address;
}

/**
 * Whether a request comes from this machine or a private network and says that it was forwarded for another address: then a
 * proxy stands before this server.
 */
export const isForwardedByNeighbour = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  headers['x-forwarded-for'] !== undefined && isNeighbour(socket.remoteAddress ?? '');

function isNeighbour(address: string): boolean {
  const plain = address.split('%')[0] ?? '';
  return isIP(plain) !== 0 && neighbours.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

const neighbours = new BlockList();
neighbours.addSubnet('127.0.0.0', 8);
neighbours.addSubnet('10.0.0.0', 8);
neighbours.addSubnet('172.16.0.0', 12);
neighbours.addSubnet('192.168.0.0', 16);
neighbours.addSubnet('169.254.0.0', 16);
neighbours.addAddress('::1', 'ipv6');
neighbours.addSubnet('fc00::', 7, 'ipv6');
neighbours.addSubnet('fe80::', 10, 'ipv6');

/**
 * The unit that limits count by: an IPv4 address, or an IPv6 network, because the holder of one IPv6 address usually
 * has its whole network.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
}
