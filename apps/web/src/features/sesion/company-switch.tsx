import { IconBuilding, IconChevronDown, IconMailPlus } from '@tabler/icons-react';
import { formatTaxId } from '@timbre/values';
import { useEmpresas } from '../../lib/empresas.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { changeEmpresa } from '../../ui/change-empresa.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import styles from './company-switch.module.css';

/** The company in the header and a button to switch, for users who work for several. */
export function CompanySwitch({ onEmpresas }: { onEmpresas: () => void }) {
  const { razonSocial } = useSesion();
  const { data } = useEmpresas();
  return (
    <Menu
      label={`Cambiar de empresa: ${razonSocial}`}
      className={styles.switch}
      trigger={
        <>
          <span>{razonSocial}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </>
      }
    >
      {data?.empresas.map(({ empresaId, razonSocial: name, rnc, actual }) => (
        <MenuItem
          key={empresaId}
          icon={<IconBuilding size={16} />}
          checked={actual}
          onClick={() => !actual && changeEmpresa(empresaId)}
        >
          {name}
          <small className={styles.rnc}>{formatTaxId(rnc)}</small>
        </MenuItem>
      ))}
      <hr />
      <MenuItem icon={<IconMailPlus size={16} />} onClick={onEmpresas}>
        Empresas e invitaciones
      </MenuItem>
    </Menu>
  );
}
