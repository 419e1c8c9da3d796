import type { Context } from '../../kernel/call/context.ts';
import type { Overviews } from './module.ts';

/** Opens what tells of all modules together. */
export function openOverviews(context: Context, { ask, look }: Pick<Overviews, 'ask' | 'look'>): Overviews {
  return { ...context, ask, look };
}
