import { canOpen, type accesos as contract, isGranted, type MenuItem, puede, secciones } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import type { SessionCaller } from '../../platform/input/caller.ts';
import { type Accesos, items } from './service.ts';

export const accesosView = (row: Accesos): AnswerOf<typeof contract.verAccesos> => ({
  cliente: { rnc: row.rnc, nombre: row.razon_social, email: row.correo },
  configuracion: {
    accesos: items.map((item) => ({
      menuId: item.id,
      nombre: item.nombre,
      ruta: item.ruta,
      icono: item.icono,
      seccion: item.seccion,
      habilitado: !item.soloRoot && isGranted(item, row.accesos),
      soloRoot: item.soloRoot,
    })),
    modificadoPor: row.accesos_por,
    fechaModificacion: row.accesos_en?.toISOString() ?? null,
  },
});

export const menuView = (
  { rol }: SessionCaller,
  accesos: Readonly<Record<string, boolean>>,
): AnswerOf<typeof contract.menuDelUsuario> => ({
  success: true,
  secciones: [...secciones],
  menuItems: items.map((item) => {
    const { id, nombre, icono, ruta, seccion, soloRoot } = item;
    const motivo = reasonAgainst(item, rol, accesos);
    const shown = { id, nombre, icono, ruta, seccion, soloRoot, habilitado: motivo === undefined };
    return motivo === undefined ? shown : { ...shown, motivo };
  }),
});

function reasonAgainst(
  item: MenuItem,
  rol: SessionCaller['rol'],
  accesos: Readonly<Record<string, boolean>>,
): string | undefined {
  if (canOpen(item, rol, accesos)) return undefined;
  if (item.soloRoot) return 'Solo para el administrador de la plataforma';
  return puede(rol, item.policy) ? 'No está habilitada para su empresa' : 'Su rol no la incluye';
}
