import { Button } from '@mantine/core';
import { messageOf } from '../lib/api.ts';
import { Banner } from './banner.tsx';

interface Props {
  /** The title, which names the content that could not be loaded. */
  title: string;
  error: Error;
  onRetry: () => unknown;
}

/** The notice that something could not be loaded, why, and a button to retry. */
export const LoadFailure = ({ title, error, onRetry }: Props) => (
  <Banner title={title} action={<Button onClick={() => onRetry()}>Intentar de nuevo</Button>}>
    {messageOf(error)}
  </Banner>
);
