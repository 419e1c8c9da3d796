import { expect, test } from 'vitest';
import type { Finding } from './finding.ts';
import { examineReplication, type Replication } from './examine-replication.ts';

type Standby = Replication['standbys'][number];

const standby = (name: string, kind: Standby['sync_state'], rest: Partial<Standby> = {}): Standby => ({
  name,
  state: 'streaming',
  sync_state: kind,
  lag_bytes: 120n,
  ...rest,
});
const quorum = { wanted: 'ANY 1 (one, two)', commits: 'on', may_look: true };

test('asynchronous standbys are told as what they are, with what a failover would lose now', () => {
  expect(examineReplication({ ...quorum, wanted: '', standbys: [standby('one', 'async')] })).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(
      /^asynchronous, one \(async\) lags by 120 bytes: a failover loses what was acknowledged/,
    ) as string,
  });
});

test.each<[string, Partial<Replication>, Pick<Finding, 'state'> & { readonly says: RegExp }]>([
  ['no standby at all', { wanted: '', standbys: [] }, { state: 'ok', says: /no standby follows/ }],
  [
    'a quorum with one to spare',
    { standbys: [standby('one', 'quorum'), standby('two', 'quorum')] },
    { state: 'ok', says: /Nothing acknowledged is lost with the primary\.$/ },
  ],
  [
    'a quorum without any to spare',
    { standbys: [standby('one', 'quorum')] },
    { state: 'warning', says: /when one more standby is gone, every write waits/ },
  ],
  [
    'too few that follow',
    { standbys: [standby('one', 'quorum', { state: 'catchup' }), standby('elsewhere', 'async')] },
    { state: 'bad', says: /none of them follows\. Every write waits until one does/ },
  ],
  [
    'two wanted and one there',
    { wanted: 'FIRST 2 (one, two)', standbys: [standby('one', 'sync')] },
    { state: 'bad', says: /Every write waits until 2 do/ },
  ],
  [
    'commits that do not wait',
    { commits: 'local', standbys: [standby('one', 'quorum'), standby('two', 'quorum')] },
    { state: 'warning', says: /no write waits for a standby/ },
  ],
  [
    'a user who may not look',
    { may_look: false, standbys: [standby('one', null, { state: null, lag_bytes: null })] },
    { state: 'warning', says: /GRANT pg_read_all_stats/ },
  ],
])('%s', (_name, said, { state, says }) => {
  expect(examineReplication({ ...quorum, standbys: [], ...said })).toEqual({
    check: 'replication',
    state,
    message: expect.stringMatching(says) as string,
  });
});
