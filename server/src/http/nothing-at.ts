import { Failure } from '../kernel/call/failure.ts';

/** The refusal of a path where nothing stands. */
export function nothingAt(path: string): Failure {
  return new Failure(
    'NOT_FOUND',
    `There is nothing at ${path.slice(0, 200)}. The operations are listed at /docs.`,
  );
}
