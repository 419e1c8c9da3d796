import type { Announces } from './statement.ts';
import type { Runner, Store, Tx } from './store.ts';

type Announcing = { readonly announces?: Announces };
type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The store, calling `tell` after each commit of something that is to be told: whoever writes it need not say so, for it follows from the statement. */
export function tellAfterCommit(store: Store, tell: () => void): Store {
  const each = (runner: Runner): Runner => ({
    async run(statement, values) {
      const rows = await runner.run(statement, values);
      if (tells(statement, values)) tell();
      return rows;
    },
  });
  const whole =
    (transaction: Transaction): Transaction =>
    async (work) => {
      let told = false;
      const noting = (tx: Tx): Tx => ({
        inTransaction: true,
        run(statement, values) {
          told ||= tells(statement, values);
          return tx.run(statement, values);
        },
      });
      try {
        return await transaction((tx) => work(noting(tx)));
      } finally {
        // Also where a refusal is thrown after the commit. Where nothing was committed, somebody looks in vain once.
        if (told) tell();
      }
    };
  return {
    ...store,
    of: (...tenants) => each(store.of(...tenants)),
    slow: (tenant) => each(store.slow(tenant)),
    transaction: (tenant, work) => whole((begin) => store.transaction(tenant, begin))(work),
    system: {
      ...each(store.system),
      slow: each(store.system.slow),
      reads: store.system.reads,
      transaction: whole((work) => store.system.transaction(work)),
    },
  };
}

function tells({ announces = 'never' }: Announcing, values: Readonly<Record<string, unknown>>): boolean {
  if (announces !== 'by its facts') return announces === 'always';
  const { facts } = values;
  return !Array.isArray(facts) || facts.length > 0;
}
