import { operations } from '@cottontree/contract';
import { Failure } from '../kernel/call/failure.ts';
import { createNearestPath } from './nearest-path.ts';

const nearestPath = createNearestPath([...new Set(Object.values(operations).map(({ path }) => path))]);

/** The refusal of a path where nothing stands. */
export function nothingAt(path: string): Failure {
  const meant = nearestPath(path);
  return new Failure(
    'NOT_FOUND',
    `There is nothing at ${path.slice(0, 200)}. ${meant ? `Did you mean ${meant}? ` : ''}The operations are listed at /docs.`,
  );
}
