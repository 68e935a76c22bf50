import { chooseColorScheme, useColorScheme } from '../../lib/color-scheme.ts';
import card from '../../ui/card.module.css';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Controls } from './controls.tsx';
import { pieces } from './pieces/pieces.ts';
import styles from './showcase.module.css';
import { TokenSections } from './token-sections.tsx';

const themes = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
] as const;

/** Every component of ui/ with its states, and the design tokens. For developers of screens; not in the menu. */
export function ShowcaseScreen() {
  const { scheme } = useColorScheme();
  return (
    <>
      <div data-piece="PageHeader">
        <PageHeader title="Piezas" facts="Lo que las pantallas comparten: piezas, controles, colores, letra y medidas.">
          <Segmented label="Tema" options={themes} value={scheme} onChange={chooseColorScheme} />
        </PageHeader>
      </div>
      <div className={card.stack}>
        <TokenSections key={scheme} />
        <Controls />
        <div className={styles.pieces}>
          {Object.entries(pieces).map(([name, { note, wide, example }]) => (
            <Panel key={name} title={name} note={note} className={wide ? styles.wide : undefined}>
              <div className={styles.piece} data-piece={name}>
                {example}
              </div>
            </Panel>
          ))}
        </div>
      </div>
    </>
  );
}
