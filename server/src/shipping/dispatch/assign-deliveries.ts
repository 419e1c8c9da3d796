import { ASSIGNMENTS_MAX, type Data, type Input, type Operations } from '@cottontree/contract';
import { keyIn, type DispatchCall } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { assignDelivery } from './assign-delivery.ts';

type Results = Data<Operations['assignDeliveries']>;
type Wish = { readonly job_number: string; readonly driver_id: string };

/** Assigns one after the other; a refusal stands for its own delivery only. */
export async function assignDeliveries(
  { body }: Input<Operations['assignDeliveries']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<Results>> {
  const { assignments } = body;
  if (assignments.length > ASSIGNMENTS_MAX)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `assignments may hold at most ${ASSIGNMENTS_MAX}; ${assignments.length} were sent.`,
    );
  const results: Results['results'][number][] = [];
  for (const [index, wish] of assignments.entries())
    results.push(await tryAssign(wish, { call: each(call, index), room }));
  return reply({ results, assigned_count: results.filter(({ assigned }) => assigned).length });
}

/** Sent again, each assignment is answered as it was the first time. */
function each(call: DispatchCall, index: number): DispatchCall {
  return {
    ...call,
    idempotency: call.idempotency && {
      key: keyIn(call.idempotency.key, String(index)),
      hash: call.idempotency.hash,
    },
  };
}

async function tryAssign(
  { job_number, driver_id }: Wish,
  { call, room }: { readonly call: DispatchCall; readonly room: Shipping },
): Promise<Results['results'][number]> {
  try {
    await assignDelivery({ params: { jobNumber: job_number }, query: {}, body: { driver_id } }, call, room);
    return { job_number, driver_id, assigned: true, error: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    return { job_number, driver_id, assigned: false, error: { code: error.code, message: error.message } };
  }
}
