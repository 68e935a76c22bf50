import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import type { Requisitos } from '../api.ts';
import styles from '../procesar.module.css';

/** Number of characters of the company's id that are shown. @source specification 002 §2 */
const shownId = 8;

/** The requirements of a run: each with its state and, if it is missing, how to meet it. */
export function Requirements({ conexion, mapeo }: Requisitos) {
  const { conectado, empresa, companyId } = conexion;
  return (
    <>
      <Panel title="Requisitos">
        <ul className={styles.requirements}>
          <li>
            <b>QuickBooks</b>
            <Chip tone={conectado ? 'ok' : 'mute'}>{conectado ? 'Conectado' : 'Desconectado'}</Chip>
            <span className={text.quiet}>
              {conectado
                ? [empresa, companyId && `${companyId.slice(0, shownId)}…`].filter(Boolean).join(' · ')
                : 'Los documentos de su contabilidad se leen de QuickBooks.'}
            </span>
          </li>
          <li>
            <b>Mapeo de cuentas</b>
            <Chip tone={mapeo.completo ? 'ok' : 'warn'}>{mapeo.completo ? 'Configurado' : 'Incompleto'}</Chip>
            {mapeo.completo ? (
              <span className={text.quiet}>Los cuatro mapeos tienen cuentas.</span>
            ) : (
              <div className={text.quiet}>
                <ul className={styles.faults}>
                  {mapeo.faltas.map((fault) => (
                    <li key={fault}>{fault}</li>
                  ))}
                </ul>
                <Link className={text.link} to="/cuentas-mapping" search={{}}>
                  Completar el mapeo de cuentas
                </Link>
              </div>
            )}
          </li>
          <li>
            <b>Base de datos</b>
            <Chip tone="ok">Lista</Chip>
            <span className={text.quiet}>Timbre la mantiene lista: no hay nada que instalar.</span>
          </li>
        </ul>
      </Panel>
      {!conectado && (
        <Banner
          tone="info"
          title="Sus documentos en Timbre ya alimentan los reportes"
          action={
            <Button renderRoot={(props) => <Link {...props} to="/reportes-fiscales" search={{}} />}>
              Ir a Reportes Fiscales
            </Button>
          }
        >
          Los e-CF que emite y recibe, y lo que carga de papel, están en Reportes Fiscales. Conecte QuickBooks solo si
          además lleva allí compras o ventas.
        </Banner>
      )}
    </>
  );
}
