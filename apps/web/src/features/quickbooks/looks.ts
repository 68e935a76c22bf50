import type { Looks } from '../../lib/looks.ts';

export const looks = {
  'quickbooks-callback': {
    who: 'empresa',
    path: '/callback/quickbooks?error=access_denied&error_description=Denegado',
  },
} satisfies Looks;
