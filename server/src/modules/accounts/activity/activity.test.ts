import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { COOKIE, clientWith, signedInMember, type TestMember } from '../../../../test/kit/member.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { createActNoter } from './note-act.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

let service: TestService;
let shop: TestMerchant;
let owner: TestMember;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
  owner = await signedInMember(service, { merchantId: shop.id });
});

type Query = NonNullable<Parameters<TestMember['client']['listActivity']>[0]>['query'];
const done = async (query: Query = {}, member = owner) => (await member.client.listActivity({ query })).data;
const names = async (query: Query = {}) => (await done(query)).map(({ operation }) => operation);
/** The person, at a phone. */
const atPhone = (member: TestMember) =>
  clientWith(service, () => ({ ...member.headers, 'user-agent': PHONE }));

test('what a person does is in the list when the answer is there: who, what, to what, when and from where', async () => {
  const { data: made, requestId } = await atPhone(owner).createCustomer({ body: { name: 'Fatu Kamara' } });
  await owner.client.updateCustomer({ params: { id: made.id }, body: { name: 'Fatu Sesay' } });
  const [changed, created, ...others] = await done();
  expect(others).toEqual([]);
  expect(created).toMatchObject({
    id: expect.stringMatching(/^act_/),
    operation: 'createCustomer',
    summary: 'Add a customer',
    outcome: 'done',
    actor: { kind: 'member', id: owner.id, name: 'Isatu Conteh' },
    thing: made.id,
    address: '127.0.0.1',
    browser: 'Chrome',
    system: 'Android',
    request_id: requestId,
    livemode: false,
  });
  expect(changed).toMatchObject({ operation: 'updateCustomer', thing: made.id });
  await service.drain();
  expect((await owner.client.getRequest({ params: { id: requestId ?? '' } })).data.person?.id).toBe(owner.id);
});

test('what only reads, is refused, or was done before is not in the list', async () => {
  await owner.client.listCustomers();
  await expect(
    owner.client.updateCustomer({
      params: { id: 'cus_00000000000000000000000000' },
      body: { name: 'Nobody' },
    }),
  ).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
  await expect(owner.client.createCustomer({ body: {} as never })).rejects.toThrow();
  const idempotencyKey = randomUUID();
  for (let at = 0; at < 3; at += 1)
    await owner.client.createCustomer({ body: { name: 'Fatu Kamara' }, idempotencyKey });
  expect(await names()).toEqual(['createCustomer']);
});

test('what keys change of how the business is set up is in the list under their name; their daily work is not', async () => {
  await shop.client.createCustomer({ body: { name: 'Fatu Kamara' } });
  const { data: made } = await shop.client.createKey({ body: { name: 'Stock sync', scopes: ['*'] } });
  await shop.client.revokeKey({ params: { id: made.id } });
  const items = await done({ actor_kind: 'key' });
  expect(items.map(({ operation, thing }) => [operation, thing])).toEqual([
    ['revokeKey', made.id],
    ['createKey', made.id],
  ]);
  expect(items[0]?.actor).toMatchObject({ kind: 'key', id: expect.stringMatching(/^key_/) });
  expect(items[0]?.actor.name).not.toBe('');
});

test('it is narrowed by who, what, to what and when, and walked by pages', async () => {
  const colleague = await signedInMember(service, { merchantId: shop.id, role: 'staff' });
  const { data: fatu } = await owner.client.createCustomer({ body: { name: 'Fatu Kamara' } });
  await colleague.client.updateCustomer({ params: { id: fatu.id }, body: { name: 'Fatu Sesay' } });
  await shop.client.createKey({ body: { name: 'Stock sync', scopes: ['*'] } });
  expect(await names()).toEqual(['createKey', 'updateCustomer', 'createCustomer']);
  expect(await names({ sort: 'created_at' })).toEqual(['createCustomer', 'updateCustomer', 'createKey']);
  expect(await names({ actor_id: colleague.id })).toEqual(['updateCustomer']);
  expect(await names({ actor_kind: 'key,session' })).toEqual(['createKey']);
  expect(await names({ operation: 'createCustomer' })).toEqual(['createCustomer']);
  expect(await names({ thing: fatu.id })).toEqual(['updateCustomer', 'createCustomer']);
  expect(await names({ created_to: '2020-01-01' })).toEqual([]);
  expect(await names({ created_from: '2100-01-01' })).toEqual([]);
  const first = await owner.client.listActivity({ query: { limit: 2 } });
  expect(first.meta).toMatchObject({ total: 3, has_next_page: true });
  const cursor = first.meta.next_cursor ?? '';
  expect((await owner.client.listActivity({ query: { cursor, limit: 2 } })).data).toHaveLength(1);
});

