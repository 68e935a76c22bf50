import { IconRosette } from '@tabler/icons-react';
import { createRoute, redirect } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { steps } from './steps.ts';

export const CertificacionScreen = lazyPart(
  async () => (await import('./certificacion-screen.tsx')).CertificacionScreen,
  'screen',
);

/** The address of its item of the menu; the screen itself is at `/certification` (app/certification.tsx). @source specification 001 §2 */
export const screen = {
  key: 't',
  icon: IconRosette,
  route: createRoute({
    ...screenAt('certificacion', 'ensayo'),
    beforeLoad: () => {
      throw redirect({ to: steps[0].ruta, replace: true });
    },
  }),
} satisfies Screen;
