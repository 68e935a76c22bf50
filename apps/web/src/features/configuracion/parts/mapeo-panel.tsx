import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import card from '../../../ui/card.module.css';
import styles from '../configuracion.module.css';
import type { PanelProps } from '../panel-props.ts';
import { CamposPdfPanel } from './campos-pdf-panel.tsx';
import { IdExternoPanel } from './id-externo-panel.tsx';
import { ImpuestosPanel } from './impuestos-panel.tsx';

const route = getRouteApi('/configuracion');

/**
 * Tab 2: mappings to the company's other system, and the fields of the printed representation. An address that names
 * one of them scrolls to it.
 */
export function MapeoPanel(props: PanelProps) {
  const { mapeo } = route.useSearch();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (mapeo) root.current?.querySelector(`[data-mapeo="${mapeo}"]`)?.scrollIntoView();
  }, [mapeo]);
  return (
    <div ref={root} className={styles.columns}>
      <div className={card.stack}>
        <div data-mapeo="id-externo">
          <IdExternoPanel {...props} />
        </div>
        <div data-mapeo="campos">
          <CamposPdfPanel {...props} />
        </div>
      </div>
      <div data-mapeo="itbis">
        <ImpuestosPanel {...props} />
      </div>
    </div>
  );
}