test('signing in, out and what one changes of the own account is told to every merchant of the person', async () => {
  const other = await service.merchant();
  const there = await signedInMember(service, { merchantId: other.id });
  await signedInMember(service, { merchantId: other.id, personId: owner.id, role: 'staff' });
  const visitor = clientWith(service, () => ({ 'sec-fetch-site': 'same-origin', 'user-agent': PHONE }));
  await visitor.signInMember({ body: { email: owner.email, password: owner.password } });
  await owner.client.changeMemberPassword({
    body: { password: owner.password, new_password: 'three ferries to Lungi' },
  });
  await expect(
    visitor.signInMember({ body: { email: owner.email, password: 'not the password' } }),
  ).rejects.toThrow();
  const seen = ['changeMemberPassword', 'signInMember'];
  expect(await names()).toEqual(seen);
  const elsewhere = await done({ actor_id: owner.id }, there);
  expect(elsewhere.map(({ operation, browser, system }) => [operation, browser, system])).toEqual([
    ['changeMemberPassword', null, null],
    ['signInMember', 'Chrome', 'Android'],
  ]);
  const live = { ...owner.headers, 'x-mode': 'live' };
  const { data } = await clientWith(service, () => live).listActivity();
  expect(data.map(({ operation, livemode }) => [operation, livemode])).toEqual(
    seen.map((one) => [one, true]),
  );
});

test('of what nobody lived to end it is said that nobody knows', async () => {
  const { context } = service.server.runtime;
  const session = {
    kind: 'member',
    id: 'ses_1',
    person: { id: owner.id, name: 'Isatu', email: '' },
  } as const;
  const noteAct = createActNoter(context);
  await noteAct({
    operation: 'startTotp',
    requestId: 'req_1',
    by: session,
    address: '::1',
    agent: '',
    params: {},
  });
  expect(await done()).toMatchObject([{ operation: 'startTotp', outcome: 'unknown', thing: null }]);
});

test('after two years it is forgotten', async () => {
  await owner.client.createCustomer({ body: { name: 'Fatu Kamara' } });
  await service.query(`UPDATE activity SET at = at - interval '732 days' WHERE merchant_id = $1`, [shop.id]);
  expect(await names()).toEqual(['createCustomer']);
  await service.drain();
  expect(await names()).toEqual([]);
});

test('who may not is not shown it, and nobody sees what was done elsewhere', async () => {
  await owner.client.createCustomer({ body: { name: 'Fatu Kamara' } });
  const viewer = await signedInMember(service, { merchantId: shop.id, role: 'viewer' });
  await expect(viewer.client.listActivity()).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
  const stranger = await service.merchant();
  expect((await stranger.client.listActivity()).data).toEqual([]);
});

test('sessions say with what they were begun, and all others end at once', async () => {
  const visitor = clientWith(service, () => ({ 'sec-fetch-site': 'same-origin', 'user-agent': PHONE }));
  for (let at = 0; at < 2; at += 1)
    await visitor.signInMember({ body: { email: owner.email, password: owner.password } });
  const { data: open } = await owner.client.listMemberSessions();
  expect(open.map(({ browser, system, current }) => [browser, system, current])).toEqual([
    ['Chrome', 'Android', false],
    ['Chrome', 'Android', false],
    ['Chrome', 'Android', true],
  ]);
  expect((await owner.client.endOtherMemberSessions()).data).toEqual({ ended: 2 });
  expect((await owner.client.listMemberSessions()).data.map(({ current }) => current)).toEqual([true]);
  expect((await owner.client.endOtherMemberSessions()).data).toEqual({ ended: 0 });
  expect(owner.headers.cookie).toContain(COOKIE);
});
