import { formatAmount } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeLink } from '../../../ui/code-link.tsx';
import text from '../../../ui/text.module.css';
import type { ResumenIT1 } from '../api.ts';

/** The findings of the audit before filing, errors first. */
export const Findings = ({ of }: { of: ResumenIT1['preauditoria'] }) =>
  of
    .toSorted((a, b) => Number(b.gravedad === 'error') - Number(a.gravedad === 'error'))
    .map(({ codigo, gravedad, casilla, esperado, encontrado, mensaje }) => (
      <Banner
        key={`${codigo} ${casilla}`}
        tone={gravedad === 'error' ? 'bad' : 'warn'}
        title={`Casilla ${casilla}: ${mensaje}.`}
      >
        Según los reportes, <span className={text.amount}>RD$ {formatAmount(esperado)}</span>; en el formulario,{' '}
        <span className={text.amount}>RD$ {formatAmount(encontrado)}</span>. <CodeLink of={codigo} />
      </Banner>
    ));
