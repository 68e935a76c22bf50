import { useQuery } from '@tanstack/react-query';
import { useImportaciones } from '../../lib/importaciones.ts';
import { useMenu } from '../../lib/menu.ts';
import { secuenciasQuery } from '../configuracion/shared.ts';
import { empresaQuery } from '../empresa/shared.ts';

/** The company, its ranges and its imports, and which screens the user may open. */
export function useCompanyFacts() {
  const { loading, items } = useMenu();
  const reaches = (ruta: string) => items.some((item) => item.ruta === ruta && item.habilitado);
  const empresa = useQuery(empresaQuery);
  const secuencias = useQuery(secuenciasQuery);
  const importaciones = useImportaciones(reaches('/excel'));
  return {
    empresa: empresa.data,
    secuencias: secuencias.data,
    importaciones: importaciones.data,
    reaches,
    waiting: empresa.isPending || loading || importaciones.isLoading,
  };
}
