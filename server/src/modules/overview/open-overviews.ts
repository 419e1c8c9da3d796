import type { Context } from '../../kernel/call/context.ts';
import type { Overviews } from './module.ts';

/** Opens what tells of all modules together. */
export function openOverviews(context: Context, { ask }: Pick<Overviews, 'ask'>): Overviews {
  return { ...context, ask };
}
