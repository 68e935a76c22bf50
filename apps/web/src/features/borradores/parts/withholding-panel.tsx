import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatAmount } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import text from '../../../ui/text.module.css';
import { empresaQuery } from '../../empresa/shared.ts';
import { withholdingPaths } from '../draft.ts';
import { useDraft, useDraftStore } from '../draft-store.ts';
import { linesText, WithheldCard } from './withheld-card.tsx';
import styles from './withholding.module.css';
import { WithholdingQuestion } from './withholding-question.tsx';

/** The withholdings of a purchase (41) or a payment abroad (47): amounts, reasons, laws, and the amount left to pay. */
export function WithholdingPanel({ tipo }: { tipo: '41' | '47' }) {
  const store = useDraftStore();
  const withheld = useDraft(({ judgement }) => judgement?.retenciones);
  const here = useDraft(({ tree }) => tree.retenciones !== undefined);
  const { data: empresa } = useQuery(empresaQuery);
  if (withheld === undefined || empresa === undefined) return null;
  const { isAsked, groups, escritas, total, aPagar } = withheld;
  const stated = empresa.datos.agenteRetencion;
  const withholding = groups.filter(({ tasa }) => tasa !== undefined);
  const none = groups.filter(({ tasa }) => tasa === undefined);
  return (
    <Panel
      title={isAsked ? 'Lo que sería por ley' : 'Lo que usted retiene'}
      actions={isAsked ? undefined : <b className={text.amount}>{`RD$ ${formatAmount(total)}`}</b>}
    >
      <div className={styles.panel} aria-live="polite">
        {isAsked && <WithholdingQuestion datos={empresa.datos} />}
        {groups.length === 0 && escritas.length === 0 && <p>Escriba las líneas y verá aquí lo que se retiene.</p>}
        {withholding.map((group) => (
          <WithheldCard key={group.id} group={group} tipo={tipo} isAsked={isAsked} />
        ))}
        {none.map(({ id, porque, lineas }) => (
          <p key={id}>
            {id === 'ISR' ? 'ISR' : 'ITBIS'}: no retiene nada, porque {porque}. {linesText(lineas)}
          </p>
        ))}
        {escritas.length > 0 && (
          <p>
            {linesText(escritas)} {escritas.length === 1 ? 'Retiene' : 'Retienen'} lo que está escrito en «Más datos» de
            la línea.
          </p>
        )}
      </div>
      {!isAsked && aPagar !== undefined && (
        <div className={styles.paid}>
          <div className={text.between}>
            <b>Usted le paga</b>
            <b className={text.amount}>RD$ {formatAmount(aPagar)}</b>
          </div>
          <p>{whereItGoes(tipo, Number(total))}</p>
        </div>
      )}
      <p className={styles.why}>
        {stated === true && 'Retiene porque en Configuración dice que su empresa es agente de retención. '}
        {stated === false && 'No retiene porque en Configuración dice que su empresa no retiene. '}
        {stated !== undefined ? (
          <Link to="/configuracion" className={text.link}>
            Revisar
          </Link>
        ) : (
          !isAsked &&
          here && (
            <>
              Lo dijo para este comprobante.{' '}
              <Button size="compact-sm" variant="subtle" onClick={() => store.set(withholdingPaths.retiene, undefined)}>
                Cambiar
              </Button>
            </>
          )
        )}
      </p>
    </Panel>
  );
}

/** @source calendario de la DGII: IR-17 on the 10th, IT-1 on the 20th */
function whereItGoes(tipo: '41' | '47', total: number): string {
  if (total === 0) return 'No se retiene nada: le paga el total.';
  if (tipo === '47') return 'Lo retenido va a la DGII con el IR-17, hasta el día 10 del mes siguiente.';
  return 'Lo retenido va a la DGII: el ISR con el IR-17, hasta el día 10 del mes siguiente; el ITBIS con el IT-1, hasta el 20.';
}
