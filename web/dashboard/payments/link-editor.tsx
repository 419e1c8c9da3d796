import type { AnswerOf } from '@cottontree/client';
import { limits as createLimits } from 'form:createPaymentLink';
import { limits as updateLimits } from 'form:updatePaymentLink';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may, membership } from '../../kit/data/session.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { localTime } from '../../kit/format/local-time.ts';
import { LongTextField, MoneyField, SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Page } from '../shell/page.tsx';
import { LinkPreview } from './link-preview.tsx';
import { pageNames } from './page-names.ts';
import { paymentTexts as t } from './texts.ts';
import './payments.css';
import { client } from '../../kit/data/client.ts';
import { useSaving, type Matching } from '../../kit/form/thing-form.tsx';

const COLLECT = ['name', 'phone', 'email', 'note'] as const;
const BLANK: FormValues = {
  type: 'fixed',
  title: '',
  amount: '',
  min_amount: '',
  max_amount: '',
  suggested: '',
  description: '',
  max_uses: '',
  expires_at: '',
  slug: '',
  'collect.name': 'optional',
  'collect.phone': 'optional',
  'collect.email': 'none',
  'collect.note': 'none',
  success_message: '',
  inactive_message: '',
  image_url: '',
  redirect_url: '',
};

/** A new link: a name and an amount are enough. */
export function NewLinkPage(): VNode {
  return may('payment_links:write') ? <NewLink /> : <NoRight title={t.newLink} />;
}

function NoRight({ title }: { readonly title: string }): VNode {
  return (
    <Page title={title} crumbs={[[pageNames.links, at('/payments/links')]]}>
      <NotAllowed scope="payment_links:write" />
    </Page>
  );
}

function NewLink(): VNode {
  const form = useForm({ limits: createLimits, initial: BLANK, keep: 'payments/links/new' });
  const act = useAct(client.createPaymentLink);
  const { route } = useLocation();
  async function create(): Promise<void> {
    if (form.text('type') === 'fixed' && form.text('amount').trim() === '')
      return form.show({ amount: common.required });
    const answer = await act.run({ body: bodyOf(form) }, form);
    if (!answer) return;
    form.forget();
    route(at(`/payments/links/${answer.data.id}`));
  }
  return <Editor form={form} title={t.newLink} save={t.createLink} busy={act.busy} onSubmit={create} isNew />;
}

/** A link that is there: what people know of it stays. */
export function EditLinkPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getPaymentLink, { params: { id } });
  if (!answer)
    return (
      <Page title={pageNames.links}>{error ? <Problem error={error} again={again} /> : <Loading />}</Page>
    );
  if (!may('payment_links:write')) return <NoRight title={answer.data.title} />;
  return <Change link={answer.data} etag={answer.etag} />;
}

function valuesOf(link: AnswerOf<'getPaymentLink'>['data']): FormValues {
  const text = (value: string | number | null): string => (value === null ? '' : String(value));
  return {
    ...Object.fromEntries(COLLECT.map((one) => [`collect.${one}`, link.collect[one]])),
    type: link.type,
    title: link.title,
    amount: text(link.amount),
    min_amount: text(link.min_amount),
    max_amount: text(link.max_amount),
    suggested: link.suggested_amounts.join(' '),
    description: text(link.description),
    max_uses: text(link.max_uses),
    expires_at: link.expires_at === null ? '' : localTime(link.expires_at),
    success_message: text(link.success_message),
    inactive_message: text(link.inactive_message),
    image_url: text(link.image_url),
    redirect_url: text(link.redirect_url),
  };
}

function Change({
  link,
  etag,
}: {
  readonly link: AnswerOf<'getPaymentLink'>['data'];
  readonly etag: string | null;
}): VNode {
  const params = { id: link.id };
  const form = useForm({ limits: updateLimits, initial: valuesOf(link) });
  const saving = useSaving(form, etag, async () => valuesOf((await client.getPaymentLink({ params })).data));
  const { route } = useLocation();
  async function save(matching: Matching): Promise<void> {
    const { type: _type, suggested, ...changes } = form.changes();
    const body = {
      ...changes,
      ...(suggested === undefined ? {} : { suggested_amounts: amountsIn(form.text('suggested')) }),
    };
    await client.updatePaymentLink({ params, body, ...matching });
    toast(common.done);
    route(at(`/payments/links/${link.id}`));
  }
  return (
    <Editor
      form={form}
      title={form.text('title')}
      save={t.saveLink}
      busy={saving.busy}
      onSubmit={() => saving.save(save)}
      theirs={saving.theirs}
    />
  );
}

