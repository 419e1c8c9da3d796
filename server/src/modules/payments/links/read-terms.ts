import type {
  CollectOut,
  Currency,
  CustomFieldOut,
  Input,
  Operations,
  PaymentChannel,
  PaymentLinkType,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import { readWebUrl } from '../../../kernel/web/read-web-url.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import type { LinkTerms } from './links.queries.ts';

type Body = Omit<Input<Operations['updatePaymentLink']>['body'], 'title'> & { readonly title?: string };
export type Wished = {
  readonly body: Body;
  readonly before: LinkTerms;
  readonly type: PaymentLinkType;
  readonly currency: Currency;
  readonly call: Call;
  /** By the wall clock. */ readonly updatedAt: Date;
};

export const NO_COLLECT: CollectOut = Object.freeze({
  name: 'none',
  phone: 'none',
  email: 'none',
  note: 'none',
});

/** What a link says after an input: what the input leaves out stays as it was. Refuses what does not fit together. */
export function readTerms(wished: Wished): LinkTerms {
  const { body, before } = wished;
  const { amount, min_amount, max_amount, suggested_amounts } = readAmounts(wished);
  const stays = <T>(input: T | undefined, was: T): T => (input === undefined ? was : input);
  return {
    active: before.active,
    amount,
    min_amount,
    max_amount,
    suggested_amounts,
    title: stays(body.title, before.title),
    description: stays(body.description, before.description),
    image_url: stays(readUrl(body, 'image_url'), before.image_url),
    channels: stays<readonly PaymentChannel[] | null>(body.channels, before.channels),
    max_uses: stays(body.max_uses, before.max_uses),
    expires_at: readExpiry(wished),
    collect: body.collect === undefined ? before.collect : { ...NO_COLLECT, ...body.collect },
    custom_fields: body.custom_fields === undefined ? before.custom_fields : readFields(body.custom_fields),
    redirect_url: stays(readUrl(body, 'redirect_url'), before.redirect_url),
    success_message: stays(body.success_message, before.success_message),
    inactive_message: stays(body.inactive_message, before.inactive_message),
    metadata: stays(body.metadata, before.metadata),
    updated_at: wished.updatedAt,
  };
}

function readUrl(body: Body, path: 'image_url' | 'redirect_url'): string | null | undefined {
  const text = body[path];
  return typeof text === 'string' ? readWebUrl(text, path) : text;
}

type Amounts = Pick<LinkTerms, 'amount' | 'min_amount' | 'max_amount' | 'suggested_amounts'>;

function readAmounts({ body, before, type, currency }: Wished): Amounts {
  if (type === 'fixed') {
    for (const path of ['min_amount', 'max_amount', 'suggested_amounts'] as const)
      if (says(body[path])) throw invalid({ path, message: 'is for links of type open only' });
    const amount =
      body.amount === undefined ? before.amount : readSomeMoney(body.amount, { path: 'amount', currency });
    if (amount === null) throw invalid({ path: 'amount', message: 'is required for a link of type fixed' });
    return { amount, min_amount: null, max_amount: null, suggested_amounts: [] };
  }
  if (says(body.amount))
    throw invalid({
      path: 'amount',
      message: 'is for links of type fixed only; use min_amount, max_amount and suggested_amounts',
    });
  const bound = (path: 'min_amount' | 'max_amount'): bigint | null => {
    const input = body[path];
    if (input === undefined) return before[path];
    return input === null ? null : readSomeMoney(input, { path, currency });
  };
  const [least, most] = [bound('min_amount'), bound('max_amount')];
  if (least !== null && most !== null && least > most)
    throw invalid({ path: 'max_amount', message: 'must not be less than min_amount' });
  const suggested =
    body.suggested_amounts === undefined
      ? before.suggested_amounts
      : body.suggested_amounts.map((one, at) =>
          readSomeMoney(one, { path: `suggested_amounts[${at}]`, currency }),
        );
  const outside = suggested.findIndex(
    (one) => (least !== null && one < least) || (most !== null && one > most),
  );
  if (outside >= 0)
    throw invalid({
      path: `suggested_amounts[${outside}]`,
      message: 'must lie between min_amount and max_amount',
    });
  return { amount: null, min_amount: least, max_amount: most, suggested_amounts: suggested };
}

/** A link as it was read may be sent back whole: what its type has not is null or empty there. */
function says(input: unknown): boolean {
  return input !== undefined && input !== null && !(Array.isArray(input) && input.length === 0);
}

function readExpiry({ body, before, call }: Wished): Date | null {
  if (body.expires_in !== undefined) {
    if (body.expires_at !== undefined)
      throw invalid({ path: 'expires_in', message: 'says the same as expires_at; send one of them' });
    return new Date(call.now.getTime() + body.expires_in * 1_000);
  }
  if (body.expires_at === undefined || body.expires_at === null)
    return body.expires_at === null ? null : before.expires_at;
  const at = readTime(body.expires_at, { path: 'expires_at', call });
  if (at <= call.now && at.getTime() !== before.expires_at?.getTime())
    throw invalid({ path: 'expires_at', message: 'must lie ahead; switch the link off to end it now' });
  return at;
}

function readFields(wished: NonNullable<Body['custom_fields']>): readonly CustomFieldOut[] {
  return wished.map(({ key, label, type, required, options }, at) => {
    if (wished.findIndex((other) => other.key === key) !== at)
      throw invalid({ path: `custom_fields[${at}].key`, message: 'must differ from the others' });
    if (key === 'note')
      throw invalid({
        path: `custom_fields[${at}].key`,
        message: 'note is what the payer writes where collect.note asks for it',
      });
    if ((type === 'choice') !== says(options))
      throw invalid({
        path: `custom_fields[${at}].options`,
        message: type === 'choice' ? 'is required for a choice' : 'is for a choice only',
      });
    return { key, label, type, required: required ?? false, options: options ?? [] };
  });
}
