import { useQuery } from '@tanstack/react-query';
import { formatTaxId } from '@timbre/values';
import { messageOf } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { type Configuracion, certificadosQuery } from '../api.ts';
import styles from '../configuracion.module.css';

type Certificado = NonNullable<Configuracion['datosCertificado']>;

const stateOf = ({ rechazo, vencido }: Certificado): string =>
  vencido ? 'Vencido' : rechazo === null ? 'Vigente' : 'No puede firmar';

/** Why a certificate may not sign, and its warnings. */
export const CertificateNotices = ({ certificado: { rechazo, avisos } }: { certificado: Certificado }) => (
  <>
    {rechazo !== null && <Banner title="Este certificado no puede firmar">{rechazo}</Banner>}
    {avisos.map((aviso) => (
      <Banner key={aviso} tone="info">
        {aviso}
      </Banner>
    ))}
  </>
);

/** The data of a certificate. */
export const CertificateFacts = ({ certificado }: { certificado: Certificado }) => (
  <dl className={styles.facts}>
    <dt>Titular</dt>
    <dd>{certificado.titular}</dd>
    <dt>Identificación</dt>
    <dd>{certificado.idTitular === null ? '—' : formatTaxId(certificado.idTitular)}</dd>
    <dt>Emisor</dt>
    <dd>{certificado.emisor}</dd>
    <dt>Vigencia</dt>
    <dd>
      Del {formatDay(certificado.validoDesde)} al {formatDay(certificado.validoHasta)}{' '}
      <Chip tone={certificado.rechazo === null ? 'ok' : 'bad'}>{stateOf(certificado)}</Chip>
    </dd>
  </dl>
);

/** The technical data of a certificate. */
export const CertificateDetails = ({ certificado }: { certificado: Certificado }) => (
  <details className={styles.former}>
    <summary>Detalles</summary>
    <dl className={styles.facts}>
      <dt>Serie</dt>
      <dd>{certificado.serie}</dd>
      <dt>Huella SHA-256</dt>
      <dd>{certificado.huella}</dd>
    </dl>
  </details>
);

/** The previous certificates, needed to verify earlier signatures. Renders nothing if there are none. */
export function FormerCertificates() {
  const { data, error } = useQuery(certificadosQuery);
  if (error) return <Banner title="No se pudieron cargar los certificados anteriores">{messageOf(error)}</Banner>;
  const former = data?.filter(({ activo }) => !activo) ?? [];
  if (former.length === 0) return null;
  return (
    <details className={styles.former}>
      <summary>Certificados anteriores ({former.length})</summary>
      <ul>
        {former.map(({ huella, archivo, titular, serie, cargado, validoHasta }) => (
          <li key={`${huella}${cargado}`}>
            <b>{archivo}</b> · {titular} · serie {serie}
            <br />
            <span className={styles.note}>
              Cargado {formatDay(cargado)}, válido hasta {formatDay(validoHasta)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
