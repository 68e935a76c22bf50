import { Button } from '@mantine/core';
import { messageOf } from '../lib/api.ts';
import { Banner } from './banner.tsx';

interface Props {
  /** What could not be read. */
  title: string;
  error: Error;
  onRetry: () => unknown;
}

/** What could not be read, why, and the way to ask for it again. */
export const LoadFailure = ({ title, error, onRetry }: Props) => (
  <Banner title={title} action={<Button onClick={() => onRetry()}>Intentar de nuevo</Button>}>
    {messageOf(error)}
  </Banner>
);
