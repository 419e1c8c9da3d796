import { expect, test } from 'vitest';
import { statement } from './statement.ts';
import { CommitAndThrow, type Runner, type Store } from './store.ts';
import { tellAfterCommit } from './tell-after-commit.ts';
import { json } from './types.ts';

const telling = statement({
  name: 'test.telling',
  params: { facts: json<readonly string[]>() },
  row: {},
  sql: 'INSERT INTO outbox SELECT :facts',
});
const silent = statement({ name: 'test.silent', params: { facts: 'text' }, row: {}, sql: 'SELECT :facts' });
const always = statement({
  name: 'test.always',
  params: {},
  row: {},
  announces: 'always',
  sql: 'SELECT telling()',
});

/** Writes down in which order things happen; only what the wrapper touches is there. */
function storeWith(happened: string[]): Store {
  const runner: Runner = {
    run: async ({ name }) => {
      happened.push(name);
      return [];
    },
  };
  const transaction = async <T>(work: (tx: Runner & { readonly inTransaction: true }) => Promise<T>) => {
    try {
      const done = await work({ ...runner, inTransaction: true });
      happened.push('commit');
      return done;
    } catch (error) {
      happened.push(error instanceof CommitAndThrow ? 'commit' : 'rollback');
      throw error;
    }
  };
  return {
    of: () => runner,
    slow: () => runner,
    transaction: (_tenant: unknown, work: Parameters<typeof transaction>[0]) => transaction(work),
    system: { ...runner, slow: runner, transaction },
  } as unknown as Store;
}

const tenant = { merchantId: 'mer_1', livemode: true };

test('what a statement wrote is told after it, and nothing is told where it wrote none', async () => {
  const happened: string[] = [];
  const store = tellAfterCommit(storeWith(happened), () => happened.push('told'));
  await store.of(tenant).run(telling, { facts: ['a'] });
  await store.of(tenant).run(telling, { facts: [] });
  await store.of(tenant).run(silent, { facts: 'a' });
  await store.system.run(always, {});
  expect(happened).toEqual(['test.telling', 'told', 'test.telling', 'test.silent', 'test.always', 'told']);
});

test('what a transaction wrote is told once, after its commit, also where that ends in a refusal', async () => {
  const happened: string[] = [];
  const store = tellAfterCommit(storeWith(happened), () => happened.push('told'));
  await store.transaction(tenant, async (tx) => {
    await tx.run(telling, { facts: ['a'] });
    await tx.run(telling, { facts: ['b'] });
  });
  const refusal = new CommitAndThrow(new Error('refused'));
  await expect(
    store.system.transaction(async (tx) => {
      await tx.run(always, {});
      throw refusal;
    }),
  ).rejects.toBe(refusal);
  await store.transaction(tenant, async (tx) => void (await tx.run(silent, { facts: 'a' })));
  expect(happened.join(' ')).toBe(
    'test.telling test.telling commit told test.always commit told test.silent commit',
  );
});
