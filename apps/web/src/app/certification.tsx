import { createRoute, redirect } from '@tanstack/react-router';
import { AprobacionScreen } from '../features/aprobacion-comercial/routes.ts';
import { CertificacionScreen } from '../features/certificacion/screen.ts';
import { steps } from '../features/certificacion/steps.ts';
import { SimulacionScreen } from '../features/simulacion/routes.ts';
import { readTab } from '../features/simulacion/tab.ts';
import { rootRoute } from '../lib/root-route.ts';
import { onlyDefined, textParam } from '../lib/search-params.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const ExcelScreen = lazyPart(
  async () => (await import('../features/importacion/excel-screen.tsx')).ExcelScreen,
  'screen',
);

const stepper = createRoute({
  getParentRoute: () => rootRoute,
  path: '/certification',
  staticData: { guide: 'ensayo' },
  component: CertificacionScreen,
});

const first = createRoute({
  getParentRoute: () => stepper,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: steps[0].ruta, replace: true });
  },
});

const dataSet = createRoute({
  getParentRoute: () => stepper,
  path: '/pruebas-set-datos',
  validateSearch: (search): { id?: string } => onlyDefined({ id: textParam(search.id, 36) }),
  component: () => <ExcelScreen at={steps[0].ruta} />,
});

const approvals = createRoute({
  getParentRoute: () => stepper,
  path: '/datos-comerciales',
  component: AprobacionScreen,
});

const simulation = createRoute({
  getParentRoute: () => stepper,
  path: '/simulacion-ecf',
  staticData: { guide: 'simulacion' },
  validateSearch: readTab,
  component: SimulacionScreen,
});

/** The stepper with its steps, each the screen itself. @source specification 001 §2 */
export const certification = stepper.addChildren({ first, dataSet, approvals, simulation });
