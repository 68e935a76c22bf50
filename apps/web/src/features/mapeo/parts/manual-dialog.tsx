import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  type Account,
  accountLinesFaults,
  addAccount,
  classifyAccounts,
  fieldsWithAccounts,
  type ListedAccount,
  manualAccountFaults,
  readAccountLines,
} from '@timbre/reports';
import { useState } from 'react';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/form.module.css';
import { RowSelect } from '../../../ui/row-select.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import { places } from '../ai/proposals.ts';
import styles from '../mapeo.module.css';
import type { Destino } from '../tabs.ts';
import type { UseMapeo, useCatalogo } from '../use-mapeo.ts';
import { clasificacionOf, tiposOf } from './types-view.tsx';

interface Props {
  destino: Destino;
  catalogo: Pick<ReturnType<typeof useCatalogo>, 'cuentas' | 'store'>;
  onChange: UseMapeo['change'];
  onClose: () => void;
}

const destinos: { value: Destino; label: string }[] = [
  { value: '606', label: 'Campo del 606' },
  { value: '607', label: 'Campo del 607' },
  { value: 'tipos606', label: 'Tipo de bienes y servicios (606)' },
  { value: 'tipos607', label: 'Tipo de ingresos (607)' },
];

const blank = { cuentaId: '', nombre: '', tipo: '', detailType: '', campoId: '', tipoClasificacion: '' };

