import { useQuery } from '@tanstack/react-query';
import * as importacionCalls from '../calls/importacion.generated.ts';
import { caller } from './api.ts';

const listImportaciones = caller(importacionCalls.listarImportaciones);

/**
 * The imports of the company. The query is shared by all components that show them.
 *
 * @param enabled false if the user may not see them
 */
export const useImportaciones = (enabled = true) =>
  useQuery({
    queryKey: ['importaciones'],
    meta: { live: { importacion: 'unless-asking' } },
    queryFn: ({ signal }) => listImportaciones({ signal }),
    enabled,
  });
