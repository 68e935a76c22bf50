import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { featureMenu } from '@timbre/contract/tables';
import { isTipoECF, type TipoECF } from '@timbre/values';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { readBorrador, readDocumento } from './api.ts';
import { copyOf, items, linesFor, newDraft, tipoPath } from './draft.ts';
import { DraftForm } from './draft-form.tsx';
import type { Opening } from './search.ts';
import { listAt, type Tree, textAt, withAt } from './tree.ts';

const route = getRouteApi('/nueva-factura');

/** The initial state of a draft: a stored one, a copy of an issued document, or an empty one. */
interface Beginning {
  readonly tree: Tree;
  readonly version: number;
  /** Amount stored on the server, RD$. */
  readonly monto: string;
}

/** An invoice written by hand: of any type, stored while it is written, issued with one click. */
export function NuevaScreen() {
  const opening = route.useSearch();
  const navigate = route.useNavigate();
  // A draft keeps its id when it is stored for the first time: only then does the address name it. When the address no
  // longer names a draft, a new one begins.
  const [{ fresh, named }, setFresh] = useState({ fresh: crypto.randomUUID() as string, named: opening.borrador });
  if (named !== opening.borrador)
    setFresh({ fresh: opening.borrador === undefined ? crypto.randomUUID() : fresh, named: opening.borrador });
  const id = opening.borrador ?? fresh;
  const { data, error, refetch } = useQuery({
    queryKey: ['borrador', id],
    meta: notLive,
    queryFn: ({ signal }) => begin(opening, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  const open = (search: Opening) => {
    setFresh({ fresh: crypto.randomUUID(), named: opening.borrador });
    void navigate({ search });
  };

  if (data)
    return (
      <DraftForm
        key={id}
        id={id}
        {...data}
        onStored={() => void navigate({ search: { borrador: id }, replace: true })}
        onOpen={open}
      />
    );
  return (
    <>
      <PageHeader title={featureMenu.borradores.titulo} />
      <section className={card.card}>
        {error ? (
          <Banner title="No se pudo abrir el borrador" action={<Button onClick={() => refetch()}>Reintentar</Button>}>
            {messageOf(error)}
          </Banner>
        ) : (
          <Skeleton rows={8} label="Abriendo el borrador" />
        )}
      </section>
    </>
  );
}

const usualTipo: TipoECF = '31';

async function begin({ borrador, tipo, copia }: Opening, signal: AbortSignal): Promise<Beginning> {
  if (borrador) {
    const { documento, version, monto } = await readBorrador({ params: { id: borrador }, signal });
    return { tree: asTaxed(documento as Tree), version, monto };
  }
  if (copia) {
    const { json } = await readDocumento({ params: { id: copia }, signal });
    const tree = (json ?? {}) as Tree;
    const own = textAt(tree, tipoPath);
    const copy = copyOf(tree, tipo ?? (isTipoECF(own) ? own : usualTipo));
    return { tree: tipo === '33' || tipo === '34' ? noteOf(copy, tree) : copy, version: 0, monto: '0.00' };
  }
  return { tree: newDraft(tipo ?? usualTipo), version: 0, monto: '0.00' };
}

/** A stored draft, whose lines may be from before its type was known. */
function asTaxed(draft: Tree): Tree {
  const tipo = textAt(draft, tipoPath);
  return isTipoECF(tipo) ? withAt(draft, items, linesFor(listAt(draft, items), tipo)) : draft;
}

/** A note with the document that it modifies. */
function noteOf(note: Tree, document: Tree): Tree {
  const numbered = withAt(
    note,
    'InformacionReferencia.NCFModificado',
    textAt(document, 'Encabezado.IdDoc.eNCF') || undefined,
  );
  return withAt(
    numbered,
    'InformacionReferencia.FechaNCFModificado',
    textAt(document, 'Encabezado.Emisor.FechaEmision') || undefined,
  );
}
