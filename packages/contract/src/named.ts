import type { RouteSpec } from '@timbre/route';
import type { TSchema } from 'typebox';
import * as contract from './index.ts';

/** A call of the contract with the name under which its feature declares it. No two calls have one name. */
export interface NamedCall {
  readonly feature: string;
  readonly name: string;
  readonly route: RouteSpec;
}

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'policy' in value && 'path' in value && 'method' in value;

/** Every schema of typebox has this property, and no route or table has it. */
const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && '~kind' in value;

const entries: readonly (readonly [feature: string, name: string, value: unknown])[] = Object.entries(contract)
  .flatMap(([feature, exported]) =>
    typeof exported === 'object' && !isSchema(exported)
      ? Object.entries(exported).map(([name, value]) => [feature, name, value] as const)
      : [['', feature, exported] as const],
  )
  .sort((a, b) => (a.slice(0, 2).join(' ') < b.slice(0, 2).join(' ') ? -1 : 1));

/** Every call of the contract, by feature and name. */
export const namedCalls: readonly NamedCall[] = entries.flatMap(([feature, name, value]) =>
  isRoute(value) ? [{ feature, name, route: value }] : [],
);

/** The schemas that the contract exports, with their names. */
export const namedSchemas: ReadonlyMap<TSchema, string> = new Map(
  entries.flatMap(([, name, value]) => (isSchema(value) ? [[value, name] as const] : [])),
);
