import { Failure } from '../../../kernel/call/failure.ts';
import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { runningErasures } from './test-erasures.queries.ts';

/** Every node looks anew at whose test data is being erased when it hears something here. */
const CHANNEL = 'cottontree_erasures';
const RETRY_AFTER_SECONDS = 5;

/** What a node knows of the erasing of test data, so that no write of the merchant comes between. */
export type ErasureWatch = {
  /** Throws while the test data of the tenant is being erased. */
  readonly refuseWrite: (tenant: Tenant) => void;
  /** Goes by what the database says. */
  readonly look: () => Promise<void>;
  /** The same, here and on every node. */
  readonly tell: () => Promise<void>;
};

/** Remembers whose test data is being erased, as the database said last. */
export function openErasureWatch({ store, log }: Context): ErasureWatch {
  let merchants: ReadonlySet<string> = new Set();
  async function look(): Promise<void> {
    merchants = new Set((await runningErasures(store.system)).map(({ merchantId }) => merchantId));
  }
  store.listen(CHANNEL, () => {
    look().catch((error: unknown) => log.warn({ error }, 'It is not known whose test data is being erased.'));
  });
  return {
    refuseWrite({ merchantId, livemode }) {
      if (livemode || !merchants.has(merchantId)) return;
      throw new Failure(
        'SERVICE_UNAVAILABLE',
        'All test data of this merchant is being erased, so nothing is written in test mode until that is done. GET /v1/test/erasure says how far it is.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    },
    look,
    async tell() {
      await look();
      store.notify(CHANNEL);
    },
  };
}