function bodyOf(form: FormState): Record<string, unknown> {
  const { suggested, min_amount, max_amount, amount, ...body } = form.body();
  return form.text('type') === 'open'
    ? {
        ...body,
        ...(min_amount ? { min_amount } : {}),
        ...(max_amount ? { max_amount } : {}),
        ...(suggested ? { suggested_amounts: amountsIn(form.text('suggested')) } : {}),
      }
    : { ...body, amount };
}

function amountsIn(text: string): string[] {
  return text.split(/[\s;]+/).filter(Boolean);
}

type EditorProps = {
  readonly form: FormState;
  readonly title: string;
  readonly save: string;
  readonly busy: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly theirs?: VNode | null;
  readonly isNew?: boolean;
};

function Editor({ form, title, save, busy, onSubmit, theirs, isNew = false }: EditorProps): VNode {
  const currency = membership.value?.currency ?? 'SLE';
  const choices = [
    ['none', t.askNone],
    ['optional', t.askOptional],
    ['required', t.askRequired],
  ] as const;
  return (
    <Page
      title={title}
      crumbs={[
        [pageNames.payments, at('/payments')],
        [pageNames.links, at('/payments/links')],
      ]}
    >
      <div class="editor">
        <Form form={form} onSubmit={onSubmit} label={title}>
          <RestoredNote form={form} />
          <TextField form={form} name="title" label={t.whatFor} hint={t.whatForHint} autofocus={isNew} />
          {isNew && (
            <Segmented
              label={t.terms}
              options={[
                ['fixed', t.fixed],
                ['open', t.choose],
              ]}
              value={form.text('type')}
              onChange={(type) => form.set('type', type)}
            />
          )}
          {form.text('type') === 'fixed' ? (
            <MoneyField form={form} name="amount" label={t.amount} currency={currency} mark={false} />
          ) : (
            <div class="fields two">
              <MoneyField form={form} name="min_amount" label={t.least} currency={currency} />
              <MoneyField form={form} name="max_amount" label={t.most} currency={currency} />
              <div class="whole">
                <TextField
                  form={form}
                  name="suggested"
                  label={t.suggest}
                  hint={t.suggestHint}
                  inputmode="decimal"
                />
              </div>
            </div>
          )}
          <LongTextField form={form} name="description" label={t.more} rows={2} />
          <div class="fields two">
            <TextField
              form={form}
              name="max_uses"
              label={t.maxUses}
              hint={t.maxUsesHint}
              inputmode="numeric"
            />
            <TextField form={form} name="expires_at" label={t.expires} type="datetime-local" />
          </div>
          <h2>{t.askFor}</h2>
          <div class="fields two">
            {COLLECT.map((one) => (
              <SelectField form={form} name={`collect.${one}`} label={t[one]} options={choices} />
            ))}
          </div>
          <details>
            <summary class="link">{common.more}</summary>
            <div class="fields gap-top">
              {isNew && <TextField form={form} name="slug" label={t.slug} hint={t.slugHint} before="/l/" />}
              <TextField form={form} name="image_url" label={t.image} type="url" inputmode="url" />
              <TextField form={form} name="redirect_url" label={t.redirect} type="url" inputmode="url" />
              <TextField form={form} name="success_message" label={t.thanks} />
              <TextField form={form} name="inactive_message" label={t.closed} />
            </div>
          </details>
          <div class="sticky-acts">
            {theirs}
            <FormActs form={form} save={save} busy={busy} always={isNew} />
          </div>
        </Form>
        <LinkPreview form={form} currency={currency} />
      </div>
    </Page>
  );
}
