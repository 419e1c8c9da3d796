import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { verifyAccounts } from './account-module.ts';

let service: TestService;
const broken = async (): Promise<string[]> =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyAccounts)).map(({ check }) =>
    check.replace('verify.', ''),
  );

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

test('whoever signs in, works and stays away for a day keeps what is promised', async () => {
  const [courier, person] = [await service.courier(), await service.operator()];
  await courier.client.getDriverAccount({});
  await person.client.getOperatorAccount({});
  service.advance(3_600_000);
  await person.client.getOperatorAccount({});
  await service.drain();
  service.advance(24 * 3_600_000);
  expect(await broken()).toEqual([]);
});

test.each([
  [
    'a desk that stays open beyond its twelve hours',
    `UPDATE sessions SET expires_at = last_seen_at + interval '13 hours' WHERE kind = 'operator'`,
    ['sessionsEndInTime'],
  ],
  [
    'a desk that stays open beyond a week',
    `UPDATE sessions SET created_at = last_seen_at - interval '8 days', expires_at = last_seen_at + interval '1 hour' WHERE kind = 'operator'`,
    ['sessionsEndInTime'],
  ],
  [
    'a phone that stays signed in unused',
    `UPDATE sessions SET expires_at = last_seen_at + interval '31 days' WHERE kind = 'driver'`,
    ['sessionsEndInTime'],
  ],
  [
    'a session of nobody',
    `UPDATE sessions SET subject_id = 'usr_gone' WHERE kind = 'operator'`,
    ['everySessionIsSomebodys'],
  ],
])('%s is found out', async (_what, sql, expected) => {
  await service.query('CREATE TABLE whole AS SELECT * FROM sessions');
  await service.query(sql);
  expect(await broken()).toEqual(expected);
  await service.query('DELETE FROM sessions');
  await service.query('INSERT INTO sessions SELECT * FROM whole');
  await service.query('DROP TABLE whole');
  expect(await broken()).toEqual([]);
});
