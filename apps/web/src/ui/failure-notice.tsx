import type { ComponentProps } from 'react';
import { messageOf } from '../lib/api.ts';
import { Banner } from './banner.tsx';

interface Props extends Omit<ComponentProps<typeof Banner>, 'children'> {
  /** The error of the last attempt; null or undefined if it did not fail. */
  error: Error | null | undefined;
}

/** The notice that an action failed, and why. Renders nothing if it did not fail. */
export const FailureNotice = ({ error, ...banner }: Props) => error && <Banner {...banner}>{messageOf(error)}</Banner>;
