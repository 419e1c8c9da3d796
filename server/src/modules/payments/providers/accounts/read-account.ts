import {
  isCurrency,
  type AccountProvider,
  type PaymentChannel,
  type ProviderAccountStatus,
} from '@cottontree/contract';
import { parsePhone } from '../../../../kernel/phone/phone.ts';
import { Failure, invalid, type FieldProblem } from '../../../../kernel/call/failure.ts';
import type { Context } from '../../../../kernel/call/context.ts';
import type { ProviderCapabilities } from '../provider.ts';
import { ACCOUNT_FORMS, type AccountField, type AccountTexts } from './account-forms.ts';
import type { AccountFields } from './provider-accounts.queries.ts';

/** What an account is made of, before it is kept. */
export type AccountInput = {
  readonly name: string | null;
  readonly status: ProviderAccountStatus;
  readonly channels: readonly PaymentChannel[];
  readonly priority: number;
  readonly credentials: AccountTexts;
  readonly settings: AccountTexts;
  readonly payoutDestination: AccountTexts | null;
};

/** Who may say where payouts go: whoever may pay out can send them anywhere as it is. */
export const MAY_DIRECT_PAYOUTS = Object.freeze(['payout_destinations:write', 'payouts:write'] as const);

type AccountRules = {
  readonly provider: AccountProvider;
  readonly capabilities: ProviderCapabilities;
  readonly livemode: boolean;
};

/** Refuses with VALIDATION_ERROR what the provider could not be reached with, or what is of the other mode; names every field at fault. */
export function checkAccount(input: AccountInput, { provider, capabilities, livemode }: AccountRules): void {
  const form = ACCOUNT_FORMS[provider];
  const problems = [
    ...judge('credentials', input.credentials, form.credentials),
    ...judgeMasks(input.credentials),
    ...judge('settings', input.settings, form.settings),
    ...judgeCurrencies(input.settings),
    ...judgeChannels(input.channels, capabilities),
    ...(input.payoutDestination === null ? [] : judgeDestination(input.payoutDestination)),
  ];
  if (problems.length > 0) throw invalid(...problems);
  const { sandbox } = form;
  if (sandbox && sandbox.is(input) === livemode)
    throw invalid({ path: sandbox.path, message: livemode ? sandbox.live : sandbox.test });
  if (livemode && provider === 'mtn_momo' && input.settings['currency'] === undefined)
    throw invalid({ path: 'settings.currency', message: 'must be given: the currency of the country' });
}

/**
 * What stands beside `settings` or `credentials` instead of in them would be ignored, as what is not known is: then credentials
 * would go to the provider's public address although another was named.
 */
export function refuseMisplaced(provider: AccountProvider, body: object): void {
  const { credentials, settings } = ACCOUNT_FORMS[provider];
  const given = new Map<string, unknown>(Object.entries(body));
  const problems = Object.entries({ credentials, settings }).flatMap(([where, fields]) =>
    fields
      .filter(({ name }) => typeof given.get(name) === 'string')
      .map(({ name }) => ({ path: name, message: `belongs in ${where}: send it as ${where}.${name}` })),
  );
  if (problems.length > 0) throw invalid(...problems);
}

/** The settings with what is usual, and a base URL without slashes at its end. */
export function completeSettings(
  provider: AccountProvider,
  given: AccountTexts,
  livemode: boolean,
): AccountTexts {
  const settings = { ...ACCOUNT_FORMS[provider].usual(livemode), ...given };
  const { base_url } = settings;
  return base_url === undefined ? settings : { ...settings, base_url: withoutLastSlashes(base_url) };
}

/** A URL that our requests may not go to is URL_NOT_ALLOWED. */
export async function refuseUrl(
  settings: AccountTexts,
  judge: (url: string) => Promise<{ readonly reason: string } | null>,
): Promise<void> {
  const url = settings['base_url'];
  const verdict = url === undefined ? null : await judge(url);
  if (verdict)
    throw new Failure('URL_NOT_ALLOWED', `settings.base_url cannot be used: ${verdict.reason}`, {
      details: { url, reason: verdict.reason },
    });
}

