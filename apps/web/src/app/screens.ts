import {
  type Icon,
  IconArrowsExchange,
  IconBuilding,
  IconBuildingPlus,
  IconChecks,
  IconFileInvoice,
  IconFileSpreadsheet,
  IconHistory,
  IconHome,
  IconInbox,
  IconLockAccess,
  IconPlayerPlay,
  IconReport,
  IconRosette,
  IconSettings,
  IconSignature,
  IconUsers,
} from '@tabler/icons-react';
import { type MenuId, menuItems } from '@timbre/contract/tables';

type Item = (typeof menuItems)[number];

/** The icons of the menu, by the name that the server sends. */
export const icons: Record<Item['icono'], Icon> = {
  home: IconHome,
  settings: IconSettings,
  rosette: IconRosette,
  'file-invoice': IconFileInvoice,
  'file-spreadsheet': IconFileSpreadsheet,
  inbox: IconInbox,
  report: IconReport,
  'arrows-exchange': IconArrowsExchange,
  'player-play': IconPlayerPlay,
  signature: IconSignature,
  users: IconUsers,
  history: IconHistory,
  checks: IconChecks,
  'building-plus': IconBuildingPlus,
  building: IconBuilding,
  'lock-access': IconLockAccess,
};

/** The key that opens a screen, after `g`. */
export const keys = {
  inicio: 'i',
  configuracion: 'c',
  facturas: 'f',
  excel: 'x',
  usuarios: 'u',
  auditoria: 'a',
  aprobaciones: 'b',
  registro: 'r',
  clientes: 'e',
  accesos: 's',
} as const satisfies Partial<Record<MenuId, string>>;

/** A menu item whose screen exists in this application. */
export type ScreenId = keyof typeof keys;

/** Gives the address of a screen, from the menu's table. */
export const rutaDe = <Id extends ScreenId>(id: Id) =>
  menuItems.find((item) => item.id === id)!.ruta as Extract<Item, { id: Id }>['ruta'];
