import { X } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { dateText } from '../../kit/format/time.ts';
import { initialsOf } from '../../kit/format/words.ts';
import { Button } from '../../kit/parts/button.tsx';
import { LongTextField, PhoneField, TextField } from '../../kit/parts/fields.tsx';
import { Face, Note } from '../../kit/parts/note.tsx';
import { at } from '../paths.ts';
import { editorTexts as e } from './editor-texts.ts';

type FormProps = { readonly form: FormState };
type CustomerFieldProps = FormProps & { /** Whether the page begins with it. */ readonly first?: boolean };

/** Whom it is for: somebody known, offered while a name is typed, or whoever is written down. */
export function CustomerField({ form, first = true }: CustomerFieldProps): VNode {
  const chosen = form.text('customer_id');
  if (chosen !== '') return <Chosen form={form} id={chosen} />;
  return (
    <div class="fields">
      <TextField form={form} name="customer.name" label={e.for} hint={e.forHint} autofocus={first} />
      {may('customers:read') && <Offered form={form} />}
      <div class="fields two">
        <PhoneField form={form} name="customer.phone" label={e.phone} />
        <TextField form={form} name="customer.email" label={e.email} type="email" inputmode="email" />
      </div>
      <details>
        <summary class="link">
          {e.address}, {e.taxId.toLowerCase()}
        </summary>
        <div class="fields gap-top">
          <LongTextField form={form} name="customer.address" label={e.address} rows={2} />
          <TextField form={form} name="customer.tax_id" label={e.taxId} />
        </div>
      </details>
    </div>
  );
}

function Offered({ form }: FormProps): VNode | null {
  const name = form.text('customer.name').trim();
  // What the form began with was not typed to look for somebody.
  const typed = name === form.begun()['customer.name'] ? '' : name;
  const { answer } = useCall(
    client.listCustomers,
    typed.length < 2 ? null : { query: { q: typed, limit: 5 } },
  );
  const found = typed.length < 2 ? [] : (answer?.data ?? []);
  if (found.length === 0) return null;
  return (
    <ul class="offered" aria-label={e.known}>
      {found.map(({ id, name, phone, email }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => {
              form.set('customer.name', name ?? phone ?? email ?? '');
              form.set('customer.phone', phone ?? '');
              form.set('customer.email', email ?? '');
              form.set('customer_id', id);
            }}
          >
            <Face initials={initialsOf(name ?? phone ?? '?')} size="s" />
            <b>{name ?? e.name}</b>
            <span class="quiet small">{phone ? phoneText(phone) : email}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Chosen({ form, id }: FormProps & { readonly id: string }): VNode {
  const { answer } = useCall(client.getCustomer, { params: { id } });
  const owed = useCall(client.listInvoices, { query: { customer_id: id, overdue: true, limit: 100 } });
  const name = answer?.data.name ?? form.text('customer.name');
  const phone = answer?.data.phone ?? form.text('customer.phone');
  const late = owed.answer?.data ?? [];
  const [first] = late.toSorted((a, b) => a.due_date.localeCompare(b.due_date));
  const sum = late.reduce((all, { amount_due }) => all + amount_due, 0);
  return (
    <div class="field">
      <span>{e.for}</span>
      <div class="chosen input">
        <Face initials={initialsOf(name || '?')} size="s" />
        <b>{name}</b>
        <span class="quiet small grow">{phone ? phoneText(phone) : form.text('customer.email')}</span>
        <Button
          kind="ghost"
          size="s"
          icon={X}
          label={e.another}
          onClick={() => form.set('customer_id', '')}
        />
      </div>
      {first && (
        <Note meaning="bad">
          {e.owes(name, moneyText(sum, first.currency), dateText(first.due_date))}{' '}
          <a class="link" href={`${at('/invoices')}?customer_id=${id}&overdue=true`}>
            {e.show}
          </a>
        </Note>
      )}
    </div>
  );
}
