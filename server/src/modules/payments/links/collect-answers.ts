import type { CustomFieldOut, JsonObject } from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import type { LinkRow } from './links.queries.ts';

type Asking = Pick<LinkRow, 'collect' | 'custom_fields' | 'metadata'>;
type Texts = Readonly<Record<string, string>>;

/** What a payer gives at a link, by whichever door. */
export type GivenAnswers = {
  readonly customer: {
    readonly name?: string | null;
    readonly phone?: string | null;
    readonly email?: string | null;
  };
  readonly note?: string;
  readonly customFields?: Texts;
};

/** The answers to what a link asks its payers; refuses what is missing and what was not asked for. */
export function collectAnswers(link: Asking, { customer, note, customFields }: GivenAnswers): Texts {
  const collect = link.collect;
  for (const part of ['name', 'phone', 'email'] as const) {
    if (collect[part] === 'required' && (customer[part] ?? null) === null)
      throw invalid({ path: `customer.${part}`, message: 'is required by this payment link' });
  }
  if (collect.note === 'required' && note === undefined)
    throw invalid({ path: 'note', message: 'is required by this payment link' });
  if (collect.note === 'none' && note !== undefined)
    throw invalid({ path: 'note', message: 'is not asked for by this payment link' });
  return { ...readAnswers(fieldsOf(link), customFields ?? {}), ...(note === undefined ? {} : { note }) };
}

/** What a payment at a link remembers: the link's own, and the answers that were judged; what else stands beside them cannot pass for either. */
export function withAnswers(
  link: Asking,
  { asked, beside }: { readonly asked: Texts; readonly beside: Texts },
): Texts {
  const questions = new Set(['note', ...fieldsOf(link).map(({ key }) => key)]);
  const others = Object.entries(beside).filter(([key]) => !questions.has(key));
  return { ...Object.fromEntries(others), ...textsOf(link.metadata), ...asked };
}

function fieldsOf(link: Asking): readonly CustomFieldOut[] {
  return link.custom_fields;
}

function readAnswers(
  fields: readonly CustomFieldOut[],
  answers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const unknown = Object.keys(answers).find((key) => !fields.some((field) => field.key === key));
  if (unknown !== undefined)
    throw invalid({ path: `custom_fields.${unknown}`, message: 'is not asked for by this payment link' });
  for (const { key, type, required, options } of fields) {
    const [path, answer] = [`custom_fields.${key}`, answers[key]];
    if (answer === undefined) {
      if (required) throw invalid({ path, message: 'is required by this payment link' });
      continue;
    }
    if (type === 'number' && !/^-?\d{1,15}(\.\d{1,6})?$/.test(answer))
      throw invalid({ path, message: 'must be a number' });
    if (type === 'choice' && !options.includes(answer))
      throw invalid({ path, message: `must be one of ${options.join(', ')}` });
  }
  return answers;
}

/** A payment's metadata are text. */
function textsOf(metadata: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  );
}
