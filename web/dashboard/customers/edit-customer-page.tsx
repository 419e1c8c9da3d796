import type { Call, CottontreeError } from '@cottontree/client';
import type { Customer } from '@cottontree/contract';
import { limits } from 'form:createCustomer';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { asBody, useSaving, type Matching } from '../../kit/form/thing-form.tsx';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { useAddress } from '../../kit/list/address.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { LongTextField, PhoneField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import type { PageProps } from '../place.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { customersTexts as t } from './texts.ts';

/** Adds somebody. */
export function NewCustomerPage(): VNode {
  return (
    <Page title={t.new} crumbs={[[t.title, at('/customers')]]}>
      {may('customers:write') ? <NewCustomer /> : <NotAllowed scope="customers:write" />}
    </Page>
  );
}

/** Tags are typed with commas between; the contract's own limits of a list do not count for the text. */
const LIMITS = { ...limits, tags: { maxLength: 800 } };

function valuesOf(customer?: Customer): FormValues {
  return {
    name: customer?.name ?? '',
    phone: customer?.phone ?? '',
    email: customer?.email ?? '',
    address: customer?.address ?? '',
    tax_id: customer?.tax_id ?? '',
    tags: customer?.tags.join(', ') ?? '',
    notes: customer?.notes ?? '',
  };
}

/** The words between the commas, each once. */
function tagsOf(form: FormState): readonly string[] {
  return [
    ...new Set(
      form
        .text('tags')
        .split(',')
        .map((tag) => tag.trim()),
    ),
  ].filter(Boolean);
}

function NewCustomer(): VNode {
  const { query } = useAddress();
  const { route } = useLocation();
  const initial = { ...valuesOf(), phone: query['phone'] ?? '', name: query['name'] ?? '' };
  const form = useForm({ limits: LIMITS, initial, keep: 'new-customer' });
  const create = useAct(client.createCustomer);
  async function send(): Promise<void> {
    const tags = tagsOf(form);
    const body = {
      ...form.body(),
      tags: tags.length > 0 ? tags : undefined,
    } as Call<'createCustomer'>['body'];
    const answer = await create.run({ body }, form);
    if (!answer) return;
    form.reset();
    route(at(`/customers/${answer.data.id}`));
  }
  return (
    <Fields form={form} send={send} save={t.add} busy={create.busy} error={create.error} back="/customers" />
  );
}

/** Changes what is known of somebody. */
export function EditCustomerPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getCustomer, { params: { id } });
  const crumbs = [
    [t.title, at('/customers')] as const,
    [answer?.data.name ?? t.nobody, at(`/customers/${id}`)] as const,
  ];
  return (
    <Page title={t.editTitle} crumbs={crumbs}>
      {!may('customers:write') ? (
        <NotAllowed scope="customers:write" />
      ) : answer ? (
        <Edit customer={answer.data} etag={answer.etag} />
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Edit({ customer, etag }: { readonly customer: Customer; readonly etag: string | null }): VNode {
  const { route } = useLocation();
  const form = useForm({ limits: LIMITS, initial: valuesOf(customer) });
  const params = { id: customer.id };
  const saving = useSaving(form, etag, async () => valuesOf((await client.getCustomer({ params })).data));
  const home = `/customers/${customer.id}`;
  async function send(matching: Matching): Promise<void> {
    const changes = form.changes();
    const body = 'tags' in changes ? { ...changes, tags: tagsOf(form) } : changes;
    await client.updateCustomer({ params, body: asBody(body), ...matching });
    route(at(home));
  }
  return (
    <Fields
      form={form}
      send={() => saving.save(send)}
      save={t.save}
      busy={saving.busy}
      error={saving.refusal}
      back={home}
      theirs={saving.theirs}
    />
  );
}

function Fields({
  form,
  send,
  save,
  busy,
  error,
  back,
  theirs,
}: {
  readonly form: FormState;
  readonly send: () => Promise<void>;
  readonly save: string;
  readonly busy: boolean;
  readonly error: CottontreeError | null;
  readonly back: string;
  readonly theirs?: VNode | null;
}): VNode {
  const twin = error?.code === 'DUPLICATE_CUSTOMER' ? error.details['customer_id'] : undefined;
  return (
    <div class="narrow">
      <Form form={form} onSubmit={send} label={save}>
        <RestoredNote form={form} />
        <div class="fields two">
          <div class="whole">
            <TextField form={form} name="name" label={t.name} hint={t.oneOf} autofocus />
          </div>
          <PhoneField form={form} name="phone" label={t.phone} />
          <TextField form={form} name="email" label={t.email} type="email" inputmode="email" />
          {typeof twin === 'string' && (
            <div class="whole">
              <Note meaning="wait">
                {t.exists}{' '}
                <a class="link" href={at(`/customers/${twin}`)}>
                  {t.show}
                </a>
              </Note>
            </div>
          )}
          <div class="whole">
            <LongTextField form={form} name="address" label={t.address} rows={2} />
          </div>
          <TextField form={form} name="tax_id" label={t.taxId} />
          <TextField form={form} name="tags" label={t.tags} hint={t.tagsHint} />
          <div class="whole">
            <LongTextField form={form} name="notes" label={t.notes} hint={t.notesHint} rows={3} />
          </div>
        </div>
        {theirs}
        <FormActs form={form} save={save} busy={busy}>
          <ButtonLink kind="ghost" href={at(back)}>
            {common.cancel}
          </ButtonLink>
        </FormActs>
      </Form>
    </div>
  );
}
