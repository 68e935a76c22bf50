import type { Enlaces, ResumenDocumento } from '@timbre/contract';

/** Whether it is a signed note that cannot be sent before its invoice is corrected: the DGII rejected that invoice. */
export const isOrphan = ({
  estado,
  esperaA,
  modifica,
}: Pick<ResumenDocumento, 'estado' | 'esperaA'> & Pick<Enlaces, 'modifica'>): boolean =>
  estado === 'firmado' && esperaA !== null && modifica?.estado === 'rechazado';
