import type { OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestMailServer, type TestMailServer } from '../../notices/fixtures/open-mail-server.ts';
import { signedInMember, MEMBER_PASSWORD } from '../../../../test/kit/member.ts';
import { createProbe, type Probe, type ProbeInput, type Seen } from '../../../../test/kit/probe.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let mail: TestMailServer;
let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let addresses = 0;

beforeAll(async () => {
  mail = await openTestMailServer();
  service = await startService({
    environment: {
      SMTP_URL: mail.url,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      TRUSTED_PROXIES: '127.0.0.1/32',
    },
  });
  probe = createProbe(service.baseUrl);
  shop = await service.merchant({ name: 'Aminata Stores' });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  mail.close();
});

const ask = (id: OperationId, input: ProbeInput = {}): Promise<Seen> => probe.ask(id, input);
const freshEmail = (): string => `somebody-${(addresses += 1)}@example.sl`;
const accept = (token: string, body: object): Promise<Seen> =>
  ask('acceptInvitation', { params: { token }, body });
const cookieOf = ({ headers }: Seen): string => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

test('nobody reaches the members and invitations of another merchant', async () => {
  const other = await service.merchant({ name: 'Sewa Grill' });
  const member = await signedInMember(service, { merchantId: other.id, role: 'staff' });
  const { data: invitation } = await other.client.createInvitation({
    body: { email: freshEmail(), role: 'viewer' },
  });
  await expect(
    shop.client.updateMember({ params: { id: member.membershipId }, body: { role: 'viewer' } }),
  ).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
  await expect(shop.client.removeMember({ params: { id: member.membershipId } })).rejects.toMatchObject({
    code: 'MEMBER_NOT_FOUND',
  });
  await expect(shop.client.withdrawInvitation({ params: { id: invitation.id } })).rejects.toMatchObject({
    code: 'INVITATION_NOT_FOUND',
  });
  expect((await other.client.listMembers({})).data.map(({ role }) => role)).toEqual(['staff']);
});

describe('an invitation', () => {
  test('goes by mail and as a link, and lets a new person in once', async () => {
    const email = freshEmail();
    const { data: made } = await shop.client.createInvitation({
      body: { email, role: 'staff', limits: { refund_max: 500 } },
    });
    expect(made).toMatchObject({
      email,
      role: 'staff',
      status: 'open',
      mailed: true,
      limits: { refund_max: 500 },
    });
    expect(made.link).toBe(`${service.server.baseUrl}/dashboard/invitation#${made.token}`);
    await service.drain();
    expect(mail.mails.at(-1)).toContain(made.token.slice(0, 40));

    expect((await ask('getInvitation', { params: { token: made.token } })).data).toMatchObject({
      email,
      merchant_name: 'Aminata Stores',
      role: 'staff',
      has_account: false,
    });
    expect(await accept(made.token, { password: MEMBER_PASSWORD })).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    const joined = await accept(made.token, { name: 'Fatmata Koroma', password: MEMBER_PASSWORD });
    expect(joined).toMatchObject({
      status: 200,
      data: { email, name: 'Fatmata Koroma', memberships: [{ merchant_id: shop.id, role: 'staff' }] },
    });
    expect((await ask('getMemberAccount', { headers: { cookie: cookieOf(joined) } })).status).toBe(200);
    for (const id of ['getInvitation', 'acceptInvitation'] as const)
      expect(
        await ask(id, { params: { token: made.token }, body: { name: 'Again', password: MEMBER_PASSWORD } }),
      ).toMatchObject({ status: 410, code: 'INVITATION_CLOSED' });
    expect((await shop.client.listMembers({ query: { role: 'staff' } })).data).toMatchObject([
      { email, limits: { refund_max: 500 }, second_factor: false },
    ]);
    await expect(shop.client.createInvitation({ body: { email, role: 'admin' } })).rejects.toMatchObject({
      code: 'ALREADY_MEMBER',
    });
    expect((await shop.client.listInvitations({ query: { status: 'accepted' } })).data).toMatchObject([
      { email, status: 'accepted' },
    ]);
    const kept = await service.query('SELECT i::text FROM invitations i');
    expect(JSON.stringify(kept)).not.toContain(made.token);
  });

  test('goes by mail a few times to one address, whoever invites, and counts beyond that too', async () => {
    const email = freshEmail();
    const neighbour = await service.merchant();
    const invite = async (client = shop.client) =>
      (await client.createInvitation({ body: { email, role: 'viewer' } })).data;
    const mailed = [await invite(), await invite(), await invite(neighbour.client)].map((one) => one.mailed);
    expect(mailed).toEqual([true, true, true]);
    const { data: before } = await shop.client.listInvitations({});
    await shop.client.withdrawInvitation({ params: { id: before[0]?.id ?? '' } });
    const beyond = await invite();
    expect(beyond).toMatchObject({ mailed: false, status: 'open' });
    expect((await ask('getInvitation', { params: { token: beyond.token } })).status).toBe(200);
    service.advance(15 * 60_000 + 1);
    expect((await invite()).mailed).toBe(true);
  });

  test('accepted twice at once makes one member', async () => {
    const { data: made } = await shop.client.createInvitation({
      body: { email: freshEmail(), role: 'viewer' },
    });
    const seen = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) => accept(made.token, { name, password: MEMBER_PASSWORD })),
    );
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await shop.client.listMembers()).data.filter(({ email }) => email === made.email)).toHaveLength(
      1,
    );
  });

  test('lets a person who has an account join with its password, and belong to both', async () => {
    const other = await service.merchant();
    const member = await signedInMember(service, { merchantId: other.id });
    const { data: made } = await shop.client.createInvitation({
      body: { email: member.email, role: 'admin' },
    });
    expect((await ask('getInvitation', { params: { token: made.token } })).data['has_account']).toBe(true);
    expect(await accept(made.token, { password: 'something else entirely' })).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    const joined = await accept(made.token, { password: member.password });
    expect(
      (joined.data['memberships'] as { merchant_id: string }[]).map((one) => one.merchant_id).toSorted(),
    ).toEqual([other.id, shop.id].toSorted());
  });

  test('is over after 7 days, when it is withdrawn, and when another takes its place', async () => {
    const email = freshEmail();
    const invite = async () => (await shop.client.createInvitation({ body: { email, role: 'viewer' } })).data;
    const first = await invite();
    const second = await invite();
    const isOpen = async (token: string): Promise<boolean> =>
      (await ask('getInvitation', { params: { token } })).status === 200;
    expect([await isOpen(first.token), await isOpen(second.token)]).toEqual([false, true]);
    await shop.client.withdrawInvitation({ params: { id: second.id } });
    expect(await isOpen(second.token)).toBe(false);
    await expect(shop.client.withdrawInvitation({ params: { id: second.id } })).rejects.toMatchObject({
      code: 'INVITATION_CLOSED',
    });
    const third = await invite();
    service.advance(7 * 86_400_000 + 1_000);
    expect(await isOpen(third.token)).toBe(false);
    expect(await ask('getInvitation', { params: { token: 'cit_nothing' } })).toMatchObject({
      code: 'INVITATION_NOT_FOUND',
    });
    const stranger = await service.merchant();
    await expect(stranger.client.withdrawInvitation({ params: { id: third.id } })).rejects.toMatchObject({
      code: 'INVITATION_NOT_FOUND',
    });
  });
});

