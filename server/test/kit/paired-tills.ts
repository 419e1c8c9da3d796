import type { Client } from '@cottontree/client';
import type { TestMerchant, TestService } from './service.ts';

export type TillAnswer = {
  readonly status: number;
  readonly code: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
};
type Asked = {
  readonly body?: object;
  readonly token?: string | undefined;
  readonly key?: string;
  readonly from?: string;
  readonly origin?: string;
};
type Terminal = Awaited<ReturnType<Client['createTerminal']>>['data'];
type PairedTill = { readonly id: string; readonly code: string; readonly token: string };

/** The PIN of everybody who works at these tills. */
export const PIN = '4827';

/** A shop's tills, as pages bind and open them: with its public key, a pairing code, a token and a PIN. */
export type PairedTills = {
  readonly ask: (method: string, path: string, asked?: Asked) => Promise<TillAnswer>;
  readonly till: (body?: object) => Promise<Terminal>;
  readonly claim: (code: string, from?: string, key?: string) => Promise<TillAnswer>;
  readonly pairedTill: (body?: object) => Promise<PairedTill>;
  /** Somebody with that PIN; answers the id. */
  readonly worker: (body?: object, pin?: string) => Promise<string>;
  readonly signIn: (token: string | undefined, body: object, key?: string) => Promise<TillAnswer>;
  /** Somebody new, signed in at a till of their own. */
  readonly session: (
    staff?: object,
    pin?: string,
  ) => Promise<{
    readonly till: PairedTill;
    readonly staffId: string;
    readonly id: string;
    readonly key: string;
  }>;
};

/** The service must trust 127.0.0.1 as a proxy: requests come from an address each unless one is given. */
export async function openPairedTills(
  service: TestService,
  { id: merchantId, client }: TestMerchant,
): Promise<PairedTills> {
  const publicKey = await service.key(merchantId, { kind: 'public', scopes: [] });
  let addresses = 0;
  const tills: PairedTills = {
    async ask(method, path, { body, token, key = publicKey, from, origin } = {}) {
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token ? { 'x-terminal-token': token } : {}),
          ...(origin ? { origin } : {}),
          'x-forwarded-for': from ?? `198.51.100.${(addresses += 1) % 250}`,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const said = (await answer.json()) as {
        readonly data?: TillAnswer['data'];
        readonly error?: { readonly code: string };
      };
      return {
        status: answer.status,
        code: said.error?.code,
        data: said.data ?? {},
        headers: answer.headers,
      };
    },
    till: async (body = {}) => (await client.createTerminal({ body: { name: 'Front till', ...body } })).data,
    claim: (code, from, key = publicKey) =>
      tills.ask('POST', '/pos/terminals/claim', {
        body: { pairing_code: code },
        key,
        ...(from ? { from } : {}),
      }),
    async pairedTill(body) {
      const { id, code } = await tills.till(body);
      const { pairing_code } = (await client.pairTerminal({ params: { id } })).data;
      return { id, code, token: String((await tills.claim(pairing_code)).data['terminal_token']) };
    },
    async worker(body = {}, pin = PIN) {
      const { id } = (await client.createStaff({ body: { name: 'Aminata', ...body } })).data;
      await client.setStaffPin({ params: { id }, body: { pin } });
      return id;
    },
    signIn: (token, body, key = publicKey) => tills.ask('POST', '/widget-sessions', { token, body, key }),
    async session(staff, pin = PIN) {
      const [till, staffId] = [await tills.pairedTill(), await tills.worker(staff, pin)];
      const { data } = await tills.signIn(till.token, { staff_id: staffId, pin });
      return { till, staffId, id: String(data['id']), key: String(data['token']) };
    },
  };
  return tills;
}
