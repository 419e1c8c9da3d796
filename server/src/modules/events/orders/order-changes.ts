import type { World } from '../../../kernel/running/world.ts';
import type { OrderRow } from './orders.queries.ts';

const CHANGE_ID_BYTES = 12;

/** Before a change is written it gets a name, by which it is found again where the connection was lost over it. */
export function makeChangeId(world: Pick<World, 'randomBytes'>): string {
  return world.randomBytes(CHANGE_ID_BYTES).toString('base64url');
}

export type ChangeOf = {
  readonly at: Date;
  readonly world: Pick<World, 'randomBytes'>;
  /** Messages that go with it. */ readonly told: number;
};

/** The next version of an order, else as it is. */
export function nextVersion(before: OrderRow, { at, world, told }: ChangeOf): OrderRow {
  return {
    ...before,
    version: before.version + 1,
    sequence: before.sequence + told,
    change_id: makeChangeId(world),
    updated_at: at,
  };
}
