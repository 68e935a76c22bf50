import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { tipoNombre } from '@timbre/contract/tables';
import { CodigoModificacion } from '@timbre/ecf';
import { parseENCF } from '@timbre/values';
import { useCallback, useEffect, useState } from 'react';
import { formatAmount, formatCount, formatDate } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { readENCF } from '../../../lib/typed-encf.ts';
import { Combobox, type Suggestion } from '../../../ui/combobox.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TermHelp, WithHelp } from '../../ayuda/shared.tsx';
import { findFacturas, readDocumento } from '../api.ts';
import styles from '../borradores.module.css';
import { comparedPath, copyOf } from '../draft.ts';
import { useDraftStore, useField } from '../draft-store.ts';
import { isOnPaper } from '../reference-faults.ts';
import { mayBeModified, reasons, usualReason } from '../references.ts';
import { nodeAt, type Tree, textAt, withAt } from '../tree.ts';
import { Field } from './field.tsx';

const at = 'InformacionReferencia';

interface InvoiceSuggestion extends Suggestion {
  readonly id: string;
  readonly fecha: string;
}

/** Invoices of a type that are read, and of those that a note may modify how many are offered. */
const mostRead = 50;
const mostOffered = 10;

/** The types that a note may modify. @source specification 001 §5, "Reference selector" */
const modified = { 33: ['31'], 34: ['31', '32'] } as const;

/** The name of the type of an eNCF; undefined for any other text. */
const modifiedName = (ncf: string): string | undefined => {
  const parts = parseENCF(readENCF(ncf));
  return parts && `${tipoNombre[parts.tipo]}, número ${formatCount(parts.secuencia)}`;
};

/** Which invoice a note modifies, and why. */
export function ReferencePanel({ tipo }: { tipo: '33' | '34' }) {
  const store = useDraftStore();
  const ncf = useField(`${at}.NCFModificado`);
  const codigo = useField(`${at}.CodigoModificacion`);
  const razon = useField(`${at}.RazonModificacion`);
  const compared = useField(comparedPath);
  const [chosen, setChosen] = useState<InvoiceSuggestion>();
  const [reason, setReason] = useState<string>();

  const search = useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly InvoiceSuggestion[]> => {
      const byTipo = await Promise.all(
        modified[tipo].map((one) =>
          findFacturas({ query: { buscar: text.slice(0, 64), tipo: one, limit: mostRead, sinXml: true }, signal }),
        ),
      );
      return byTipo
        .flatMap((some) => some.filter(mayBeModified).slice(0, mostOffered))
        .map((one) => ({
          key: one.eNCF,
          id: one.facturaElectronicaID,
          name: `${one.eNCF} · RD$ ${formatAmount(one.montoTotal)}`,
          detail: [one.razonSocialComprador, formatDate(one.fechaEmision)].filter(Boolean).join(' · '),
          fecha: one.fechaEmision,
        }));
    },
    [tipo],
  );

  /** Copies the buyer and the lines of the invoice, which a note mostly repeats. */
  const copy = useMutation({
    mutationFn: (invoice: InvoiceSuggestion) => readDocumento({ params: { id: invoice.id } }),
    onSuccess: ({ json }) => {
      const { tree } = store.state();
      store.setTree(withAt(copyOf((json ?? {}) as Tree, tipo), at, nodeAt(tree, at)));
    },
  });

  const choose = useCallback(
    (key: string) => {
      const chosenReason = reasons[tipo].find((one) => one.key === key);
      setReason(key);
      if (!chosenReason) return;
      const { tree } = store.state();
      const coded = withAt(tree, `${at}.CodigoModificacion`, chosenReason.codigo);
      store.setTree(
        tipo === '34' || textAt(tree, `${at}.RazonModificacion`)
          ? withAt(coded, `${at}.RazonModificacion`, chosenReason.razon)
          : coded,
      );
    },
    [store, tipo],
  );

  // A new note gets its usual reason. A stored note keeps its reason.
  useEffect(() => {
    if (textAt(store.state().tree, `${at}.CodigoModificacion`) === '') choose(usualReason[tipo]);
  }, [store, tipo, choose]);

  return (
    <Panel
      id={at}
      title="Factura que modifica"
      note="La DGII recibe la nota cuando la factura está aceptada."
      actions={<TermHelp of={tipo === '34' ? 'nota de crédito' : 'nota de débito'} />}
    >
      <div className={styles.body}>
        <Combobox
          id={`${at}.NCFModificado`}
          label="NCF modificado"
          placeholder="Escriba el eNCF o el comprador"
          maxLength={64}
          value={ncf.value}
          error={ncf.error}
          search={search}
          onChange={(typed) => ncf.set(typed.toUpperCase())}
          onPick={(invoice) => {
            const tree = withAt(store.state().tree, `${at}.NCFModificado`, invoice.key);
            store.setTree(withAt(tree, `${at}.FechaNCFModificado`, invoice.fecha));
            setChosen(invoice);
          }}
          description={modifiedName(ncf.value)}
          onBlur={() => {
            const read = readENCF(ncf.value);
            if (read !== ncf.value) ncf.set(read);
            ncf.leave();
          }}
        />
        <Field path={`${at}.FechaNCFModificado`} tipo={tipo} label="Fecha del NCF modificado" />
        <WithHelp of="código de modificación">
          <NativeSelect
            data-long
            label="Motivo"
            id={`${at}.CodigoModificacion`}
            value={reason ?? reasons[tipo].find((one) => one.codigo === codigo.value)?.key ?? ''}
            description={
              codigo.value &&
              `Código ${codigo.value} de la DGII: ${CodigoModificacion[Number(codigo.value) as keyof typeof CodigoModificacion]}`
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={codigo.error}
            onChange={(event) => choose(event.currentTarget.value)}
            data={reasons[tipo].map(({ key, label }) => ({ value: key, label }))}
          />
        </WithHelp>
        {tipo === '34' && (
          <Field
            path={`${at}.RazonModificacion`}
            tipo={tipo}
            label="Razón de la modificación"
            className={styles.whole}
          />
        )}
      </div>
      {(chosen || isOnPaper(ncf.value) || razon.error || copy.error) && (
        <div className={styles.tools}>
          {isOnPaper(ncf.value) && (
            <Checkbox
              id={comparedPath}
              label={`Comparé ${ncf.value}, su fecha y su monto con el comprobante en papel`}
              description="Ningún sistema puede comprobar un comprobante en papel."
              checked={compared.value === ncf.value}
              error={compared.error}
              onChange={(event) => compared.set(event.currentTarget.checked ? ncf.value : '')}
            />
          )}
          {chosen && (
            <Button size="compact-sm" loading={copy.isPending} onClick={() => copy.mutate(chosen)}>
              Copiar el comprador y las líneas de {chosen.key}
            </Button>
          )}
          <FailureNotice error={copy.error} />
        </div>
      )}
    </Panel>
  );
}
