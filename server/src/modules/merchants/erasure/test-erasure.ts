import { formatTime, type Input, type Operations, type TestErasure } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import type { Merchants } from '../module.ts';
import { askForTestErasure, findTestErasure, type TestErasureRow } from './test-erasures.queries.ts';

/** Has all test data of the merchant erased; from then on nothing is written in test mode until that is done. */
export async function eraseTestData(
  { body }: Input<Operations['eraseTestData']>,
  call: Call,
  module: Merchants,
): Promise<Reply<TestErasure>> {
  const { tenant, caller, idempotency } = call;
  const asked = {
    asked_at: module.world.systemNow(),
    asked_by: caller.member?.name ?? caller.keyId,
    request_key: idempotency?.key ?? null,
  };
  const given = await effect(module, call, {
    work: async (tx) => {
      if (body.name !== caller.merchant.name)
        throw invalid({
          path: 'name',
          message: `must be the name of the business, letter by letter: ${caller.merchant.name}`,
        });
      const row = (await askForTestErasure(tx, tenant, asked)) ?? (await findTestErasure(tx, tenant));
      return reply(presentTestErasure(row));
    },
  });
  await module.erasures.tell();
  module.wake('merchants.eraseTestData');
  return given;
}

/** Tells how far the erasing of test data is. */
export async function getTestErasure(
  _input: Input<Operations['getTestErasure']>,
  { tenant }: Call,
  { store }: Merchants,
): Promise<Reply<TestErasure>> {
  return reply(presentTestErasure(await findTestErasure(store.of(tenant), tenant)));
}

function presentTestErasure(row: TestErasureRow | undefined): TestErasure {
  return {
    status: row?.status ?? 'none',
    asked_at: row ? formatTime(row.asked_at) : null,
    asked_by: row?.asked_by ?? null,
    rows_found: row?.rows_found === undefined || row.rows_found === null ? null : Number(row.rows_found),
    rows_erased: Number(row?.rows_erased ?? 0),
    finished_at: row?.finished_at ? formatTime(row.finished_at) : null,
    livemode: false,
  };
}
