import { expect, test } from 'vitest';
import type { Tx } from '../../../store/index.ts';
import { openOrFindIncident } from './incidents.queries.ts';

const incident = {
  id: 'inc_2',
  jobNumber: 'AB-1',
  kind: 'damaged',
  note: null,
  openedBy: 'usr_1',
  openedAt: new Date(0),
} as const;
const tenant = { merchantId: 'mer_1', livemode: true };

/** A transaction whose statements find these ids, one after the other. */
function finding(...found: readonly (string | null)[]): Tx {
  const left = [...found];
  return {
    inTransaction: true,
    run: async () => {
      const id = left.shift();
      return (id ? [{ id }] : []) as never;
    },
  };
}

test('where one of the kind is open already, that one is found', async () => {
  expect(await openOrFindIncident(finding(null, 'inc_1'), tenant, incident)).toEqual({
    row: { id: 'inc_1' },
    isNew: false,
  });
});

test('where that one is resolved at that very moment, a new one is opened', async () => {
  expect(await openOrFindIncident(finding(null, null, 'inc_2'), tenant, incident)).toEqual({
    row: { id: 'inc_2' },
    isNew: true,
  });
});
