import { accountProviders, type AccountProvider } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { createProviderCatalogue } from '../provider-catalogue.ts';
import type { ProviderContext } from '../provider.ts';
import { ACCOUNT_FORMS, type AccountTexts } from './account-forms.ts';
import { leadsElsewhere, refuseToCarry } from './leads-elsewhere.ts';

const catalogue = createProviderCatalogue();
const BASE: AccountTexts = { base_url: 'https://first.example.sl/api' };
/** Values that tell something from what is usual; other settings are tried with a word. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  base_url: [
    'https://first.example.sl/other',
    'http://first.example.sl/api',
    'https://first.example.sl:444/api',
    'https://second.example.sl/api',
    'https://first.example.sl@second.example.sl/api',
    'https://first.example.sl.second.example.sl',
  ],
  target_environment: ['sandbox', 'mtnliberia', 'production'],
  country: ['sl', 'lr', 'dev'],
  currencies: ['SLE', 'SLE,USD'],
  currency: ['EUR', 'LRD'],
  language: ['en', 'fr'],
};

/** Where the adapter really sends when asked something with these settings. */
async function originsAsked(id: AccountProvider, settings: AccountTexts): Promise<readonly string[]> {
  const urls: string[] = [];
  const credentials = Object.fromEntries(
    ACCOUNT_FORMS[id].credentials.map(({ name }) => [name, `secret-${name}`]),
  );
  const now = new Date('2026-11-21T09:14:00Z');
  const context: ProviderContext = {
    livemode: true,
    merchantId: `mch_${JSON.stringify(settings)}`,
    merchantName: 'Shop',
    credentials,
    settings,
    now,
    wallNow: now,
    send: async ({ url }) => {
      urls.push(url);
      return { status: 200, headers: {}, body: '{"access_token":"t","expires_in":3600}', error: null };
    },
  };
  const provider = catalogue.get(id);
  await provider?.health?.(context);
  await provider?.fetch(context, '01m7yp4pv0fhb94kz68t4m6rpe.token.100').catch(() => undefined);
  const origins = [...new Set(urls.map((url) => new URL(url).origin))];
  expect(origins, `${id} asks at one place`).toHaveLength(1);
  return origins;
}

/** Each setting of the form alone and beside a base URL, with every sample. */
function variantsOf(id: AccountProvider): readonly AccountTexts[] {
  const fields = ACCOUNT_FORMS[id].settings.map(({ name }) => name);
  const one = fields.flatMap((name) =>
    (SAMPLES[name] ?? ['word']).map((value): AccountTexts => ({ [name]: value })),
  );
  const all = [{}, BASE, ...one, ...one.map((settings) => ({ ...BASE, ...settings }))];
  return id === 'generic_http' ? all.filter((settings) => 'base_url' in settings) : all;
}

test.each(accountProviders)(
  '%s: settings lead elsewhere exactly where its requests would go elsewhere',
  async (id) => {
    const variants = variantsOf(id);
    const asked = await Promise.all(variants.map((settings) => originsAsked(id, settings)));
    let elsewhere = 0;
    variants.forEach((before, from) =>
      variants.forEach((after, to) => {
        const moves = asked[from]?.[0] !== asked[to]?.[0];
        if (moves) elsewhere += 1;
        expect({ before, after, moves: leadsElsewhere(id, { before, after }) }).toEqual({
          before,
          after,
          moves,
        });
      }),
    );
    expect(elsewhere).toBeGreaterThan(10);
  },
);

test('each credential that is kept is wanted again, also where others are given', () => {
  const kept = { user: 'a', secret: 'b' };
  expect(() => refuseToCarry(kept, { user: 'x', secret: 'y' })).not.toThrow();
  for (const [given, missing] of [
    [{}, ['credentials.user', 'credentials.secret']],
    [{ user: 'a' }, ['credentials.secret']],
  ] as const) {
    expect(() => refuseToCarry(kept, given)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: { fields: missing.map((path) => expect.objectContaining({ path })) },
      }),
    );
  }
});
