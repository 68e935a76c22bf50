import type { Icon } from '@tabler/icons-react';
import { featureMenu } from '@timbre/contract/tables';
import { rootRoute } from './root-route.ts';

/** What the `screen.ts` of a feature exports as `screen`. */
export interface Screen {
  /** The key that opens it, after `g`. */
  readonly key: string;
  /** The key opens it by itself too. */
  readonly alone?: true;
  /** Its icon in the menu. */
  readonly icon: Icon;
  /** No type of a route: the screen's own would be lost, and with it the types of links and search parameters. */
  readonly route: object;
}

type Menu = typeof featureMenu;

/** The route options that every screen of the menu shares. Its address is that of the feature's item of the menu. */
export const screenAt = <Feature extends keyof Menu>(feature: Feature) => ({
  getParentRoute: () => rootRoute,
  path: featureMenu[feature].ruta as Menu[Feature]['ruta'],
});
