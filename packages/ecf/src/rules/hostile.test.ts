import { expect, it } from 'vitest';
import { ecfs } from '../../testing/sound-documents.ts';
import { checkRules } from './check.ts';

it('a document with more than a thousand faults has a thousand reported', () => {
  const Item = Array.from({ length: 10_000 }, () => ({ NumeroLinea: '0', IndicadorFacturacion: '9', MontoItem: '5' }));
  const Pagina = Array.from({ length: 10_000 }, () => ({ PaginaNo: '0', NoLineaDesde: '9', NoLineaHasta: '1' }));
  expect(checkRules('ECF', { ...ecfs['34'], DetallesItems: { Item }, Paginacion: { Pagina } })).toHaveLength(1000);
});
