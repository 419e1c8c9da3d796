import type { Context } from '../../kernel/call/context.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import { createHeldAnswers } from './hold-answers.ts';
import type { Overviews } from './module.ts';
import * as operations from './operations.ts';

export const overviewModule = moduleOf<Overviews>()({ operations });

/** `holds`: whether what takes long is told again for a while. */
type OverviewParts = Pick<Overviews, 'ask' | 'look'> & { readonly holds: boolean };

/** Opens what tells of all modules together. */
export function openOverviews(context: Context, { ask, look, holds }: OverviewParts): Overviews {
  return { ...context, ask, look, held: holds ? createHeldAnswers(context.world.monotonicMs) : null };
}
