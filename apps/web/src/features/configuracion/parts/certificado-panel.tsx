import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Download } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/files.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Panel } from '../../../ui/panel.tsx';
import { PasswordDialog, type TypedIdentity } from '../../../ui/password-dialog.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { TermHelp } from '../../ayuda/shared.tsx';
import { descargarCertificado } from '../api.ts';
import styles from '../configuracion.module.css';
import type { Changes } from '../general.ts';
import type { PanelProps } from '../panel-props.ts';
import type { Parte } from '../search.ts';
import { CertificateDetails, CertificateFacts, CertificateNotices, FormerCertificates } from './certificate-facts.tsx';
import { CertificateFile } from './certificate-file.tsx';
import { CertificatePassword } from './certificate-password.tsx';
import { TestCertificate } from './test-certificate.tsx';

const parte: Parte = 'certificado';

interface Props extends PanelProps {
  changes: Changes;
  onChange: (part: Changes) => void;
  saving: boolean;
  /** Saves only the certificate and its password. */
  onSave: () => void;
}

/** The signing certificate: its file, its data, its password, and the previous certificates. */
export function CertificadoPanel({ configuracion, refusal, changes, onChange, saving, onSave }: Props) {
  const { nombreCertificado, passwordCertificado, datosCertificado } = configuracion;
  const { simulated } = useSesion();
  return (
    <Panel
      id={parte}
      title="Certificado Digital"
      note="Firma cada comprobante en nombre de la empresa."
      actions={<TermHelp of="certificado digital" />}
    >
      <div className={styles.body}>
        <CertificateFile
          // Once another certificate is in use, the chooser of its file is closed.
          key={datosCertificado?.huella}
          name={nombreCertificado}
          file={changes.certificado}
          refusal={refusal}
          // A new file has its own password.
          onChange={(certificado) =>
            onChange({ certificado, password: certificado ? { value: '', confirmation: '' } : undefined })
          }
        >
          {nombreCertificado !== '' && <DownloadCertificate name={nombreCertificado} refusal={refusal} />}
        </CertificateFile>
        {simulated && nombreCertificado === '' && !changes.certificado && <TestCertificate refusal={refusal} />}
        {datosCertificado && !changes.certificado && <CertificateNotices certificado={datosCertificado} />}
        {datosCertificado && !changes.certificado && <CertificateFacts certificado={datosCertificado} />}
        {datosCertificado && !changes.certificado && <CertificateDetails certificado={datosCertificado} />}
        <CertificatePassword
          isSet={passwordCertificado !== ''}
          refusal={
            refusal ?? (nombreCertificado === '' && !changes.certificado ? 'Elija primero el certificado' : undefined)
          }
          changes={changes}
          saving={saving}
          onChange={(password) => onChange({ password, ...(password ? {} : { certificado: undefined }) })}
          onSave={onSave}
        />
        <FormerCertificates />
      </div>
    </Panel>
  );
}

function DownloadCertificate({ name, refusal }: { name: string; refusal: string | undefined }) {
  const [asking, setAsking] = useState(false);
  const download = useMutation({
    mutationFn: (identity: TypedIdentity) => descargarCertificado({ body: identity }),
    onSuccess: (answer: Download) => {
      setAsking(false);
      toast(`Certificado ${saveFile(answer, name)} descargado exitosamente`, 'ok', brieflyMs);
    },
  });
  return (
    <>
      <Button
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => {
          download.reset();
          setAsking(true);
        }}
      >
        Descargar .p12
      </Button>
      {asking && (
        <PasswordDialog
          title="Descargar .p12"
          confirm="Descargar"
          error={download.error}
          failed="Error al descargar el certificado"
          busy={download.isPending}
          onConfirm={download.mutate}
          onClose={() => setAsking(false)}
        >
          Contiene la firma digital de la empresa; quien tenga el archivo y su contraseña puede firmar por ella. La
          descarga queda en la auditoría.
        </PasswordDialog>
      )}
    </>
  );
}
