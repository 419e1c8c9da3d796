import { parseAmount, type CustomFieldOut } from '@cottontree/contract';
import type { LinkPage, payOnLinkPage } from '../../modules/payments/index.ts';
import { isWholeMailAddress } from '../../kernel/web/is-whole-mail-address.ts';
import { Misread } from '../checkout/answer-form.ts';
import { readTypedAmount } from '../checkout/read-typed-amount.ts';
import { readPhoneText, readWay } from '../checkout/read-way.ts';
import type { View } from '../layout.ts';

type Given = Parameters<typeof payOnLinkPage>[1]['given'];
type Form = Readonly<Record<string, string>>;

/** What a payer wrote in a link's form; refuses in words for people what is missing or cannot be read. */
export function readLinkForm(page: LinkPage, form: Form, { texts: { pay: texts } }: View): Given {
  const { link } = page;
  const amount =
    link.amount === null ? readAmount(page, form, texts.link) : readShown(page, form, texts.link);
  const customer = readCustomer(page, form, texts);
  const note = readText(form['note'], {
    label: texts.link.note,
    name: 'note',
    wanted: link.collect.note,
    lengthMax: 500,
    texts: texts.link,
  });
  const answers = Object.fromEntries(link.custom_fields.flatMap((one) => readAnswer(one, form, texts.link)));
  const { channel, phone } = readWay(form, {
    channels: page.channels,
    livemode: page.tenant.livemode,
    country: page.country,
    texts,
  });
  return {
    channel,
    customer,
    custom_fields: answers,
    ...(amount === null ? {} : { amount }),
    ...(phone === null ? {} : { phone }),
    ...(note === null ? {} : { note }),
  };
}

type LinkTexts = View['texts']['pay']['link'];

function readAmount({ link }: LinkPage, form: Form, texts: LinkTexts): string {
  const chosen = form['amount'] ?? 'other';
  const given = chosen === 'other' ? (form['own_amount'] ?? '') : chosen;
  if (!/\d/.test(given)) throw new Misread(texts.amountMissing, 'own_amount');
  const written = readTypedAmount(given, link.currency);
  const parsed = written === null ? null : parseAmount(written, link.currency);
  if (written === null || !parsed?.ok || parsed.minor <= 0n)
    throw new Misread(texts.amountWrong, 'own_amount');
  return written;
}

/** Of a link with an amount, the one that the payer saw: another by now is refused. Null where the form does not say. */
function readShown({ link }: LinkPage, form: Form, texts: LinkTexts): string | null {
  const chosen = form['amount'] ?? 'other';
  const seen = chosen === 'other' ? form['own_amount'] : chosen;
  if (seen === undefined) return null;
  const amount = readTypedAmount(seen, link.currency);
  if (amount === null) throw new Misread(texts.changed, null);
  return amount;
}

function readCustomer(
  { link, tenant, country }: LinkPage,
  form: Form,
  texts: View['texts']['pay'],
): NonNullable<Given['customer']> {
  const { collect } = link;
  const name = readText(form['name'], {
    label: texts.link.name,
    name: 'name',
    wanted: collect.name,
    lengthMax: 120,
    texts: texts.link,
  });
  const written = readText(form['phone'], {
    label: texts.link.phone,
    name: 'phone',
    wanted: collect.phone,
    lengthMax: 32,
    texts: texts.link,
  });
  const phone = written === null ? null : readPhoneText(written, { livemode: tenant.livemode, country });
  if (written !== null && phone === null) throw new Misread(texts.phoneWrong, 'phone');
  const email = readText(form['email'], {
    label: texts.link.email,
    name: 'email',
    wanted: collect.email,
    lengthMax: 254,
    texts: texts.link,
  });
  if (email !== null && !isWholeMailAddress(email))
    throw new Misread(texts.link.wrong(texts.link.email), 'email');
  return {
    ...(name === null ? {} : { name }),
    ...(phone === null ? {} : { phone }),
    ...(email === null ? {} : { email }),
  };
}

type Asked = {
  readonly label: string;
  readonly name: string;
  readonly wanted: 'none' | 'optional' | 'required';
  readonly lengthMax: number;
  readonly texts: LinkTexts;
};

function readText(text: string | undefined, { label, name, wanted, lengthMax, texts }: Asked): string | null {
  if (wanted === 'none') return null;
  const written = text ?? '';
  if (written === '' && wanted === 'required') throw new Misread(texts.missing(label), name);
  if (written.length > lengthMax) throw new Misread(texts.wrong(label), name);
  return written === '' ? null : written;
}

function readAnswer(
  { key, label, type, required, options }: CustomFieldOut,
  form: Form,
  texts: LinkTexts,
): [string, string][] {
  const name = `field_${key}`;
  const text = readText(form[name], {
    label,
    name,
    wanted: required ? 'required' : 'optional',
    lengthMax: 500,
    texts,
  });
  if (text === null) return [];
  const fits =
    type === 'number'
      ? /^-?\d{1,15}(\.\d{1,6})?$/.test(text)
      : type === 'choice'
        ? options.includes(text)
        : true;
  if (!fits) throw new Misread(texts.wrong(label), name);
  return [[key, text]];
}
