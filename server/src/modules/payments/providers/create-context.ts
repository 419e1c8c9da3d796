import type { Context } from '../../../kernel/call/context.ts';
import type { ProviderAccount } from './account-cache.ts';
import type { ProviderContext } from './provider.ts';

const USER_AGENT = 'Cottontree-Payments/1';
/** From the connecting to the headers of the answer; people wait for some of these. */
const DEADLINE_MS = 10_000;
/** A page of a hundred transactions with all that belongs to them; an answer that is longer is not read, and so tells nothing. */
const ANSWER_BYTES_MAX = 1_048_576;

/** With what an adapter works: the account's keys and the one way out. */
export function createProviderContext(
  { world }: Pick<Context, 'world'>,
  { tenant, merchantName, credentials, settings }: ProviderAccount,
): ProviderContext {
  return {
    livemode: tenant.livemode,
    merchantId: tenant.merchantId,
    merchantName,
    credentials,
    settings,
    now: world.now(),
    wallNow: world.now(),
    async send({ method, url, headers, body }) {
      const answer = await world.send({
        url,
        method,
        headers: { 'user-agent': USER_AGENT, ...headers },
        body: Buffer.from(body ?? ''),
        deadlineMs: DEADLINE_MS,
        responseBytesMax: ANSWER_BYTES_MAX,
      });
      if (answer.body.length >= ANSWER_BYTES_MAX)
        return { status: null, headers: answer.headers, body: '', error: 'The answer is too long.' };
      return {
        status: answer.status,
        headers: answer.headers,
        body: answer.body.toString('utf8'),
        error: answer.error === null ? null : `${answer.error}: ${answer.hint ?? ''}`,
      };
    },
  };
}

/** What an adapter may use for one question about a payment. `at` is business time. */
export function contextOf(
  context: Pick<Context, 'world'>,
  account: ProviderAccount,
  at: Date,
): ProviderContext {
  return { ...createProviderContext(context, account), now: at };
}
