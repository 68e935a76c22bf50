import type { ResumenDocumento } from '@timbre/contract';
import { Banner } from '../../ui/banner.tsx';
import { CodeLink } from '../../ui/code-link.tsx';

type Props = Pick<ResumenDocumento, 'estado' | 'mensajes'>;

/** What the authority said of a document, in its own words; each code leads to its article. */
export const MessageBanners = ({ estado, mensajes }: Props) =>
  mensajes.map(({ codigo, valor }) => (
    <Banner key={`${codigo}${valor}`} tone={estado === 'rechazado' ? 'bad' : 'info'} title={codigo}>
      {valor} <CodeLink of={codigo} />
    </Banner>
  ));
