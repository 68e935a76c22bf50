import { Button, NativeSelect, Textarea } from '@mantine/core';
import type { contador } from '@timbre/contract';
import { featureConstants } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { type FormEvent, useState } from 'react';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { askClientes } from '../api.ts';
import styles from '../contador.module.css';
import { parsePaste } from '../parse-paste.ts';
import { CreateDespacho, useRefresh } from './create-despacho.tsx';

const { clientesPorPedido } = featureConstants.contador;

interface Props {
  despachos: readonly contador.Despacho[];
  onClose: () => void;
}

/** The dialog that adds clients in bulk: a pasted list, then what became of each line. */
export function AddClients({ despachos, onClose }: Props) {
  const administered = despachos.filter(({ rol }) => rol === 'administrador');
  return (
    <Dialog title="Agregar clientes" width={560} onClose={onClose}>
      {administered.length === 0 ? (
        despachos.length === 0 ? (
          <CreateDespacho />
        ) : (
          <p>Los clientes los agrega un administrador de su despacho.</p>
        )
      ) : (
        <Paste despachos={administered} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Paste({ despachos, onClose }: Props) {
  const refresh = useRefresh();
  const [text, setText] = useState('');
  const [despachoId, setDespachoId] = useState(despachos[0]!.id);
  const lines = parsePaste(text);
  const ask = useMutation({
    mutationFn: () => askClientes({ params: { id: despachoId }, body: { clientes: lines } }),
    onSuccess: refresh,
  });
  if (ask.data) return <Outcomes pedidos={ask.data.pedidos} onClose={onClose} />;
  const reason =
    lines.length === 0
      ? 'Pegue o escriba al menos un RNC'
      : lines.length > clientesPorPedido
        ? `Hasta ${clientesPorPedido} empresas a la vez`
        : undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (reason === undefined && !ask.isPending) ask.mutate();
      }}
    >
      <FailureNotice error={ask.error} />
      {despachos.length > 1 && (
        <NativeSelect
          label="Despacho"
          value={despachoId}
          data={despachos.map(({ id, nombre }) => ({ value: id, label: nombre }))}
          onChange={(event) => setDespachoId(event.currentTarget.value)}
        />
      )}
      <Textarea
        data-autofocus
        label="Empresas"
        description="Una por línea: RNC y nombre, como las copia de Excel. Cada una decide si le da permiso."
        placeholder={'131-24679-6\tConstructora Inventada SRL'}
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status">{lines.length > 0 && formatCounted(lines.length, 'empresa')}</p>
      <SubmitButton reason={reason} busy={ask.isPending}>
        {lines.length > 1 ? `Pedir permiso a ${lines.length} empresas` : 'Pedir permiso'}
      </SubmitButton>
    </form>
  );
}

const resultados: Record<contador.Pedido['resultado'], { tone: 'ok' | 'mute' | 'bad'; words: string }> = {
  pedida: { tone: 'ok', words: 'Pedida' },
  repetida: { tone: 'mute', words: 'Repetida' },
  ya_es_cliente: { tone: 'mute', words: 'Ya es cliente' },
  invalida: { tone: 'bad', words: 'No válida' },
};

/** The outcome of each line, with the codes that the clients may enter. */
function Outcomes({ pedidos, onClose }: { pedidos: readonly contador.Pedido[]; onClose: () => void }) {
  const asked = pedidos.filter(({ codigo }) => codigo !== null);
  const copy = async () => {
    await navigator.clipboard.writeText(
      asked.map(({ rnc, nombre, codigo }) => [rnc, nombre, codigo].join('\t')).join('\n'),
    );
    toast(`${formatCounted(asked.length, 'código')} en el portapapeles`);
  };
  return (
    <div className={styles.form}>
      <p>
        {asked.length > 0
          ? 'El administrador de cada empresa acepta en Usuarios, donde ve su petición, o escribe allí este código. Los códigos no se vuelven a mostrar.'
          : 'No se pidió permiso a ninguna empresa.'}
      </p>
      <ul className={styles.outcomes} aria-label="Resultado de cada línea">
        {pedidos.map((pedido, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move, and may be repeated
          <li key={at}>
            <div>
              <b>{pedido.nombre || formatTaxId(pedido.rnc)}</b>
              <p>
                <Facts of={[formatTaxId(pedido.rnc), ...(pedido.motivo === null ? [] : [pedido.motivo])]} />
              </p>
              {pedido.codigo !== null && <code className={styles.code}>{pedido.codigo}</code>}
            </div>
            <Chip tone={resultados[pedido.resultado].tone}>{resultados[pedido.resultado].words}</Chip>
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        {asked.length > 0 && <Button onClick={copy}>Copiar los códigos</Button>}
        <Button variant="filled" onClick={onClose}>
          Listo
        </Button>
      </div>
    </div>
  );
}
