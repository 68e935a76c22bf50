import { Button } from '@mantine/core';
import { estadoNombre, estados } from '@timbre/contract/tables';
import { Banner } from '../../../ui/banner.tsx';
import { CodeLink } from '../../../ui/code-link.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { HelpPopover } from '../../../ui/help-popover.tsx';
import { Highlighted } from '../../../ui/highlighted.tsx';
import { StatCard, StatGrid } from '../../../ui/stat-card.tsx';
import { Chip, StatusChip } from '../../../ui/status-chip.tsx';
import { HiddenRows, WorkbookNotes } from '../../../ui/workbook-notes.tsx';
import { Choosing } from './holders.tsx';
import type { Piece } from './piece.ts';

const nothing = () => undefined;
const tones = ['ok', 'warn', 'bad', 'info', 'mute'] as const;
const bannerTones = ['bad', 'warn', 'info', 'ok'] as const;

/** The components of ui/ for texts, states and figures. */
export const textPieces: Readonly<Record<string, Piece>> = {
  Facts: {
    note: 'Ninguna línea empieza ni termina con un punto.',
    example: <Facts of={['Comercial de Ejemplo SRL', '131-24679-6', '12 comprobantes', 'último acceso ayer']} />,
  },
  StatGrid: {
    wide: true,
    example: (
      <StatGrid>
        <StatCard name="Total" value="29" note="25 e-CF · 4 RFCE" />
        <StatCard name="Firmados" value="29" note="100 %" />
        <StatCard name="Sin nota" value="0" />
        <StatCard name="Cifra larga" value="RD$ 999,999.99" note="Se encoge hasta caber" />
      </StatGrid>
    ),
  },
  StatCard: { example: <StatCard name="Ingresos totales" value="RD$ 48.2 M" note="RD$ 48,213,904.55" /> },
  StatusChip: {
    example: estados.map((estado) => (
      <StatusChip key={estado} estado={estado}>
        {estadoNombre[estado]}
      </StatusChip>
    )),
  },
  Chip: {
    example: tones.map((tone) => (
      <Chip key={tone} tone={tone} moving={tone === 'info'}>
        {tone}
      </Chip>
    )),
  },
  Banner: {
    note: 'Se queda hasta que se descarta o deja de ser cierto.',
    wide: true,
    example: bannerTones.map((tone) => (
      <Banner key={tone} tone={tone} title="Qué pasó" action={<Button>Arreglarlo</Button>} onDismiss={nothing}>
        Por qué, en las palabras de quien lo dijo, y qué hacer.
      </Banner>
    )),
  },
  HelpPopover: {
    note: 'Junto a un rótulo con un término que explicar; en las pantallas, como TermHelp.',
    example: (
      <span>
        Track ID
        <HelpPopover label="Qué es Track ID">El número que la DGII entrega al recibir un comprobante.</HelpPopover>
      </span>
    ),
  },
  CodeLink: { note: 'Sin artículo no se muestra.', example: <CodeLink of="ECF-RNC-01" /> },
  Highlighted: {
    example: (
      <code>
        <Highlighted language="xml" text='<Moneda Codigo="USD">1</Moneda>' />
      </code>
    ),
  },
  HiddenRows: { example: <HiddenRows count={3} readsHidden={false} onReadHidden={() => undefined} /> },
  WorkbookNotes: {
    note: 'Lo que se leyó de un libro y lo que no; pregunta por las filas ocultas.',
    wide: true,
    example: (
      <Choosing first={false}>
        {(now, set) => (
          <WorkbookNotes
            notes={{
              columnas: [
                { letra: 'A', encabezado: 'RNC', dato: 'RNC o cédula' },
                { letra: 'B', encabezado: 'Vendedor', dato: null },
              ],
              filasOcultas: 3,
              avisos: ['La hoja «Borrador» está oculta y no se lee'],
            }}
            readsHidden={now}
            onReadHidden={set}
          />
        )}
      </Choosing>
    ),
  },
};
