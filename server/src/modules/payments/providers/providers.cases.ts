import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const UNKNOWN = { params: { providerAccountId: 'prv_none' } };
const PRIVATE = { base_url: 'http://10.0.0.8/api' };
const ACCOUNTS_MAX = 20;

/** An account with a bank that nobody runs. */
export const BANK_OF_NOBODY = Object.freeze({
  provider: 'generic_http',
  credentials: { secret: 'a-secret-of-more-than-32-characters-1' },
  settings: { base_url: 'http://127.0.0.1:65534' },
} as const);

/** How the refusals of provider accounts come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const connect = (fields: object = {}, input: ProbeInput = {}): Promise<Seen> =>
    ask('createProviderAccount', { ...input, body: { ...BANK_OF_NOBODY, ...fields } });
  const change = async (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Seen> => {
    const { key } = await stage().service.merchant();
    const made = await connect({}, { key });
    return ask('updateProviderAccount', {
      key,
      params: { providerAccountId: String(made.data['id']) },
      body,
      headers,
    });
  };

  async function oneTooMany(): Promise<Seen> {
    const { key } = await stage().service.merchant();
    for (let made = 0; made < ACCOUNTS_MAX; made += 1) await connect({}, { key });
    return connect({}, { key });
  }

  return {
    createProviderAccount: {
      URL_NOT_ALLOWED: () => connect({ settings: PRIVATE }),
      TOO_MANY_ACCOUNTS: oneTooMany,
    },
    getProviderAccount: { PROVIDER_ACCOUNT_NOT_FOUND: () => ask('getProviderAccount', UNKNOWN) },
    updateProviderAccount: {
      PROVIDER_ACCOUNT_NOT_FOUND: () => ask('updateProviderAccount', { ...UNKNOWN, body: {} }),
      URL_NOT_ALLOWED: () => change({ settings: PRIVATE }),
      PRECONDITION_FAILED: () => change({ name: 'Other' }, { 'If-Match': '"999"' }),
    },
    deleteProviderAccount: { PROVIDER_ACCOUNT_NOT_FOUND: () => ask('deleteProviderAccount', UNKNOWN) },
    checkProviderAccount: { PROVIDER_ACCOUNT_NOT_FOUND: () => ask('checkProviderAccount', UNKNOWN) },
  };
}

/** What a merchant sends about accounts with payment providers; each with a shop of its own, for one has no more than twenty. */
export function requests(stage: () => RepeatStage): Repeatables {
  async function connected(): Promise<ProbeInput> {
    const { key, client } = await stage().newShop();
    const { data } = await client.createProviderAccount({ body: BANK_OF_NOBODY });
    return { key, params: { providerAccountId: data.id } };
  }
  return {
    createProviderAccount: {
      request: async () => ({ key: (await stage().newShop()).key, body: BANK_OF_NOBODY }),
      other: { ...BANK_OF_NOBODY, name: 'Another' },
    },
    checkProviderAccount: { request: connected },
  };
}
