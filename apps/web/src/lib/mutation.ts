import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useQueryMutation,
} from '@tanstack/react-query';
import { NotConfirmed } from './identity.ts';

/** What a screen sees of something that did not happen. */
const idle = { status: 'idle', isIdle: true, isError: false, error: null, failureReason: null, variables: undefined };

/**
 * React Query's, for calls that may ask the person for their password: where they leave the question, nothing happened and
 * nothing failed. `onError` is for failures; `onSettled`, for what was shown too early.
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
