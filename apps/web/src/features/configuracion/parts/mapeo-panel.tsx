import { getRouteApi } from '@tanstack/react-router';
import { Tabs } from '../../../ui/tabs.tsx';
import type { PanelProps } from '../panel-props.ts';
import { mapeos } from '../search.ts';
import { CamposPdfPanel } from './campos-pdf-panel.tsx';
import { IdExternoPanel } from './id-externo-panel.tsx';
import { ImpuestosPanel } from './impuestos-panel.tsx';

const route = getRouteApi('/configuracion');
const panels = { 'id-externo': IdExternoPanel, itbis: ImpuestosPanel, campos: CamposPdfPanel };

/** Tab 2: mappings to the company's other system, and the fields of the printed representation. */
export function MapeoPanel(props: PanelProps) {
  const { mapeo = 'id-externo' } = route.useSearch();
  const navigate = route.useNavigate();
  const Panel = panels[mapeo];
  return (
    <Tabs
      label="Mapeo de Datos"
      inner
      tabs={mapeos}
      current={mapeo}
      onChange={(id) => navigate({ search: { tab: 'mapeo', mapeo: id } })}
    >
      <Panel {...props} />
    </Tabs>
  );
}
