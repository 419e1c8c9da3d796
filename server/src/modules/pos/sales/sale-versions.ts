import type { World } from '../../../kernel/running/world.ts';
import type { SaleRow } from './sales.queries.ts';

const CHANGE_ID_BYTES = 12;

/** Before a change is written it gets a name, by which it is found again where the connection was lost over it. */
export function makeChangeId(world: Pick<World, 'randomBytes'>): string {
  return world.randomBytes(CHANGE_ID_BYTES).toString('base64url');
}

export type VersionOf = {
  readonly at: Date;
  readonly world: Pick<World, 'randomBytes'>;
  /** Messages that go with it. */ readonly told: number;
};

/** `draft` as the version after `before`; a new one is the first. */
export function nextVersion(before: SaleRow | null, draft: SaleRow, { at, world, told }: VersionOf): SaleRow {
  return {
    ...draft,
    version: (before?.version ?? 0) + 1,
    sequence: (before?.sequence ?? 0) + told,
    change_id: makeChangeId(world),
    updated_at: at,
  };
}