/** Adds an account written by hand, or several at once, to the catalogue and to a field or a classification. */
export function ManualDialog({ destino: first, catalogo, onChange, onClose }: Props) {
  const [destino, setDestino] = useState(first);
  const [several, setSeveral] = useState(false);
  const [form, setForm] = useState(blank);
  const [text, setText] = useState('');
  const [own, setOwn] = useState<Readonly<Record<number, string>>>({});
  const [pressed, setPressed] = useState(false);
  const classifies = destino === 'tipos606' || destino === 'tipos607';
  const many = several && classifies;
  const lines: ListedAccount[] = readAccountLines(text).map((line) => ({
    ...line,
    tipoClasificacion: own[line.linea] ?? '',
  }));
  const faltas = many
    ? accountLinesFaults(lines, destino, form.tipoClasificacion)
    : manualAccountFaults({ ...form, tipoDestino: destino });
  const adding = useMutation({
    async mutationFn() {
      const added = many ? lines : [{ ...form, cuentaId: form.cuentaId.trim(), nombre: form.nombre.trim() }];
      const known = new Set(catalogo.cuentas.map(({ id }) => id));
      const fresh = new Map<string, Account>();
      for (const each of added)
        if (!(known.has(each.cuentaId) || fresh.has(each.cuentaId))) fresh.set(each.cuentaId, accountOf(each, form));
      if (fresh.size > 0) await catalogo.store([...catalogo.cuentas, ...fresh.values()]);
      return added;
    },
    onSuccess(added) {
      for (const { cuentaId, tipoClasificacion } of added)
        onChange((before) =>
          classifies
            ? classifyAccounts(before, clasificacionOf(destino, tipoClasificacion || form.tipoClasificacion), [
                cuentaId,
              ])
            : addAccount(before, destino, form.campoId, [cuentaId]),
        );
      toast(addedText(added.length, added[0]?.cuentaId ?? ''));
      onClose();
    },
  });
  function addedText(n: number, id: string): string {
    if (many) return `Se agregaron ${n} cuentas manuales`;
    if (!classifies) return `Cuenta ${id} agregada al campo seleccionado`;
    const options: Readonly<Record<string, string>> = places[destino].options;
    return `Cuenta ${id} clasificada como ${form.tipoClasificacion} ${options[form.tipoClasificacion] ?? ''}`;
  }
  const set = (change: Partial<typeof blank>) => setForm((before) => ({ ...before, ...change }));
  const field = (key: 'cuentaId' | 'nombre' | 'tipo' | 'detailType', label: string, maxLength: number) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      value={form[key]}
      onChange={(event) => set({ [key]: event.currentTarget.value })}
    />
  );
  return (
    <EditDialog
      title="Cuenta manual"
      width={620}
      changed={text !== '' || form.cuentaId !== '' || form.nombre !== ''}
      onClose={onClose}
    >
      {(leave) => (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            setPressed(true);
            if (faltas.length === 0) adding.mutate();
          }}
        >
          <NativeSelect
            label="Destino"
            data={destinos}
            value={destino}
            onChange={(event) => {
              setDestino(event.currentTarget.value as Destino);
              set({ campoId: '', tipoClasificacion: '' });
              setPressed(false);
            }}
          />
          {classifies && (
            <Segmented
              label="Cuántas cuentas"
              options={[
                { value: 'una', label: 'Una cuenta' },
                { value: 'varias', label: 'Varias cuentas' },
              ]}
              value={several ? 'varias' : 'una'}
              onChange={(next) => {
                setSeveral(next === 'varias');
                setPressed(false);
              }}
            />
          )}
          {many ? (
            <>
              <Textarea
                label="Cuentas"
                description="Una por línea: código, descripción. Separe con tabulador, coma, punto y coma o barra."
                autosize
                minRows={5}
                maxRows={12}
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <NativeSelect
                label="Tipo para todas"
                data={tiposOf(destino, 'Elija un tipo')}
                value={form.tipoClasificacion}
                onChange={(event) => set({ tipoClasificacion: event.currentTarget.value })}
              />
              {lines.length > 0 && (
                <ul className={styles.lines} aria-label="Cuentas del listado">
                  {lines.slice(0, mostLines).map(({ linea, cuentaId, nombre, tipoClasificacion }) => (
                    <li key={linea}>
                      <span>
                        {linea}. {cuentaId} {nombre}
                      </span>
                      <RowSelect
                        label={`Tipo de la línea ${linea}`}
                        value={tipoClasificacion}
                        options={tiposOf(destino, 'El de todas')}
                        onChange={(next) => setOwn((before) => ({ ...before, [linea]: next }))}
                      />
                    </li>
                  ))}
                  {lines.length > mostLines && (
                    <li>y {formatCounted(lines.length - mostLines, 'cuenta')} más, con el tipo de todas</li>
                  )}
                </ul>
              )}
            </>
          ) : (
            <>
              <div className={styles.pair}>
                {field('cuentaId', 'Código de cuenta', 100)}
                {field('nombre', 'Nombre', 250)}
                {field('tipo', 'Tipo (opcional)', 100)}
                {field('detailType', 'Subtipo (opcional)', 100)}
              </div>
              {classifies ? (
                <NativeSelect
                  label={destino === 'tipos606' ? 'Tipo de bien o servicio' : 'Tipo de ingreso'}
                  data={tiposOf(destino, 'Elija un tipo')}
                  value={form.tipoClasificacion}
                  onChange={(event) => set({ tipoClasificacion: event.currentTarget.value })}
                />
              ) : (
                <NativeSelect
                  label="Campo del reporte"
                  data={[
                    { value: '', label: 'Elija un campo' },
                    ...fieldsWithAccounts(destino).map(({ id, nombre }) => ({ value: id, label: nombre })),
                  ]}
                  value={form.campoId}
                  onChange={(event) => set({ campoId: event.currentTarget.value })}
                />
              )}
            </>
          )}
          {pressed && faltas.length > 0 && (
            <Banner title="Revise los datos">
              {faltas.slice(0, 10).join(' ')}
              {faltas.length > 10 && ` Y ${faltas.length - 10} más.`}
            </Banner>
          )}
          <FailureNotice title="No se agregó." error={adding.error} />
          <div className={layout.actions}>
            <Button onClick={leave}>Cancelar</Button>
            <SubmitButton busy={adding.isPending}>
              {many && lines.length > 0 ? `Agregar ${formatCounted(lines.length, 'cuenta')}` : 'Agregar'}
            </SubmitButton>
          </div>
        </form>
      )}
    </EditDialog>
  );
}

/** Maximum number of lines that can have a type of their own. */
const mostLines = 50;

const accountOf = (
  { cuentaId, nombre }: { readonly cuentaId: string; readonly nombre: string },
  { tipo, detailType }: typeof blank,
): Account => ({
  id: cuentaId,
  accountNumber: cuentaId,
  name: nombre.slice(0, 250),
  type: tipo.trim(),
  detailType: detailType.trim(),
  description: '',
  active: true,
  currency: 'DOP',
});
