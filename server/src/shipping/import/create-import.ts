import {
  idRandomBytes,
  makeId,
  toMajor,
  type Currency,
  type Import,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { checkRows } from './check-rows.ts';
import { insertImport, type GivenRow } from './imports.queries.ts';
import { firstErrors, presentImport } from './present-import.ts';
import { readCsv } from './read-csv.ts';
import { readRows, type ReadRow } from './read-rows.ts';
import { IMPORTS_LOOP } from './work-on-imports.ts';

/** Imports of one merchant and mode that may wait or be at work at once. */
export const IMPORTS_AT_WORK_MAX = 5;

/** Takes a file of deliveries in, whose rows become deliveries in the background; a dry run only checks and prices them. */
export async function createImport(
  { query, body }: Input<Operations['createImport']>,
  call: Call,
  room: Shipping,
): Promise<Reply<Import>> {
  const rows = await readRows(await readCsv(body.csv));
  if (query.dry_run === true || body.dry_run === true) return dryRun(rows, call, room);
  const { tenant, caller } = call;
  const answer = await effect<Import>(room, call, {
    work: async (tx) => {
      const now = room.world.now();
      const id = makeId('imp_', now.getTime(), room.world.randomBytes(idRandomBytes));
      const made = await insertImport(tx, tenant, {
        id,
        key_id: caller.keyId,
        currency: currencyOf(room),
        created_at: now,
        given: rows.map(givenOf),
        at_work_max: IMPORTS_AT_WORK_MAX,
      });
      if (!made) throw tooManyImports();
      return reply(presentImport(made, firstErrors(rows)));
    },
  });
  if (!answer.replayed) room.wake(IMPORTS_LOOP);
  return answer;
}

async function dryRun(rows: readonly ReadRow[], call: Call, room: Shipping): Promise<Reply<Import>> {
  const { created, failed, fee } = await checkRows(rows, call, room);
  const currency = currencyOf(room);
  const at = room.world.now().toISOString();
  const counts = {
    rows: rows.length,
    done: rows.length,
    created,
    failed: failed.length,
    total_fee: toMajor(fee, currency),
    currency,
  };
  return reply(
    {
      id: null,
      dry_run: true,
      status: created > 0 ? 'done' : 'failed',
      ...counts,
      errors: [...firstErrors(failed)],
      created_at: at,
      finished_at: at,
      livemode: call.tenant.livemode,
    },
    { status: 200 },
  );
}

/** Fees are in the currency of the rate card. */
function currencyOf(room: Shipping): Currency {
  return room.map().card.currency;
}

function givenOf({ row, orderNumber, body, errors }: ReadRow): GivenRow {
  return { row, order_number: orderNumber?.slice(0, 64) ?? null, body, errors };
}

function tooManyImports(): Failure {
  return new Failure(
    'TOO_MANY_JOBS',
    `${IMPORTS_AT_WORK_MAX} imports are at work already. Wait for one to end, or cancel one, and try again.`,
    { details: { imports_max: IMPORTS_AT_WORK_MAX } },
  );
}
