import { IconSignature } from '@tabler/icons-react';
import { chooseFile } from '../../../lib/files.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { signForm } from '../api.ts';
import styles from './row.module.css';

/** Signs the XML of a form of the portal, and downloads the signed file. */
export function FormSigner() {
  const { noEmite } = useSesion();
  const sign = useMutation({
    mutationFn: async () => {
      const file = await chooseFile('.xml,text/xml,application/xml');
      return file && signForm(file);
    },
  });
  return (
    <div className={styles.row}>
      <ActionButton
        leftSection={<IconSignature size={16} />}
        disabled={noEmite !== undefined}
        title={noEmite}
        loading={sign.isPending}
        onClick={() => sign.mutate()}
      >
        Firmar un XML del portal
      </ActionButton>
      {sign.data && <Banner tone="ok">Descargado: {sign.data}. Cárguelo en el portal.</Banner>}
      <FailureNotice error={sign.error} />
    </div>
  );
}
