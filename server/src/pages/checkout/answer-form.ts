import { createHash } from 'node:crypto';
import { Failure } from '../../kernel/call/failure.ts';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import type { Idempotency } from '../../kernel/call/call.ts';
import { goneBackTo } from '../layout.ts';
import type { PayTexts } from '../texts/pay-texts.ts';
import type { FilledField } from './field.ts';

/** What a refusal is called on the page, and the field at fault; null where it is a problem of its own. */
type Wording = (refusal: Failure) => { readonly sentence: string; readonly field: string | null } | null;

type Submitted = {
  readonly form: Readonly<Record<string, string>>;
  /** Does what the form asks, and leads on. */
  readonly act: () => Promise<PageAnswer>;
  /** The form once more. */
  readonly again: (attempt: FilledField) => Promise<PageAnswer>;
  readonly wording: Wording;
};

/** Does what a form asks, or shows it again with what is wrong. */
export async function answerForm({ form, act, again, wording }: Submitted): Promise<PageAnswer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const said = error instanceof Misread ? { sentence: error.message, field: error.field } : wording(error);
    if (said === null) throw error;
    return goneBackTo(
      await again({ values: form, error: said.sentence, field: said.field, status: error.status }),
    );
  }
}

const NONCE = /^[\w-]{22}$/;

/**
 * What makes a form that is sent twice take effect once: the number of its showing, and what was written in it. Somebody who
 * goes back and writes something else sends another form.
 */
export function formKey(
  { nonce = '', ...written }: Readonly<Record<string, string>>,
  about: string,
): Idempotency | null {
  if (!NONCE.test(nonce)) return null;
  const hash = createHash('sha256')
    .update(
      JSON.stringify([about, Object.entries(written).toSorted(([one], [other]) => (one < other ? -1 : 1))]),
    )
    .digest();
  return { key: `page:${nonce}:${hash.toString('base64url', 0, 12)}`, hash };
}

/** A form that cannot be taken as it is, with the sentence for whoever filled it in and the field at fault. */
export class Misread extends Failure {
  readonly field: string | null;

  constructor(sentence: string, field: string | null) {
    super('VALIDATION_ERROR', sentence);
    this.field = field;
  }
}

/** Why a way to pay was refused, in the payer's words; null for what has nothing to do with it. */
export function wayRefused(
  { code }: Failure,
  texts: PayTexts,
): { readonly sentence: string; readonly field: string | null } | null {
  if (code === 'INVALID_PHONE') return { sentence: texts.phoneWrong, field: 'wallet' };
  if (code === 'CHANNEL_NOT_AVAILABLE') return { sentence: texts.wayGone, field: 'channel' };
  return code === 'PROVIDER_UNAVAILABLE' || code === 'PROVIDER_ERROR'
    ? { sentence: texts.provider, field: 'channel' }
    : null;
}
