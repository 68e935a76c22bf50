import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useQueryMutation,
} from '@tanstack/react-query';
import { NotConfirmed } from './identity.ts';

/** The state of a mutation that was not confirmed: it appears idle. */
const idle = { status: 'idle', isIdle: true, isError: false, error: null, failureReason: null, variables: undefined };

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