function judge(where: string, given: AccountTexts, fields: readonly AccountField[]): readonly FieldProblem[] {
  const strange = Object.keys(given).filter((name) => !fields.some((field) => field.name === name));
  const wrong = fields.filter(
    ({ name, pattern }) => pattern !== undefined && given[name] !== undefined && !pattern.test(given[name]),
  );
  return [
    ...fields
      .filter(({ name, required }) => required && given[name] === undefined)
      .map(({ name }) => ({ path: `${where}.${name}`, message: 'is required' })),
    ...wrong.map(({ name, expects }) => ({ path: `${where}.${name}`, message: expects ?? 'is not valid' })),
    ...strange.map((name) => ({
      path: `${where}.${name}`,
      message: `is not known; there are ${fields.map((field) => field.name).join(', ')}`,
    })),
  ];
}

/** What is shown of another credential, or of one that was replaced since, is none. */
function judgeMasks(credentials: AccountTexts): readonly FieldProblem[] {
  return Object.entries(credentials)
    .filter(([, text]) => text.startsWith(MASK))
    .map(([name]) => ({
      path: `credentials.${name}`,
      message: 'is what is shown of a credential; send the credential itself, or leave it out',
    }));
}

function judgeCurrencies({ currency, currencies }: AccountTexts): readonly FieldProblem[] {
  const strange = [currency, ...(currencies ?? '').split(',')].filter(
    (code) => code !== undefined && code !== '' && !isCurrency(code),
  );
  return strange.map((code) => ({
    path: currency === code ? 'settings.currency' : 'settings.currencies',
    message: `names ${code ?? ''}, which is no currency that we know`,
  }));
}

function judgeChannels(
  channels: readonly PaymentChannel[],
  capabilities: ProviderCapabilities,
): readonly FieldProblem[] {
  const strange = channels.filter((channel) => !capabilities.channels.includes(channel));
  return strange.length === 0
    ? []
    : [
        {
          path: 'channels',
          message: `has ${strange.join(', ')}, which this provider does not serve; it serves ${capabilities.channels.join(', ')}`,
        },
      ];
}

const DESTINATION_FIELDS: readonly AccountField[] = [
  { name: 'type', required: true, pattern: /^(mobile_money|bank)$/, expects: 'must be mobile_money or bank' },
  { name: 'provider_id' },
  { name: 'phone' },
  { name: 'account_number' },
];

function judgeDestination(destination: AccountTexts): readonly FieldProblem[] {
  const problems = judge('payout_destination', destination, DESTINATION_FIELDS);
  const where = destination['type'] === 'bank' ? 'account_number' : 'phone';
  if (problems.length > 0 || (where === 'account_number' && destination[where] !== undefined))
    return problems;
  const phone = destination[where];
  if (phone === undefined) return [{ path: `payout_destination.${where}`, message: 'is required' }];
  const parsed = parsePhone(phone);
  if (!parsed.ok) return [{ path: 'payout_destination.phone', message: parsed.message }];
  return parsed.e164 === phone
    ? []
    : [{ path: 'payout_destination.phone', message: `must be in international form, ${parsed.e164}` }];
}

function withoutLastSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** The input as it is kept: credentials sealed, of each a few characters beside. */
export function sealAccount({ vault }: Pick<Context, 'vault'>, input: AccountInput): AccountFields {
  return {
    name: input.name,
    status: input.status,
    channels: [...new Set(input.channels)],
    priority: input.priority,
    credentials: vault.seal(JSON.stringify(input.credentials), ACCOUNT_CREDENTIALS),
    credential_hints: hintsOf(input.credentials),
    settings: { ...input.settings },
    payout_destination: input.payoutDestination === null ? null : { ...input.payoutDestination },
  };
}

/** Before what is shown of a credential; none begins with it. */
const MASK = '…';
const HINT_LENGTH = 4;
/** Of a shorter one, four characters would be too many. */
const HINTED_LENGTH_MIN = 12;

function hintsOf(credentials: AccountTexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, text]) => [
      name,
      text.length < HINTED_LENGTH_MIN ? MASK : `${MASK}${text.slice(-HINT_LENGTH)}`,
    ]),
  );
}

/** What the vault seals credentials of provider accounts for. */
export const ACCOUNT_CREDENTIALS = 'provider-account-credentials';
