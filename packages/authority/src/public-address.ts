import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that nobody outside is reached in. @source IANA special-purpose address registries */
const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(net, bits, 'ipv4');
/** Global unicast: everything else in IPv6 is special. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
/** Inside it: 6to4 and documentation. */
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  special.addSubnet(net, bits, 'ipv6');

/** Whether an IP address is none of the public internet's. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return special.check(address, 'ipv4');
  return !global.check(address, 'ipv6') || special.check(address, 'ipv6');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address is of this machine. */
export const isLoopback = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A name was resolved to an address that may not be called. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Resolves a name for a connection, once: the address that is checked is the one that is connected to. A name with any address
 * that is not allowed is refused. Literal addresses are not resolved: check them before.
 *
 * @param isAllowed whether an IP address may be called
 * @param resolve in place of the system's
 */
export const lookupWithin =
  (isAllowed: (address: string) => boolean, resolve: typeof lookup = lookup): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
        return done(new AddressRefused('The name has an address that may not be called'), '', 0);
      if (options.all === true) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
