import { chooseFile } from '../../../lib/files.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';
import { useLogo, useSaveLogo } from '../logo.ts';
import { useWorkplace } from '../use-workplace.ts';
import styles from './company-logo.module.css';

/** The company's logo, or its initial. Its administrators replace it with a click. */
export function CompanyLogo({ size }: { size: number }) {
  const { root, puede } = useSesion();
  const { name } = useWorkplace();
  const logo = useLogo();
  const save = useSaveLogo();
  const sides = { width: size, height: size, fontSize: size * 0.45 };
  const face = logo ? (
    <img className={styles.face} style={sides} src={logo} alt={`Logo de ${name}`} />
  ) : (
    <span className={styles.face} data-initial="true" style={sides} aria-hidden="true">
      {name.charAt(0).toUpperCase()}
    </span>
  );
  if (root || !puede('administrar')) return face;

  async function choose() {
    const file = await chooseFile('image/png,image/jpeg,image/webp');
    if (file) save.mutate(file);
  }

  return (
    <>
      <button
        type="button"
        className={styles.replace}
        title="Cambiar el logo"
        aria-label="Cambiar el logo"
        aria-busy={save.isPending}
        onClick={choose}
      >
        {face}
      </button>
      {save.error && <NoticeDialog onClose={() => save.reset()}>{save.error.message}</NoticeDialog>}
    </>
  );
}
