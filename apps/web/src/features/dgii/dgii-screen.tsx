import { Link } from '@tanstack/react-router';
import { displayAmbiente, featureConstants, featureMenu } from '@timbre/contract/tables';
import { displayFecha } from '@timbre/values';
import { useMenu } from '../../lib/menu.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import card from '../../ui/card.module.css';
import { FactList } from '../../ui/detail.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import text from '../../ui/text.module.css';
import { TermHelp } from '../ayuda/shared.tsx';
import styles from './dgii.module.css';
import { DirectoryPanel } from './parts/directory-panel.tsx';
import { DocumentPanel } from './parts/document-panel.tsx';
import { ServicesPanel } from './parts/services-panel.tsx';

const { finDeLaSerieB, plazosDeContingencia } = featureConstants.dgii;

/** The screen of the DGII: its services, its directory, the state of any e-CF, contingency and roles. */
export function DgiiScreen() {
  const { ambiente, simulated } = useSesion();
  return (
    <>
      <PageHeader
        title={featureMenu.dgii.titulo}
        facts={[
          `Ambiente ${displayAmbiente(ambiente)}`,
          simulated ? 'La DGII es la incluida en Timbre' : 'Los servicios de la DGII',
        ]}
      />
      <div className={card.stack}>
        <ServicesPanel />
        <div className={styles.columns}>
          <DocumentPanel />
          <DirectoryPanel />
          <ContingencyPanel />
          <RolesPanel />
        </div>
      </div>
    </>
  );
}

/** The steps when nothing can be sent, and when nothing can be issued. @source Informe técnico e-CF v1.0, §18, p. 49 */
const ContingencyPanel = () => (
  <Panel title="Contingencia" actions={<TermHelp of="contingencia" />}>
    <div className={styles.body}>
      <p>
        <b>Sin conexión con la DGII</b> siga emitiendo: Timbre envía solo, y en orden, lo que falte cuando ella vuelva.
      </p>
      <p>
        <b>Si no puede emitir e-CF:</b>
      </p>
      <ol className={styles.steps}>
        <li>
          Avise de inmediato a la DGII, en el módulo de contingencia de la Oficina Virtual o en su Centro de Atención al
          Contribuyente: desde cuándo, el motivo, y si es total (toda la empresa) o parcial (una sucursal o unidad de
          negocio).
        </li>
        <li>
          Facture con sus secuencias de la serie B: solo se usan en contingencia. La vista previa de Nueva factura los
          imprime, en «Imprimir sin e-CF».
        </li>
        <li>
          Al volver, reemplace cada comprobante de la serie B por su e-CF, con el código de modificación 4: lo pone la
          casilla de «Más datos» en Nueva factura. Va solo a la DGII, no al comprador; de una factura de consumo menor
          de RD$ 250,000 va el resumen.
        </li>
        <li>
          La contingencia total termina con el primer e-CF que la DGII reciba después, o cuando usted lo notifique.
        </li>
      </ol>
      <p>
        <b>Plazos</b> del Decreto 587-24, artículos 39 a 43, según publicaciones de terceros: confírmelos con la DGII.
      </p>
      <FactList label="Plazos" of={plazosDeContingencia} />
      <p>
        <b>Fin de la serie B</b>, que desde ese día es solo para contingencias. Según avisos de la DGII citados por
        otros: confírmelo con ella.
      </p>
      <FactList label="Fin de la serie B" of={finDeLaSerieB.map(([size, day]) => [size, displayFecha(day)])} />
    </div>
  </Panel>
);

/** The roles that a company delegates. @source Instructivo Delegaciones de Roles de Facturación Electrónica, v2.0 */
const roles = [
  [
    'Administrador e-CF',
    'Delega los demás roles en la Oficina Virtual. Es el primero: la empresa lo acepta antes de delegar.',
  ],
  ['Firmante', 'Firma los e-CF de la empresa: su certificado es el que se carga en Configuración.'],
  ['Aprobador comercial', 'Acepta o rechaza los e-CF que otros emiten a la empresa.'],
  ['Solicitante', 'Hace las solicitudes de facturación electrónica de la empresa.'],
] as const;

function RolesPanel() {
  const { items } = useMenu();
  const configures = items.some(({ id, habilitado }) => id === 'configuracion' && habilitado);
  return (
    <Panel
      title="Quién actúa por la empresa"
      note="Roles que se delegan a personas en la Oficina Virtual, «Delegación de e-CF». Una persona puede tener varios."
      actions={<TermHelp of="firmante delegado" />}
    >
      <div className={styles.body}>
        <FactList label="Roles" of={roles} />
        <p>
          Si quien firma no tiene el rol, la DGII rechaza lo que firme y el número no se gasta.{' '}
          {configures && (
            <Link to="/configuracion" search={{ parte: 'certificado' }} className={text.link}>
              Ver el certificado en uso
            </Link>
          )}
        </p>
      </div>
    </Panel>
  );
}
