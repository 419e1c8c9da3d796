import { invalid } from '../../../kernel/call/failure.ts';
import type { Json, Runner } from '../../../store/index.ts';
import { checkCardZones } from '../pricing/read-surcharges.ts';
import type { RateCard } from '../pricing/rate-card.ts';
import { readRateCard } from '../pricing/read-rate-card.ts';
import { compileZones } from '../coverage/compile-zones.ts';
import { listAllZones } from '../coverage/zones.queries.ts';

const PROBLEMS_MAX = 50;
/** Far more than every pair of a hundred zones. */
const BYTES_MAX = 900_000;

/** The figures as a card that may be published on the map as it is; a refusal names the path of each problem. */
export async function checkCard(
  runner: Runner,
  figures: { readonly [field: string]: Json | undefined },
): Promise<RateCard> {
  if (Buffer.byteLength(JSON.stringify(figures)) > BYTES_MAX)
    throw invalid({ path: 'card', message: `must have at most ${BYTES_MAX} bytes` });
  const read = readRateCard(figures);
  const problems = read.ok
    ? checkCardZones(read.card, compileZones(await listAllZones(runner)))
    : read.problems;
  if (!read.ok || problems.length > 0)
    throw invalid(
      ...problems.slice(0, PROBLEMS_MAX).map(({ path, message }) => ({ path: `card.${path}`, message })),
    );
  return read.card;
}
