import { useQuery } from '@tanstack/react-query';
import { messageOf, Refusal } from '../../../lib/api.ts';
import { patchDocumentos } from '../../../lib/patch-documentos.ts';
import { JsonModal } from '../../documentos/shared.ts';
import { readDocumento } from '../api.ts';
import type { Fila } from '../receipts.ts';
import { failures } from '../words.ts';

/** The tree of a receipt as JSON, with the names of its XML. */
export function JsonDialog({ documento, onClose }: { documento: Fila; onClose: () => void }) {
  const { id, eNCF } = documento;
  const { data, error } = useQuery({
    queryKey: ['documentos', id],
    meta: { live: { documento: patchDocumentos } },
    queryFn: ({ signal }) => readDocumento({ params: { id }, signal }),
  });
  const failure = error ? failureOf(error, eNCF) : data && treeFault(data.json);
  return <JsonModal documento={documento} json={data?.json} failure={failure} onClose={onClose} />;
}

const failureOf = (error: Error, eNCF: string): string =>
  error instanceof Refusal && error.problem.code === 'recurso/no-encontrado'
    ? failures.notFound(eNCF)
    : messageOf(error);

/** Why the XML of a receipt has no tree: it cannot be parsed, or its root is not the expected one. */
function treeFault(json: Readonly<Record<string, unknown>> | null): string | undefined {
  if (json === null) return failures.parse;
  return json.Encabezado === undefined ? failures.noRoot : undefined;
}
