import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useQueryMutation,
} from '@tanstack/react-query';
import { NotConfirmed } from './identity.ts';

/** The state of a mutation that was not confirmed: it appears idle. */
const idle = { status: 'idle', isIdle: true, isError: false, error: null, failureReason: null, variables: undefined };

/** An attempt of an action, as `useMutation` returns it. */
interface Attempt {
  readonly error: Error | null;
  readonly submittedAt: number;
}

/**
 * The error of several actions whose failures are shown in one place: that of the last attempt. An attempt that runs or
 * succeeded hides the failure of an earlier one.
 */
export function lastError(...attempts: readonly Attempt[]): Error | null {
  const latest = Math.max(...attempts.map(({ submittedAt }) => submittedAt));
  return attempts.find(({ submittedAt, error }) => submittedAt === latest && error !== null)?.error ?? null;
}

/**
 * React Query's `useMutation` for calls that may ask for the user's password, or for confirmation before they change a
 * month that was filed. When the user closes that dialog, the mutation neither succeeds nor fails. `onError` is for
 * failures; `onSettled` reverts optimistic updates.
 */
export function useMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const mutation = useQueryMutation({
    ...options,
    onError: (error, ...rest) => (error instanceof NotConfirmed ? undefined : options.onError?.(error, ...rest)),
  });
  return mutation.error instanceof NotConfirmed ? ({ ...mutation, ...idle } as typeof mutation) : mutation;
}
