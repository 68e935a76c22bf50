import { useDebouncedValue } from '@mantine/hooks';
import { IconBook, IconBook2, IconBuilding, IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { estadoNombre, type MenuId } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { listClientes } from '../features/clientes/api.ts';
import { listFacturas } from '../features/facturas/api.ts';
import type { Entry } from '../lib/commands.ts';
import { notLive } from '../lib/live-query.ts';
import { useMenu } from '../lib/menu.ts';
import { useSesion } from '../lib/use-sesion.ts';

const settledAfterMs = 250;
const most = 5;

/** Digits with or without a leading E: enough of them to match one invoice rather than all. */
const partOfENCF = /^e?\d{3,13}$/i;
const shortestName = 2;
const shortestCode = 3;
/** Too many digits for a code: a part of an eNCF or an RNC. */
const beyondCodes = /^e?\d{5}/i;

/** The results of one kind. */
interface Found {
  readonly entries: readonly Entry[];
  readonly isFetching: boolean;
}

/**
 * Returns the results for the typed text: invoices by eNCF and clients by name or RNC, for users who may open those
 * screens, articles of the encyclopaedia by code or text, and parts of the guide.
 *
 * @returns `what`: the kinds of results, in words
 */
export function usePaletteSearch(typed: string) {
  const { items } = useMenu();
  const [settled] = useDebouncedValue(typed, settledAfterMs);
  const reaches = (id: MenuId) => items.some((item) => item.id === id && item.habilitado);
  const { root } = useSesion();
  const [ofFacturas, ofClientes] = [!root && reaches('facturas'), root && reaches('clientes')];
  const current = settled === typed;
  const found = [
    useFacturas(settled, current && ofFacturas),
    useClientes(settled, current && ofClientes),
    useCodigos(settled, current),
    useGuia(settled, current),
  ];
  return {
    entries: current ? found.flatMap(({ entries }) => entries) : [],
    searching: !current || found.some(({ isFetching }) => isFetching),
    what: ['pantallas', ofFacturas && 'facturas por eNCF', ofClientes && 'clientes', 'códigos']
      .filter(Boolean)
      .join(', '),
  };
}

function useFacturas(typed: string, enabled: boolean): Found {
  const navigate = useNavigate();
  const { data, isFetching } = useQuery({
    queryKey: ['paleta', 'facturas', typed],
    meta: notLive,
    queryFn: ({ signal }) => listFacturas({ todas: true, eNCF: typed }, undefined, Date.now(), signal),
    enabled: enabled && partOfENCF.test(typed),
  });
  const entries = (data?.facturas ?? []).slice(0, most).map(({ eNCF, estado, razonSocialComprador }) => ({
    nombre: eNCF,
    detail: [razonSocialComprador, estadoNombre[estado]].filter(Boolean).join(' · '),
    icon: IconFileInvoice,
    run: () => void navigate({ to: '/facturas', search: { todas: true, eNCF } }),
  }));
  return { entries, isFetching };
}

function useClientes(typed: string, enabled: boolean): Found {
  const navigate = useNavigate();
  const { data, isFetching } = useQuery({
    queryKey: ['paleta', 'clientes', typed],
    meta: notLive,
    queryFn: ({ signal }) => listClientes({ query: { buscar: typed }, signal }),
    enabled: enabled && typed.length >= shortestName,
  });
  const entries = (data ?? []).slice(0, most).map(({ rnc, razonSocial }) => ({
    nombre: razonSocial,
    detail: formatTaxId(rnc),
    icon: IconBuilding,
    run: () => void navigate({ to: '/admin/clientes', search: { buscar: rnc } }),
  }));
  return { entries, isFetching };
}

function useCodigos(typed: string, enabled: boolean): Found {
  const navigate = useNavigate();
  const { data, isFetching } = useQuery({
    queryKey: ['paleta', 'codigos', typed],
    meta: notLive,
    queryFn: async () => {
      const [{ findArticulos }, { parteDe }] = await Promise.all([
        import('../features/enciclopedia/search-articles.ts'),
        import('@timbre/enciclopedia/direccion'),
      ]);
      return findArticulos(typed)
        .slice(0, most)
        .map(({ codigo, titulo }) => ({ codigo, titulo, parte: parteDe(codigo) }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: enabled && typed.length >= shortestCode && !beyondCodes.test(typed),
  });
  const entries = (data ?? []).map(({ codigo, titulo, parte }) => ({
    nombre: codigo,
    detail: titulo,
    icon: IconBook2,
    run: () => void navigate({ to: '/enciclopedia/$codigo', params: { codigo: parte } }),
  }));
  return { entries, isFetching };
}

function useGuia(typed: string, enabled: boolean): Found {
  const navigate = useNavigate();
  const { data, isFetching } = useQuery({
    queryKey: ['paleta', 'guia', typed],
    meta: notLive,
    queryFn: async () => (await import('../features/ayuda/guide/search-guide.ts')).searchGuide(typed).slice(0, most),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: enabled && typed.length >= shortestCode && !beyondCodes.test(typed),
  });
  const entries = (data ?? []).map(({ title, kind, capitulo, hash }) => ({
    nombre: title,
    detail: `Guía · ${kind}`,
    icon: IconBook,
    run: () => void navigate({ to: '/guia/$capitulo', params: { capitulo }, ...(hash !== undefined && { hash }) }),
  }));
  return { entries, isFetching };
}
