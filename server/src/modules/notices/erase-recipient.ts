import {
  formatTime,
  idRandomBytes,
  makeId,
  type Data,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { PHONE_SECRET } from './compose-batch.ts';
import { eraseNotices, insertErasureRecord } from './notices.queries.ts';
import type { Notices } from './module.ts';

/** Forgets everybody at a number, in everything of this merchant and mode that has come to its end. */
export async function eraseRecipient(
  { body }: Input<Operations['eraseRecipient']>,
  call: Call,
  module: Notices,
): Promise<Reply<Data<Operations['eraseRecipient']>>> {
  const { tenant, caller } = call;
  const phone = module.jobs.readPhone(body.phone, caller.merchant.country);
  if (phone === null)
    throw new Failure(
      'INVALID_PHONE',
      'phone must be a phone number in international form such as +23276123456, or as dialled at home.',
      { details: { fields: [{ path: 'phone', message: 'must be a phone number' }] } },
    );
  return effect(module, call, {
    work: async (runner) => {
      const { jobNumbers, addresses, active } = await module.jobs.eraseRecipient(runner, tenant, phone);
      if (active.length > 0) {
        throw new Failure(
          'RECIPIENT_HAS_ACTIVE_DELIVERIES',
          `Nothing was erased: ${active.join(', ')} ${active.length === 1 ? 'is' : 'are'} still under way to this number. Ask again when they have ended.`,
          { details: { job_numbers: active } },
        );
      }
      const notices = await eraseNotices(runner, tenant, {
        macs: module.vault.fingerprints(PHONE_SECRET, phone),
        jobNumbers,
      });
      const deliveries = jobNumbers.length;
      const now = module.world.systemNow();
      const id = makeId('ers_', now.getTime(), module.world.randomBytes(idRandomBytes));
      await insertErasureRecord(runner, tenant, {
        id,
        phone_mac: module.vault.fingerprint(PHONE_SECRET, phone),
        key_id: caller.keyId,
        deliveries,
        addresses,
        notices,
        created_at: now,
      });
      return reply({ deliveries, addresses, notices, erased_at: formatTime(now) });
    },
  });
}
