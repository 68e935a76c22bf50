import type { Icon } from '@tabler/icons-react';
import { featureMenu } from '@timbre/contract/tables';
import type { Guide } from './guide.ts';
import { rootRoute } from './root-route.ts';

/** The type of the `screen` exported by the `screen.ts` of a feature. */
export interface Screen {
  /** The key that opens it, after `g`. */
  readonly key: string;
  /** The key also opens it without `g` before it. */
  readonly alone?: true;
  /** Its icon in the menu. */
  readonly icon: Icon;
  /**
   * Not typed as a route: the screen's own type would be lost, and with it the types of links and search parameters.
   */
  readonly route: object;
}

type Menu = typeof featureMenu;

/**
 * The route options common to every screen of the menu. The address is that of the feature's menu item.
 *
 * @param guide where the guide explains the screen
 */
export const screenAt = <Feature extends keyof Menu>(feature: Feature, guide: Guide) => ({
  getParentRoute: () => rootRoute,
  path: featureMenu[feature].ruta as Menu[Feature]['ruta'],
  staticData: { guide },
});
