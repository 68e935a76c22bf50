import { Button } from '@mantine/core';
import { formatAmount } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeLink } from '../../../ui/code-link.tsx';
import text from '../../../ui/text.module.css';
import type { ResumenIT1 } from '../api.ts';

interface Props {
  of: ResumenIT1['preauditoria'];
  /** Opens the receipts behind a box, or behind a total of the reports. */
  onOpen: (casilla: string) => void;
}

/** The findings of the audit before filing, errors first, each with the receipts that it is about. */
export const Findings = ({ of, onOpen }: Props) =>
  of
    .toSorted((a, b) => Number(b.gravedad === 'error') - Number(a.gravedad === 'error'))
    .map(({ codigo, gravedad, casilla, esperado, encontrado, comprobantes, mensaje }) => (
      <Banner
        key={`${codigo} ${casilla}`}
        tone={gravedad === 'error' ? 'bad' : 'warn'}
        title={`Casilla ${casilla}: ${mensaje}.`}
        {...(comprobantes !== undefined && {
          action: <Button onClick={() => onOpen(comprobantes)}>Ver los comprobantes</Button>,
        })}
      >
        Según los reportes, <span className={text.amount}>RD$ {formatAmount(esperado)}</span>; en el formulario,{' '}
        <span className={text.amount}>RD$ {formatAmount(encontrado)}</span>. <CodeLink of={codigo} />
      </Banner>
    ));
