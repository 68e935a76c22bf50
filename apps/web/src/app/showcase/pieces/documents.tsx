import { Button } from '@mantine/core';
import { useState } from 'react';
import { DetailSection, FactList } from '../../../ui/detail.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ProgressCard } from '../../../ui/progress-card.tsx';
import { RecentImports } from '../../../ui/recent-imports.tsx';
import { TextBlock } from '../../../ui/text-block.tsx';
import { TextModal } from '../../../ui/text-modal.tsx';
import type { Piece } from './piece.ts';

const xml = '<ECF>\n  <eNCF>E310000000001</eNCF>\n</ECF>';

function SampleText() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Ver XML</Button>
      {opened && (
        <TextModal
          title="XML de E310000000001"
          language="xml"
          text={xml}
          onDownload={() => undefined}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}

/** The components of ui/ about documents. */
export const documentPieces: Readonly<Record<string, Piece>> = {
  DetailSection: {
    note: 'Una parte del detalle de un cajón, con su título.',
    example: <DetailSection title="Líneas">Una línea por renglón.</DetailSection>,
  },
  FactList: {
    example: (
      <FactList
        of={[
          ['RNC', '131-24679-6'],
          ['Nombre', 'Comercial de Ejemplo SRL'],
        ]}
      />
    ),
  },
  ProgressCard: {
    wide: true,
    example: (
      <ProgressCard
        steps={[
          { nombre: 'Firma', verbo: 'Firmando', estado: 'completado', hechos: 29, total: 29 },
          { nombre: 'Envío', verbo: 'Enviando', estado: 'procesando', hechos: 19, total: 29 },
        ]}
        next=""
      />
    ),
  },
  RecentImports: { example: <RecentImports empty={<EmptyState title="Aquí verá los libros que procese" />} /> },
  TextBlock: { wide: true, example: <TextBlock language="xml" text={xml} /> },
  TextModal: { note: 'Se lee, se copia y se descarga.', example: <SampleText /> },
};
