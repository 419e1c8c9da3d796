import { Failure } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import { publishDraft, type RateCardRow } from '../pricing/rate-cards.queries.ts';
import { checkCard } from './check-card.ts';

export type Publishing = { readonly effectiveAt: Date; readonly by: string; readonly at: Date };

/** Publishes a draft as it was read, checked once more against the map as it is now. */
export async function publishCard(
  runner: Runner,
  { row, effectiveAt, by, at }: Publishing & { readonly row: RateCardRow },
): Promise<void> {
  await checkCard(runner, row.card);
  const { version, revision } = row;
  if (
    await publishDraft(runner, {
      version,
      revision,
      published_at: at,
      published_by: by,
      effective_at: effectiveAt,
    })
  )
    return;
  throw new Failure(
    'PRECONDITION_FAILED',
    `Rate card ${version} was changed at the same moment. Read it again before you publish it.`,
  );
}