describe('members', () => {
  test('nobody gives what they have not got', async () => {
    const { id } = await service.merchant();
    const owner = await signedInMember(service, { merchantId: id });
    const admin = await signedInMember(service, { merchantId: id, role: 'admin', refundMax: 10_000n });
    const staff = await signedInMember(service, { merchantId: id, role: 'staff', refundMax: 5_000n });
    const inviting = (role: 'owner' | 'staff', limits?: object) =>
      admin.client.createInvitation({ body: { email: freshEmail(), role, ...(limits ? { limits } : {}) } });
    await expect(inviting('owner')).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    await expect(inviting('staff')).rejects.toMatchObject({
      code: 'MEMBER_LIMIT_EXCEEDED',
      details: { limit: 'refund_max', allowed: 100, asked: null },
    });
    await inviting('staff', { refund_max: 100 });
    for (const [params, body] of [
      [{ id: owner.membershipId }, { role: 'viewer' }],
      [{ id: admin.membershipId }, { role: 'owner' }],
    ] as const)
      await expect(admin.client.updateMember({ params, body })).rejects.toMatchObject({
        code: 'INSUFFICIENT_SCOPE',
      });
    await expect(
      admin.client.updateMember({
        params: { id: admin.membershipId },
        body: { limits: { refund_max: null } },
      }),
    ).rejects.toMatchObject({ code: 'MEMBER_LIMIT_EXCEEDED' });
    await admin.client.updateMember({
      params: { id: staff.membershipId },
      body: { role: 'viewer', limits: { refund_max: 0 } },
    });
    await expect(staff.client.createCustomer({ body: { name: 'X' } })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    const key = await service.key(id, { scopes: ['members:write', 'members:read'] });
    expect(
      await ask('createInvitation', { key, body: { email: freshEmail(), role: 'viewer' } }),
    ).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
  });

  test('who is let go may do nothing here at once, and the last owner stays', async () => {
    const { id } = await service.merchant();
    const owner = await signedInMember(service, { merchantId: id });
    const staff = await signedInMember(service, { merchantId: id, role: 'staff' });
    await owner.client.removeMember({ params: { id: staff.membershipId } });
    await expect(staff.client.listCustomers()).rejects.toMatchObject({ code: 'NOT_A_MEMBER' });
    expect((await staff.client.getMemberAccount()).data.memberships).toEqual([]);
    await expect(owner.client.removeMember({ params: { id: staff.membershipId } })).rejects.toMatchObject({
      code: 'MEMBER_NOT_FOUND',
    });
    await expect(
      owner.client.updateMember({ params: { id: owner.membershipId }, body: { role: 'admin' } }),
    ).rejects.toMatchObject({ code: 'LAST_OWNER' });
    await expect(owner.client.removeMember({ params: { id: owner.membershipId } })).rejects.toMatchObject({
      code: 'LAST_OWNER',
    });
  });

  test('of two owners who let each other go at once, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await service.merchant();
      const [one, other] = [
        await signedInMember(service, { merchantId: id }),
        await signedInMember(service, { merchantId: id }),
      ];
      await Promise.allSettled([
        one.client.removeMember({ params: { id: other.membershipId } }),
        other.client.updateMember({ params: { id: one.membershipId }, body: { role: 'viewer' } }),
        one.client.updateMember({ params: { id: one.membershipId }, body: { role: 'staff' } }),
        other.client.removeMember({ params: { id: other.membershipId } }),
      ]);
      const [found] = await service.query(
        `SELECT count(*) FILTER (WHERE role = 'owner')::int AS owners FROM memberships WHERE merchant_id = $1`,
        [id],
      );
      expect(found?.['owners']).toBe(1);
    }
  });

  test('are the same in both modes', async () => {
    const { id } = await service.merchant();
    const owner = await signedInMember(service, { merchantId: id, livemode: true });
    expect((await owner.client.listMembers()).data).toHaveLength(1);
  });
});
