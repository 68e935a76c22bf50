import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { answerFiled, dropFiledQuestions, useFiledQuestion } from '../../lib/filed-month.ts';
import card from '../../ui/card.module.css';
import actions from '../../ui/confirm-dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks for confirmation before a filed month is changed, above any open screen. The caller waits for its call. */
export function FiledQuestion() {
  const filing = useFiledQuestion();
  useEffect(() => dropFiledQuestions, []);
  if (filing === undefined) return null;
  return (
    <Dialog title="Este mes ya fue presentado" closesOutside={false} onClose={() => answerFiled(false)}>
      <div className={card.stack}>
        <p>{filing}.</p>
        <p>
          Si continúa, lo presentado deja de coincidir con sus comprobantes y tendrá que rectificarlo en la Oficina
          Virtual. El cambio queda anotado en la auditoría.
        </p>
      </div>
      <div className={actions.actions}>
        <Button data-autofocus onClick={() => answerFiled(false)}>
          Cancelar
        </Button>
        <Button variant="filled" onClick={() => answerFiled(true)}>
          Rectificar
        </Button>
      </div>
    </Dialog>
  );
}
