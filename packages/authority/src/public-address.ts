import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not part of the public internet. @source IANA special-purpose address registries */
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
  ['192.88.99.0', 24],
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
/** Special networks inside it: protocol assignments, documentation, 6to4. */
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, bits, 'ipv6');

/** Whether an IP address is outside the public internet. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return special.check(address, 'ipv4');
  return !global.check(address, 'ipv6') || special.check(address, 'ipv6');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address is a loopback address of this machine. */
export const isLoopback = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A name was resolved to an address that may not be called. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Resolves a host name once per connection, so that the checked address is the one connected to. Refuses a name if any
 * of its addresses is not allowed. Literal addresses are not resolved: check them before.
 *
 * @param isAllowed whether an IP address may be called
 * @param resolve replaces the system's resolver
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
