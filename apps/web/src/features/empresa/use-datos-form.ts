import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { Refusal } from '../../lib/api.ts';
import { type DatosForm, datosOfForm, faultFinder, formOfDatos, isChanged } from '../../lib/datos-empresa.ts';
import { focusFirstFault } from '../../lib/first-fault.ts';
import { useMutation } from '../../lib/mutation.ts';
import { brieflyMs, toast } from '../../ui/toast.tsx';
import { type Empresa, empresaQuery, saveDatos } from './api.ts';

/**
 * The form of a company's data, and its saving.
 *
 * @param datos stored data; unchanged fields follow them
 * @param inside element in which the first field with an error gets the focus
 */
export function useDatosForm(datos: Empresa['datos'], inside: RefObject<HTMLElement | null>) {
  const client = useQueryClient();
  const [changes, setChanges] = useState<Partial<DatosForm>>({});
  const form: DatosForm = { ...formOfDatos(datos), ...changes };
  const save = useMutation({
    mutationFn: (_sent: Partial<DatosForm>) => saveDatos({ body: datosOfForm(form) }),
    onSuccess: (saved, sent) => {
      client.setQueryData(empresaQuery.queryKey, (now) => now && { ...now, datos: saved });
      // Changes made during the save stay.
      setChanges((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name as keyof DatosForm])),
      );
      toast('Datos de la empresa guardados', 'ok', brieflyMs);
    },
    onError: () => focusFirstFault(inside.current),
  });
  const errores = save.error instanceof Refusal ? (save.error.problem.errores ?? []) : [];
  return {
    form,
    faultOf: faultFinder(errores),
    changed: isChanged(form, datos),
    saving: save.isPending,
    /** Why the save failed, unless fields show it. */
    failure: errores.length > 0 ? undefined : (save.error ?? undefined),
    change(part: Partial<DatosForm>) {
      save.reset();
      setChanges((now) => ({ ...now, ...part }));
    },
    save: () => save.mutate(changes),
  };
}
