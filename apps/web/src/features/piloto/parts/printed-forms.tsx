import { IconDownload } from '@tabler/icons-react';
import { messageOf } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { downloadPrinted } from '../api.ts';
import styles from './row.module.css';

/** Downloads the printed forms of the accepted documents, one of each kind. */
export function PrintedForms() {
  const download = useMutation({ mutationFn: downloadPrinted });
  return (
    <div className={styles.row}>
      <ActionButton
        leftSection={<IconDownload size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Descargar las representaciones impresas
      </ActionButton>
      {download.error && <Banner>{messageOf(download.error)}</Banner>}
    </div>
  );
}
