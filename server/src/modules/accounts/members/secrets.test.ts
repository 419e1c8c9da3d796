import type { OperationId } from '@cottontree/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestMailServer, type TestMailServer } from '../../notices/fixtures/open-mail-server.ts';
import { signedInMember, type TestMember } from '../../../../test/kit/member.ts';
import { createProbe, type Probe, type ProbeInput, type Seen } from '../../../../test/kit/probe.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openAccounts, resetFromHere } from '../index.ts';

let mail: TestMailServer;
let service: TestService;
let probe: Probe;
let shop: TestMerchant;

beforeAll(async () => {
  mail = await openTestMailServer();
  service = await startService({
    environment: { SMTP_URL: mail.url, OUTBOUND_ALLOW: '127.0.0.0/8', TRUSTED_PROXIES: '127.0.0.1/32' },
  });
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  mail.close();
});

const ask = (id: OperationId, input: ProbeInput = {}): Promise<Seen> => probe.ask(id, input);
const signIn = (email: string, password: string, code?: string): Promise<Seen> =>
  ask('signInMember', { body: { email, password, ...(code === undefined ? {} : { code }) } });
const member = (): Promise<TestMember> => signedInMember(service, { merchantId: shop.id });
const NEW_PASSWORD = 'three ferries to Lungi';

