import type { Claim } from './claim.queries.ts';

export type WalkLimits = {
  readonly rowsMax: number;
  readonly endpointsMax: number;
  readonly lookAgainMs: number;
};

export type SendingWalk = {
  /** False while nothing can have changed since the last claim found no more. */
  readonly isWorthALook: (nowMs: number) => boolean;
  /** Where the next claim goes on, and how many rows of one endpoint it takes. */
  readonly begin: (look: { readonly nowMs: number; readonly someBusy: boolean }) => {
    readonly cursor: string;
    readonly perEndpoint: number;
  };
  /** Notes what the claim brought; true when it came to the end and the next one begins anew. */
  readonly end: (claim: Claim, asked: { readonly wanted: number; readonly perEndpoint: number }) => boolean;
  readonly newsCame: () => void;
  readonly roomMade: () => void;
};

const ROWS_PER_ENDPOINT_MIN = 8;

/**
 * The way round the endpoints of one lane. Each claim takes so many rows of an endpoint as fill
 * it from those that had any, and one that found all there was is not repeated for nothing.
 */
export function createWalk(limits: WalkLimits): SendingWalk {
  let cursor = '';
  let perEndpoint = limits.rowsMax;
  let mayHaveMore = true;
  let someBusy = false;
  let lookedMs = Number.NEGATIVE_INFINITY;

  return {
    isWorthALook: (nowMs) => mayHaveMore || nowMs - lookedMs >= limits.lookAgainMs,
    begin(look) {
      lookedMs = look.nowMs;
      someBusy = look.someBusy;
      mayHaveMore = false;
      return { cursor, perEndpoint };
    },
    end({ rows, looked, last }, asked) {
      const perId = new Map<string, number>();
      for (const row of rows) perId.set(row.endpoint_id, (perId.get(row.endpoint_id) ?? 0) + 1);
      if (perId.size > 0)
        perEndpoint = Math.max(ROWS_PER_ENDPOINT_MIN, Math.ceil(limits.rowsMax / perId.size));
      const ended = rows.length < asked.wanted && looked < limits.endpointsMax;
      const again = ended && cursor !== '';
      // Where rows were wanted in vain, every endpoint that was looked at has given what it may.
      const reached = [...perId.keys()].reduce((most, id) => (id > most ? id : most), cursor);
      cursor = ended ? '' : rows.length < asked.wanted ? last : reached;
      mayHaveMore ||= !ended || again || [...perId.values()].some((count) => count >= asked.perEndpoint);
      return again;
    },
    newsCame() {
      mayHaveMore = true;
    },
    roomMade() {
      mayHaveMore ||= someBusy;
    },
  };
}
