import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useCommands } from '../../../lib/commands.ts';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Toolbar } from '../../autoridad/shared.ts';
import type { ImportWork } from '../use-import-work.ts';

interface Props {
  work: ImportWork;
  onEdit: () => void;
  /** The user has just uploaded this workbook: signing is the next step. */
  justCreated: boolean;
}

/** The actions on the whole workbook, as buttons and in the palette. */
export function ImportActions({ work, onEdit, justCreated }: Props): ReactNode {
  const { counts, editables, toSend, refusals, autoridad, isForReal, hidden, sign, send } = work;
  const { mutate: signSome } = sign;
  const { mutate: sendSome } = send;
  const editRefusal = autoridad.noEmite ?? (editables > 0 ? undefined : 'Ya no queda ningún comprobante sin enviar');
  const signAll = `Firmar ${formatCounted(counts.firmables, 'comprobante')}`;
  const signVisible = 'Firmar solo los de filas visibles';
  const sendAll = `Enviar ${formatCounted(toSend, 'comprobante')}`;
  useCommands(
    useMemo(
      () => [
        // Documents of hidden rows require confirmation, so only the button offers them.
        ...(refusals.firmar ? [] : [{ nombre: hidden > 0 ? signVisible : signAll, run: () => signSome({}) }]),
        // In production sending requires confirmation, so only its button offers it.
        ...(refusals.enviar || isForReal ? [] : [{ nombre: sendAll, run: () => sendSome(undefined) }]),
      ],
      [refusals.firmar, refusals.enviar, isForReal, hidden, signAll, sendAll, signSome, sendSome],
    ),
  );

  // The button just used was replaced by another: the focus moves to the next step.
  const signButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (justCreated) signButton.current?.focus();
  }, [justCreated]);

  return (
    <Toolbar>
      <Button
        disabled={editRefusal !== undefined}
        title={editRefusal ?? 'Editar el XML de los comprobantes aún no enviados'}
        onClick={onEdit}
      >
        Editar XML
      </Button>
      {hidden > 0 && (
        <ActionButton
          disabled={refusals.firmar !== undefined}
          loading={sign.isPending}
          title={refusals.firmar ?? signVisible}
          onClick={() => signSome({})}
        >
          Firmar visibles
        </ActionButton>
      )}
      <ConfirmButton
        ref={signButton}
        variant={refusals.firmar === undefined ? 'filled' : 'default'}
        disabled={refusals.firmar !== undefined}
        loading={sign.isPending}
        title={refusals.firmar ?? signAll}
        onConfirm={() => signSome({ filasOcultas: true })}
        question={
          hidden > 0
            ? {
                title: `${formatCounted(hidden, 'comprobante')} en filas ocultas o filtradas del libro`,
                detail: 'Se firmarán también. Para dejarlos fuera, use «Firmar visibles».',
                confirm: `${signAll}, también los de filas ocultas`,
              }
            : undefined
        }
      >
        Firmar Todos{counts.firmables > 0 && ` · ${formatCount(counts.firmables)}`}
      </ConfirmButton>
      <ConfirmButton
        variant={refusals.enviar === undefined && refusals.firmar !== undefined ? 'filled' : 'default'}
        disabled={refusals.enviar !== undefined}
        loading={send.isPending}
        title={refusals.enviar ?? sendAll}
        onConfirm={() => sendSome(undefined)}
        question={
          isForReal
            ? {
                title: `${sendAll} en PRODUCCIÓN`,
                detail: 'Serán comprobantes fiscales válidos ante la DGII. Un envío no se puede deshacer.',
                confirm: `${sendAll} en PRODUCCIÓN`,
              }
            : undefined
        }
      >
        Enviar Todos{toSend > 0 && ` · ${formatCount(toSend)}`}
      </ConfirmButton>
    </Toolbar>
  );
}
