import { Button } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { Refusal } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { downloadOf, offersTxt } from '../files.ts';
import { monthOfRango, type Rango, type Tipo, type Vista } from '../search.ts';
import { type Download, downloadFailure, NoRows, noTemplate, withoutLines } from '../words.ts';

interface Props {
  tipo: Tipo;
  rango: Rango;
  /** Rows of the saved report; undefined while there is none. */
  rows: number | undefined;
  onVista: (vista: Vista) => void;
}

/** The files of a report. If a file is refused, a link leads to the view where the cause is corrected. */
export function Downloads({ tipo, rango, rows, onVista }: Props) {
  const { rncEmisor } = useSesion();
  const saving = useMutation({
    mutationFn: async (what: Download) => {
      if (rows === 0 && (what === 'oficial' || what === 'clasico')) throw new NoRows(tipo);
      return downloadOf(tipo, what, rango, rncEmisor);
    },
    onSuccess: ({ name }) => toast(`Archivo ${name} descargado correctamente.`),
  });
  const press = (what: Download, name: string, mayPress: boolean, reason: string) => (
    <ActionButton
      loading={saving.isPending && saving.variables === what}
      disabled={!mayPress || saving.isPending}
      title={mayPress ? undefined : reason}
      onClick={() => saving.mutate(what)}
    >
      {name}
    </ActionButton>
  );
  const ready = rows !== undefined;
  const isMonth = monthOfRango(rango) !== undefined;
  const offersZero = saving.error instanceof NoRows;
  const code = saving.error instanceof Refusal ? saving.error.problem.code : undefined;
  return (
    <>
      {press('csv', 'Exportar CSV', ready, 'No hay datos para exportar: genere primero el reporte')}
      {press('plantilla', 'Plantilla Excel', ready, noTemplate(tipo))}
      {offersTxt(tipo) &&
        (tipo === '606' || tipo === '607' ? (
          <Menu
            label="TXT DGII"
            trigger={
              <>
                <IconFileText size={16} aria-hidden="true" /> TXT DGII
              </>
            }
          >
            <MenuItem icon={<IconDownload size={16} />} onClick={() => saving.mutate('oficial')}>
              Oficial, para la Oficina Virtual
            </MenuItem>
            <MenuItem icon={<IconDownload size={16} />} onClick={() => saving.mutate('clasico')}>
              Clásico
            </MenuItem>
          </Menu>
        ) : (
          press('oficial', 'TXT DGII', isMonth, 'El TXT es de un solo mes')
        ))}
      {press('expediente', 'Descargar expediente', isMonth, 'El expediente es de un solo mes')}
      {saving.error && (
        <Banner
          onDismiss={() => saving.reset()}
          action={
            code === 'reportes/pendiente' ? (
              <Button onClick={() => onVista('preparar')}>Completar</Button>
            ) : offersZero ? (
              <Button disabled={saving.isPending} onClick={() => saving.mutate('en cero')}>
                Descargar el TXT en cero
              </Button>
            ) : code === 'reportes/con-errores' ? (
              <Button onClick={() => onVista('problemas')}>Ver los problemas</Button>
            ) : undefined
          }
        >
          {`${downloadFailure(tipo, saving.variables ?? 'csv', saving.error)}${offersZero ? `. ${withoutLines(0)}` : ''}`}
        </Banner>
      )}
      {saving.data?.isEmpty && !saving.isPending && (
        <Banner tone="info" onDismiss={() => saving.reset()}>
          {withoutLines(rows ?? 0)}
        </Banner>
      )}
    </>
  );
}
