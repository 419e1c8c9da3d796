import { randomBytes } from 'node:crypto';
import { createClient, type Client } from '@cottontree/client';
import type { MemberRole } from '@cottontree/contract';
import { issueSession } from '../../src/modules/accounts/index.ts';
import { addMember, addPerson } from '../../src/modules/accounts/members/add-member.ts';
import type { TestService } from './service.ts';

/** What the browser of a signed-in person sends with each request from a page of ours. */
export type MemberHeaders = {
  readonly cookie: string;
  readonly 'x-merchant': string;
  readonly 'x-mode': 'test' | 'live';
  readonly 'sec-fetch-site': string;
};

export type TestMember = {
  readonly id: string;
  readonly membershipId: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly headers: MemberHeaders;
  readonly client: Client;
};

export type MemberInput = {
  readonly merchantId: string;
  readonly role?: MemberRole;
  readonly livemode?: boolean;
  /** In minor units. */ readonly refundMax?: bigint;
  /** Somebody who is a member elsewhere already. */ readonly personId?: string;
};

export const MEMBER_PASSWORD = 'Cotton tree of Freetown';
/** As it is called on loopback. */
export const COOKIE = '__Host-cottontree';

/** A person of a merchant who is signed in; an owner in test mode unless asked otherwise. */
export async function signedInMember(service: TestService, input: MemberInput): Promise<TestMember> {
  const { accounts } = service.server.modules;
  const { system } = accounts.store;
  const email = `member-${randomBytes(5).toString('hex')}@example.sl`;
  const person = { name: 'Isatu Conteh', email, password: MEMBER_PASSWORD };
  const id = input.personId ?? (await addPerson(system, accounts, person));
  const membershipId = await addMember(system, accounts, {
    merchantId: input.merchantId,
    personId: id,
    role: input.role ?? 'owner',
    refundMax: input.refundMax ?? null,
  });
  const { token } = await issueSession(system, accounts, {
    kind: 'member',
    subjectId: id,
    address: '127.0.0.1',
    agent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  });
  const headers: MemberHeaders = {
    cookie: `${COOKIE}=${token}`,
    'x-merchant': input.merchantId,
    'x-mode': input.livemode ? 'live' : 'test',
    'sec-fetch-site': 'same-origin',
  };
  return {
    id,
    membershipId: membershipId ?? '',
    email,
    password: MEMBER_PASSWORD,
    token,
    headers,
    client: clientWith(service, () => headers),
  };
}

/** A client that sends headers instead of a key, as a browser does. */
export function clientWith(service: TestService, headers: () => Readonly<Record<string, string>>): Client {
  return createClient({
    baseUrl: service.baseUrl,
    apiKey: 'none',
    retries: 0,
    fetch: (input, init) => {
      const sent = new Headers(init?.headers);
      sent.delete('authorization');
      for (const [name, value] of Object.entries(headers())) sent.set(name, value);
      return fetch(input, { ...init, headers: sent });
    },
  });
}
