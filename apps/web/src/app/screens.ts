import type { Icon } from '@tabler/icons-react';
import { featureMenu } from '@timbre/contract/tables';
import type { Screen } from '../lib/screen.ts';
import { screens } from './screens.generated.ts';

const ofItems = (Object.entries(screens) as [keyof typeof screens, Screen][]).map(
  ([feature, screen]) => [featureMenu[feature], screen] as const,
);

/** The icons of the menu, by the name that the server sends; a newer server may send an unknown name. */
export const icons: Readonly<Record<string, Icon>> = Object.fromEntries(
  ofItems.map(([{ icono }, { icon }]) => [icono, icon]),
);

/** The keys that open the screens, after `g`, by the id of their menu item. */
export const keys: Readonly<Record<string, string>> = Object.fromEntries(ofItems.map(([{ id }, { key }]) => [id, key]));

/** The screens whose key also opens them without `g` before it, by the id of their menu item. */
export const alone: ReadonlySet<string> = new Set(ofItems.filter(([, screen]) => screen.alone).map(([{ id }]) => id));
