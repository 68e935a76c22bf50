import { refusalOr } from '../../lib/api.ts';
import { formatWhen } from '../../lib/format.ts';
import { lastError } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import styles from './quickbooks.module.css';
import { useConnection } from './use-connection.ts';

/** Number of digits of a Company ID that are shown. @source specification 002 §2 */
const shownDigits = 8;

const checks = [
  { value: 'auto', label: 'Auto' },
  { value: 'manual', label: 'Manual' },
] as const;

/** The state of the connection with QuickBooks, the connected company, and the buttons to connect and disconnect. */
export function ConnectionStatus() {
  const { estado, error, auto, changeAuto, review, connect, disconnect } = useConnection();
  const { puede } = useSesion();
  if (estado === undefined)
    return error ? <Banner>{refusalOr(error, 'Error al conectar con QuickBooks')}</Banner> : null;
  const failure = lastError(connect, review, disconnect);
  const { conectado, empresa, realmId, revisado, motivo, disponible, simulado } = estado;
  const refusal = puede('conectar')
    ? disponible
      ? undefined
      : 'Este servidor no tiene credenciales de QuickBooks'
    : 'Su rol no conecta QuickBooks';
  return (
    <section className={`${card.card} ${styles.status}`} aria-label="QuickBooks">
      <div className={styles.who}>
        <b>QuickBooks</b>
        <Chip tone={conectado ? 'ok' : 'mute'}>{conectado ? 'Conectado' : 'Desconectado'}</Chip>
        {empresa !== null && realmId !== null && (
          <span className={styles.facts} title={`Company ID ${realmId}`}>
            <Facts
              of={[
                simulado ? `${empresa} (simulado)` : empresa,
                `ID ${realmId.slice(0, shownDigits)}${realmId.length > shownDigits ? '…' : ''}`,
                ...(revisado === null ? [] : [`Revisado ${formatWhen(revisado, Date.now())}`]),
              ]}
            />
          </span>
        )}
      </div>
      <div className={styles.actions}>
        {realmId !== null && (
          <>
            <Segmented
              label="Revisión de la conexión"
              options={checks}
              value={auto ? 'auto' : 'manual'}
              onChange={(next) => changeAuto(next === 'auto')}
            />
            {!auto && (
              <ActionButton loading={review.isPending} onClick={() => review.mutate()}>
                Revisar
              </ActionButton>
            )}
          </>
        )}
        {!conectado && (
          <ActionButton
            disabled={refusal !== undefined}
            title={refusal}
            loading={connect.isPending}
            onClick={() => connect.mutate()}
          >
            Conectar
          </ActionButton>
        )}
        {realmId !== null && (
          <ConfirmButton
            disabled={refusal !== undefined}
            loading={disconnect.isPending}
            title={refusal ?? 'Desconectar QuickBooks'}
            onConfirm={() => disconnect.mutate()}
            question={{
              title: 'Desconectar QuickBooks',
              detail: `Los reportes ya no leerán ${empresa}. Lo que ya se leyó se queda. Puede conectar otra vez cuando quiera.`,
              confirm: 'Desconectar',
            }}
          >
            Desconectar
          </ConfirmButton>
        )}
      </div>
      {motivo !== null && <Banner>{motivo}.</Banner>}
      {failure && (
        <Banner tone={failure === review.error ? 'warn' : 'bad'}>
          {refusalOr(
            failure,
            failure === disconnect.error ? 'Error al desconectar de QuickBooks' : 'Error al conectar con QuickBooks',
          )}
        </Banner>
      )}
      {disconnect.data?.retirado === false && (
        <Banner tone="warn" title="QuickBooks no respondió al retirar el permiso" onDismiss={disconnect.reset}>
          Retírelo en QuickBooks, en Aplicaciones.
        </Banner>
      )}
    </section>
  );
}
