import { type Icon, IconArrowsExchange, IconSignature } from '@tabler/icons-react';
import { featureMenu, type planned } from '@timbre/contract/tables';
import type { Screen } from '../lib/screen.ts';
import { screens } from './screens.generated.ts';

/** The icons of the items whose screen does not exist yet. */
const plannedIcons: Record<(typeof planned)[number]['icono'], Icon> = {
  'arrows-exchange': IconArrowsExchange,
  signature: IconSignature,
};

const ofItems = (Object.entries(screens) as [keyof typeof screens, Screen][]).map(
  ([feature, screen]) => [featureMenu[feature], screen] as const,
);

/** The icons of the menu, by the name that the server sends; a newer server may send an unknown name. */
export const icons: Readonly<Record<string, Icon>> = {
  ...plannedIcons,
  ...Object.fromEntries(ofItems.map(([{ icono }, { icon }]) => [icono, icon])),
};

/** The keys that open the screens, after `g`, by the id of their item of the menu. */
export const keys: Readonly<Record<string, string>> = Object.fromEntries(ofItems.map(([{ id }, { key }]) => [id, key]));

/** The screens whose key opens them by itself, by the id of their item of the menu. */
export const alone: ReadonlySet<string> = new Set(ofItems.filter(([, screen]) => screen.alone).map(([{ id }]) => id));
