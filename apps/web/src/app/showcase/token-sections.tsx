import { estadoNombre, estados } from '@timbre/contract/tables';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './showcase.module.css';
import { type Kind, readTokens, type Token } from './tokens.ts';

/** Colours, type and spacing with the values of the current theme. Mount again for each theme. */
export function TokenSections() {
  const tokens = readTokens();
  const of = (kind: Kind) => tokens.filter((token) => token.kind === kind);
  return (
    <>
      <Panel title="Colores">
        <div className={styles.section}>
          <ul className={styles.swatches}>
            {of('color').map(({ name, value }) => (
              <li key={name}>
                <span style={{ background: `var(${name})` }} />
                <div>
                  {name.slice(2)}
                  <code>{value}</code>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </Panel>
      <Panel title="Estados" note="Siempre un punto y una palabra: nunca el color solo.">
        <div className={styles.piece}>
          {estados.map((estado) => (
            <StatusChip key={estado} estado={estado}>
              {estadoNombre[estado]}
            </StatusChip>
          ))}
        </div>
      </Panel>
      <Panel title="Tipografía">
        <TokenList tokens={of('size')}>
          {({ name }) => (
            <span className={styles.sample} style={{ fontSize: `var(${name})` }}>
              Comprobante E310000000005 por RD$ 83,320.00
            </span>
          )}
        </TokenList>
        <TokenList tokens={of('weight')}>
          {({ name }) => (
            <span className={styles.sample} style={{ fontWeight: `var(${name})` }}>
              Comprobante E310000000005 por RD$ 83,320.00
            </span>
          )}
        </TokenList>
      </Panel>
      <Panel title="Medidas">
        <TokenList tokens={of('space')}>
          {({ name }) => <span className={styles.bar} style={{ width: `var(${name})` }} />}
        </TokenList>
      </Panel>
      <Panel title="Otros valores">
        <TokenList tokens={of('other')}>{({ value }) => <code>{value}</code>}</TokenList>
      </Panel>
    </>
  );
}

const TokenList = ({ tokens, children }: { tokens: readonly Token[]; children: (token: Token) => ReactNode }) => (
  <div className={styles.section}>
    <ul className={styles.list}>
      {tokens.map((token) => (
        <li key={token.name}>
          <div>
            {token.name.slice(2)}
            {token.kind !== 'other' && <code>{token.value}</code>}
          </div>
          {children(token)}
        </li>
      ))}
    </ul>
  </div>
);
