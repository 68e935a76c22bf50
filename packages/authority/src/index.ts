export type { AuthorityClient, AuthorityOptions, Hosts } from './client.ts';
export { createAuthorityClient, defaultLimits, dgiiHosts } from './client.ts';
export { type Clock, systemClock } from './clock.ts';
export { type Ambiente, ambientes, environments, parseAmbiente, readAmbiente } from './environments.ts';
export { AuthorityUnreachable, type UnreachableDetail, type UnreachableReason } from './failure.ts';
export type { AuthorityLimits, EndedCall, TakeTurn } from './gate.ts';
export type { Silence, Trouble } from './health.ts';
export type { SignedFile } from './multipart.ts';
export { type DgiiRoute, type Host, offers, protocol, type Service, servicePath } from './protocol.ts';
export { AddressRefused, isLoopback, isPrivate, lookupWithin } from './public-address.ts';
export {
  type Directorio,
  type DirectorioEntry,
  type MaintenanceWindow,
  type Recibido,
  readServices,
  readShown,
  readWindows,
  type ServiceStatus,
  type ShownDocument,
  type Track,
  type Tracks,
} from './readings.ts';
export {
  type Acknowledged,
  type Answered,
  createReceivers,
  type Probed,
  type Receivers,
  type ReceiversOptions,
} from './receivers.ts';
export {
  type NumberAfter,
  type NumberFate,
  numberAfter,
  type RejectionCause,
  rejectionCauses,
} from './rejections.ts';
export { simulatedSeed } from './simulated-seed.ts';
export type { Granted, Session, Who } from './tokens.ts';
export type { EstadoVerdict, Mensaje, Refused, Verdict } from './verdict.ts';