/** What an authenticator app with this secret shows at the service's time. */
function codeOf(secret: string): string {
  const timestamp = service.server.runtime.context.world.systemNow().getTime();
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

describe('the password', () => {
  test('is changed by who knows it, and ends the other sessions', async () => {
    const one = await member();
    const elsewhere = await signIn(one.email, one.password);
    const cookie = (elsewhere.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    await expect(
      one.client.changeMemberPassword({ body: { password: 'not the one', new_password: NEW_PASSWORD } }),
    ).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await one.client.changeMemberPassword({ body: { password: one.password, new_password: NEW_PASSWORD } });
    expect((await ask('getMemberAccount', { headers: { cookie } })).status).toBe(401);
    expect((await one.client.getMemberAccount()).status).toBe(200);
    expect((await signIn(one.email, one.password)).code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(one.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('is changed once by several who know it at once', async () => {
    const one = await member();
    const wished = [NEW_PASSWORD, `${NEW_PASSWORD}-2`, `${NEW_PASSWORD}-3`];
    const changes = await Promise.allSettled(
      wished.map((new_password) =>
        one.client.changeMemberPassword({ body: { password: one.password, new_password } }),
      ),
    );
    const done = wished.filter((_, at) => changes[at]?.status === 'fulfilled');
    expect(done).toHaveLength(1);
    for (const change of changes)
      if (change.status === 'rejected') expect(change.reason).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect((await signIn(one.email, done[0] ?? '')).status).toBe(200);
  });

  test('is asked for by one session as often as it likes, and nobody else waits for a connection', async () => {
    const one = await member();
    const { password } = one;
    const flood = Array.from({ length: 80 }, () =>
      one.client.startPasskey({ body: { password } }).then(
        ({ status }) => status,
        ({ status }: { readonly status: number }) => status,
      ),
    );
    await shop.client.createCustomer({ body: { name: 'Isatu' }, idempotencyKey: 'beside-the-flood' });
    const seen = await Promise.all(flood);
    expect(new Set(seen)).toEqual(new Set([200, 429]));
  });

  test('is set anew by a link that goes by mail, counts for an hour, and once', async () => {
    const one = await member();
    const before = mail.mails.length;
    const answers = await Promise.all(
      [one.email.toUpperCase(), `nobody-${one.email}`].map((email) =>
        ask('requestPasswordReset', { body: { email } }),
      ),
    );
    for (const { status, data } of answers) expect([status, data]).toEqual([200, { requested: true }]);
    await service.drain();
    expect(mail.mails.length).toBe(before + 1);
    const text = (mail.mails.at(-1) ?? '').replaceAll(/=\r?\n/g, '');
    const token = /#(crt_[\w-]{43})/.exec(text)?.[1] ?? '';
    const reset = (): Promise<Seen> => ask('resetPassword', { body: { token, new_password: NEW_PASSWORD } });
    const tried = await Promise.all([reset(), reset(), reset()]);
    expect(tried.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await reset()).code).toBe('RESET_LINK_CLOSED');
    expect(await one.client.getMemberAccount().catch((error: unknown) => error)).toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect((await signIn(one.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('is set anew by a link of whoever runs the server, until an hour has passed', async () => {
    const one = await member();
    const accounts = openAccounts(service.server.runtime.context);
    const made = await resetFromHere(accounts, { email: one.email, endsSecondFactor: false });
    expect(made?.mailed).toBe(false);
    const token = made?.link.split('#')[1] ?? '';
    service.advance(3_601_000);
    expect(await ask('resetPassword', { body: { token, new_password: NEW_PASSWORD } })).toMatchObject({
      status: 410,
      code: 'RESET_LINK_CLOSED',
    });
    expect(await resetFromHere(accounts, { email: 'nobody@example.sl', endsSecondFactor: true })).toBeNull();
  });

  test('is asked for by mail only so often', async () => {
    const { email } = await member();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await ask('requestPasswordReset', { body: { email } })).status).toBe(200);
    expect((await ask('requestPasswordReset', { body: { email } })).code).toBe('RATE_LIMITED');
  });
});

describe('an authenticator app', () => {
  async function withApp(): Promise<
    TestMember & { readonly secret: string; readonly codes: readonly string[] }
  > {
    const one = await member();
    const { data: begun } = await one.client.startTotp();
    const { data } = await one.client.confirmTotp({ body: { code: codeOf(begun.secret) } });
    return { ...one, secret: begun.secret, codes: data.recovery_codes };
  }

  test('stands before the account once its code has confirmed it', async () => {
    const one = await member();
    const { data: begun } = await one.client.startTotp();
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect((await signIn(one.email, one.password)).status).toBe(200);
    await expect(one.client.confirmTotp({ body: { code: '12 34' } })).rejects.toMatchObject({
      code: 'CODE_WRONG',
    });
    const { data } = await one.client.confirmTotp({ body: { code: codeOf(begun.secret) } });
    expect(new Set(data.recovery_codes).size).toBe(10);
    expect((await one.client.getMemberAccount()).data).toMatchObject({
      totp_enabled: true,
      recovery_codes: 10,
    });
    for (const again of [
      () => one.client.startTotp(),
      () => one.client.confirmTotp({ body: { code: '123456' } }),
    ])
      await expect(again()).rejects.toMatchObject({ code: 'TOTP_ALREADY_ON' });
    const kept = JSON.stringify(await service.query('SELECT p::text FROM people p WHERE id = $1', [one.id]));
    expect(kept).not.toContain(Buffer.from(Secret.fromBase32(begun.secret).buffer).toString('hex'));
  });

  test('is asked for its code, which opens once, however many use it at once', async () => {
    const one = await withApp();
    expect(await signIn(one.email, one.password)).toMatchObject({
      status: 401,
      code: 'SECOND_FACTOR_REQUIRED',
    });
    expect(await signIn(one.email, one.password, codeOf(one.secret)), 'it confirmed the app').toMatchObject({
      code: 'SECOND_FACTOR_WRONG',
    });
    service.advance(30_000);
    const code = codeOf(one.secret);
    const seen = await Promise.all([1, 2, 3].map(() => signIn(one.email, one.password, code)));
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1);
    service.advance(120_000);
    expect((await signIn(one.email, one.password, code)).code).toBe('SECOND_FACTOR_WRONG');
  });

  test('guesses at its code end', async () => {
    const one = await withApp();
    for (const left of [4, 3, 2, 1, 0])
      expect(await signIn(one.email, one.password, '000000')).toMatchObject({
        code: 'SECOND_FACTOR_WRONG',
        details: { tries_left: left },
      });
    service.advance(30_000);
    expect((await signIn(one.email, one.password, codeOf(one.secret))).code).toBe('RATE_LIMITED');
  });

  test('is stood in for by a code for recovery, once, however many use it at once', async () => {
    const one = await withApp();
    const [code = ''] = one.codes;
    const seen = await Promise.all(
      [code, code.toUpperCase(), code.replaceAll('-', ' ')].map((typed) =>
        signIn(one.email, one.password, typed),
      ),
    );
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await one.client.getMemberAccount()).data.recovery_codes).toBe(9);
    const { data } = await one.client.renewRecoveryCodes({ body: { password: one.password } });
    expect((await signIn(one.email, one.password, one.codes[1])).code).toBe('SECOND_FACTOR_WRONG');
    expect((await signIn(one.email, one.password, data.recovery_codes[0])).status).toBe(200);
  });

  test('is done without by who knows the password', async () => {
    const one = await withApp();
    await expect(one.client.disableTotp({ body: { password: 'not the one' } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    const { data } = await one.client.disableTotp({ body: { password: one.password } });
    expect(data).toMatchObject({ totp_enabled: false, recovery_codes: 0 });
    for (const refused of [
      () => one.client.disableTotp({ body: { password: one.password } }),
      () => one.client.renewRecoveryCodes({ body: { password: one.password } }),
      () => one.client.confirmTotp({ body: { code: '123456' } }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'TOTP_NOT_ON' });
    expect((await signIn(one.email, one.password)).status).toBe(200);
  });
});

test('sessions are listed, and ended one by one', async () => {
  const one = await member();
  await signIn(one.email, one.password);
  const { data } = await one.client.listMemberSessions();
  expect(data.map(({ current }) => current)).toEqual([false, true]);
  const [other] = data;
  await one.client.endMemberSession({ params: { id: other?.id ?? '' } });
  expect((await one.client.listMemberSessions()).data).toHaveLength(1);
  const stranger = await member();
  await expect(stranger.client.endMemberSession({ params: { id: data[1]?.id ?? '' } })).rejects.toMatchObject(
    {
      code: 'SESSION_NOT_FOUND',
    },
  );
});
