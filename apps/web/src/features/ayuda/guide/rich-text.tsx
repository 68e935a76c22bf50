import { Link } from '@tanstack/react-router';
import text from '../../../ui/text.module.css';
import { type Piece, piecesOf } from './inline.ts';

/** A text of the guide with its marks. */
export const RichText = ({ of }: { of: string }) =>
  piecesOf(of).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change
    <PieceOf key={at} piece={piece} />
  ));

function PieceOf({ piece: { kind, text: words, to = '' } }: { piece: Piece }) {
  if (kind === 'name') return <b>{words}</b>;
  if (kind === 'code') return <code>{words}</code>;
  if (kind === 'text') return words;
  const [path, hash] = to.split('#');
  return (
    // The test of the guide proves that the address exists.
    <Link to={path as '/guia'} {...(hash !== undefined && { hash })} className={text.link}>
      {words}
    </Link>
  );
}
