import type { ResumenDocumento } from '@timbre/contract';
import { Banner } from '../../ui/banner.tsx';
import { CodeLink } from '../../ui/code-link.tsx';

type Props = Pick<ResumenDocumento, 'estado' | 'mensajes'>;

/** The authority's messages about a document, verbatim. Each code links to its article. */
export const MessageBanners = ({ estado, mensajes }: Props) =>
  mensajes.map(({ codigo, valor }) => (
    <Banner key={`${codigo}${valor}`} tone={estado === 'rechazado' ? 'bad' : 'info'} title={codigo}>
      {valor} <CodeLink of={codigo} />
    </Banner>
  ));
