import { limits as createLimits } from 'form:createPromoCode';
import { limits as updateLimits } from 'form:updatePromoCode';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { ChoicesField, MoneyField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { asBody, useSending } from '../../kit/form/thing-form.tsx';
import { sellingTexts as t } from './selling-texts.ts';
import type { EventData, EventProps } from './event-data.ts';
import { localOf, momentOf } from './local-time.ts';
import type { Promo } from './promo.ts';

type PromoProps = EventProps & { readonly promo: Promo; readonly close: () => void };

/** A new code: what it takes off stays as it is from then on. */
export function NewPromo({ event, close }: EventProps & { readonly close: () => void }): VNode {
  const form = useForm({
    limits: createLimits,
    initial: { code: '', type: 'percent', value: '', ...rulesOf(null, event) },
  });
  const { busy, send } = useSending(form);
  async function make(): Promise<void> {
    const body = asBody(withRules(form.body(), { event, isNew: true }));
    if ((await send(() => client.createPromoCode({ params: { id: event.id }, body }))) === null) close();
  }
  const isPercent = form.get('type') === 'percent';
  return (
    <Dialog title={t.promoNew} onClose={close}>
      <Form form={form} onSubmit={make} label={t.promoNew}>
        <TextField form={form} name="code" label={t.promoCode} hint={t.promoHint} mono autofocus />
        <Segmented
          label={t.promoType}
          options={[
            ['percent', t.promoPercent],
            ['fixed', t.promoFixed],
          ]}
          value={isPercent ? 'percent' : 'fixed'}
          onChange={(type) => form.set('type', type)}
        />
        {isPercent ? (
          <TextField form={form} name="value" label={t.promoValue} inputmode="decimal" after="%" />
        ) : (
          <MoneyField form={form} name="value" label={t.promoValue} currency={event.currency} />
        )}
        <Rules form={form} event={event} />
        <FormActs form={form} save={t.promoNew} busy={busy} always />
      </Form>
    </Dialog>
  );
}

/** What of a code can change: for what, how often, and when. */
export function PromoDialog({ event, promo, close }: PromoProps): VNode {
  const form = useForm({
    limits: updateLimits,
    initial: { active: promo.active, ...rulesOf(promo, event) },
  });
  const { busy, send } = useSending(form);
  const params = { id: event.id, promoId: promo.id };
  async function save(): Promise<void> {
    const body = asBody(withRules(form.changes(), { event, isNew: false }));
    if ((await send(() => client.updatePromoCode({ params, body }))) === null) close();
  }
  return (
    <Dialog title={promo.code} onClose={close}>
      <Form form={form} onSubmit={save} label={promo.code}>
        <SwitchField form={form} name="active" label={t.promoActive} hint={t.promoActiveHint} />
        <Rules form={form} event={event} />
        <FormActs form={form} save={t.save} busy={busy} />
      </Form>
    </Dialog>
  );
}

export function RemovePromo({ event, promo, close }: PromoProps): VNode {
  const act = useAct(client.deletePromoCode);
  return (
    <Confirm
      title={t.promoRemoveTitle(promo.code)}
      consequences={[t.promoRemove1]}
      keep={t.promoKeep}
      go={t.promoRemove}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: event.id, promoId: promo.id } })) close();
      }}
      onClose={close}
    />
  );
}

const TIMES = ['valid_from', 'valid_until'] as const;

function rulesOf(promo: Promo | null, { timezone: zone }: EventData) {
  return {
    ticket_type_ids: promo?.ticket_type_ids ?? [],
    max_uses: promo?.max_uses === null || promo === null ? '' : String(promo.max_uses),
    valid_from: localOf(promo?.valid_from ?? null, zone),
    valid_until: localOf(promo?.valid_until ?? null, zone),
  };
}

/** Times as moments; no type chosen means every one. */
function withRules(
  fields: Readonly<Record<string, unknown>>,
  { event, isNew }: { readonly event: EventData; readonly isNew: boolean },
): Record<string, unknown> {
  const { ticket_type_ids: types, ...rest } = fields;
  const times = TIMES.filter((name) => typeof rest[name] === 'string').map(
    (name) => [name, momentOf(String(rest[name]), event.timezone)] as const,
  );
  const chosen = Array.isArray(types) && types.length > 0 ? types : null;
  return {
    ...rest,
    ...Object.fromEntries(times),
    ...(types === undefined || (isNew && chosen === null) ? {} : { ticket_type_ids: chosen }),
  };
}

function Rules({ form, event }: { readonly form: FormState; readonly event: EventData }): VNode {
  return (
    <>
      {event.ticket_types.length > 1 && (
        <ChoicesField
          form={form}
          name="ticket_type_ids"
          label={t.promoFor}
          hint={t.promoForHint}
          options={event.ticket_types.map(({ id, name }) => [id, name])}
        />
      )}
      <TextField form={form} name="max_uses" label={t.promoUses} hint={t.promoUsesHint} inputmode="numeric" />
      <div class="fields two">
        <TextField form={form} name="valid_from" label={t.promoFrom} type="datetime-local" />
        <TextField form={form} name="valid_until" label={t.promoTo} type="datetime-local" />
      </div>
    </>
  );
}
