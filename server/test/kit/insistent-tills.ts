import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isHonestRefusal, openCustomer, succeeded, type Answer, type Customer } from './customer.ts';
import type { Chance } from './seed.ts';

type Options = {
  readonly tills: number;
  readonly key: string;
  readonly chance: Chance;
  /** Where to ask now. */
  readonly baseUrl: () => string;
};

/** Tills that repeat each sale until it is answered, and write down the answer. */
export type InsistentTills = AsyncDisposable & {
  /** Id and number of each sale that was acknowledged, by the id that its till gave it. */
  readonly answered: ReadonlyMap<string, string>;
  /** Refusals that no till should see. */
  readonly strange: readonly Answer[];
  /** Lets each end the sale it is at. */
  readonly stop: () => Promise<void>;
};

/** Stocks a shop and lets its tills sell, each sale with its payment. */
export async function startInsistentTills(options: Options): Promise<InsistentTills> {
  const { chance } = options;
  const tills = Array.from({ length: options.tills }, () => openCustomer(options.key));
  const variants = await stockUp(tills[0] as Customer, options.baseUrl());
  const answered = new Map<string, string>();
  const strange: Answer[] = [];
  let isOver = false;

  async function insist(till: Customer): Promise<void> {
    const clientId = randomUUID();
    const items = Array.from({ length: chance.between(1, 3) }, () => ({
      variant_id: chance.pick(variants),
      quantity: chance.between(1, 3),
    }));
    const body = { client_id: clientId, items, payments: [{ channel: chance.pick(['cash', 'external']) }] };
    const idempotencyKey = chance.happens(0.5) ? clientId : undefined;
    for (;;) {
      const answer = await till.ask(options.baseUrl(), {
        method: 'POST',
        path: '/pos/sales',
        body,
        idempotencyKey,
      });
      if (succeeded(answer))
        answered.set(clientId, `${String(answer.body.data?.['id'])} ${String(answer.body.data?.['number'])}`);
      if (
        answer.broken === null &&
        answer.status < 500 &&
        answer.body.error?.code !== 'IDEMPOTENCY_IN_PROGRESS'
      ) {
        if (
          !succeeded(answer) &&
          !isHonestRefusal(answer) &&
          answer.body.error?.code !== 'INSUFFICIENT_STOCK'
        )
          strange.push(answer);
        return;
      }
      await pause(20);
    }
  }

  const sellers = Promise.all(
    tills.map(async (till) => {
      while (!isOver) await insist(till);
    }),
  );
  const stop = async (): Promise<void> => {
    isOver = true;
    await sellers;
  };
  return {
    answered,
    strange,
    stop,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all(tills.map((till) => till[Symbol.asyncDispose]()));
    },
  };
}

/** Some that are always there, and some that run out while the tills sell. */
async function stockUp(till: Customer, baseUrl: string): Promise<readonly string[]> {
  const variants: string[] = [];
  for (const stock of [1_000_000, 1_000_000, 1_000_000, 50, 20]) {
    const made = await till.ask(baseUrl, {
      method: 'POST',
      path: '/pos/products',
      body: { name: `Goods ${stock}`, price: 12.5 },
    });
    const product = made.body.data as { readonly variants: readonly { readonly id: string }[] };
    const variantId = product.variants[0]?.id ?? '';
    await till.ask(baseUrl, {
      method: 'POST',
      path: '/pos/inventory/adjustments',
      body: { client_id: randomUUID(), items: [{ variant_id: variantId, delta: stock, reason: 'initial' }] },
    });
    variants.push(variantId);
  }
  return variants;
}
