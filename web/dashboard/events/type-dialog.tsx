import { limits as createLimits } from 'form:createTicketType';
import { limits as updateLimits } from 'form:updateTicketType';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { statusOptions } from '../../kit/list/filters.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { ChoicesField, LongTextField, MoneyField, SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { asBody, useSending } from '../../kit/form/thing-form.tsx';
import type { EventData, TicketTypeData } from './event-data.ts';
import { eventTexts as t } from './texts.ts';
import { typeBody, typeValues } from './type-form.ts';

const { required: _free, ...price } = createLimits['price'] ?? {};
/** What is free has no price to fill in. */
const NEW = { ...createLimits, price };

/** All of one ticket type: a new one, or one that is there. */
export function TypeDialog({
  event,
  type,
  close,
}: {
  readonly event: EventData;
  readonly type: TicketTypeData | null;
  readonly close: () => void;
}): VNode {
  const form = useForm({
    limits: type === null ? NEW : updateLimits,
    initial: typeValues(type, event),
  });
  const { busy, send } = useSending(form);
  const title = type?.name ?? t.addType;
  async function save(): Promise<void> {
    const body = asBody(typeBody(form, { isNew: type === null, zone: event.timezone }));
    const params = { id: event.id };
    const refusal = await send(() =>
      type === null
        ? client.createTicketType({ params, body })
        : client.updateTicketType({ params: { ...params, ttId: type.id }, body }),
    );
    if (refusal === null) close();
  }
  const isSold = type !== null && type.quantity_sold + type.quantity_held > 0;
  return (
    <Dialog title={title} onClose={close} wide>
      <Form form={form} onSubmit={save} label={title}>
        <MainFields form={form} event={event} />
        <LongTextField form={form} name="description" label={t.typeText} hint={t.typeTextHint} rows={2} />
        <div class="fields two">
          <TextField form={form} name="min_per_order" label={t.minOrder} inputmode="numeric" />
          <TextField form={form} name="max_per_order" label={t.maxOrder} inputmode="numeric" />
          <TextField
            form={form}
            name="admits"
            label={t.admitsField}
            hint={t.admitsHint}
            inputmode="numeric"
          />
          <SelectField form={form} name="status" label={t.state} options={STATUSES()} />
          <TextField form={form} name="sales_start" label={t.salesFrom} type="datetime-local" />
          <TextField form={form} name="sales_end" label={t.salesTo} type="datetime-local" />
          <TextField form={form} name="valid_from" label={t.validFrom} type="datetime-local" />
          <TextField form={form} name="valid_until" label={t.validTo} type="datetime-local" />
        </div>
        <TextField form={form} name="door_note" label={t.doorNote} hint={t.doorNoteHint} />
        {event.scan_policy.gates.length > 0 && (
          <ChoicesField
            form={form}
            name="gates"
            label={t.gates}
            hint={t.gatesHint}
            options={event.scan_policy.gates.map((gate) => [gate, gate])}
          />
        )}
        {event.pools.length > 0 && !isSold && (
          <ChoicesField
            form={form}
            name="pool_ids"
            label={t.pools}
            hint={t.poolsHint}
            options={event.pools.map(({ id, name }) => [id, name])}
          />
        )}
        <FormActs form={form} save={type === null ? t.addType : t.save} busy={busy} always={type === null} />
      </Form>
    </Dialog>
  );
}

const STATUSES = (): ReturnType<typeof statusOptions> =>
  statusOptions(['active', 'hidden', 'paused', 'archived']);

function MainFields({ form, event }: { readonly form: FormState; readonly event: EventData }): VNode {
  const kind = form.get('kind');
  const { currency } = event;
  return (
    <>
      <div class="fields two">
        <TextField form={form} name="name" label={t.typeName} autofocus />
        <SelectField
          form={form}
          name="kind"
          label={t.kind}
          options={[
            ['fixed', t.kindFixed],
            ['free', t.kindFree],
            ['donation', t.kindDonation],
          ]}
        />
      </div>
      <div class="fields two">
        {kind !== 'free' && (
          <MoneyField
            form={form}
            name="price"
            label={kind === 'donation' ? t.proposed : t.price}
            currency={currency}
          />
        )}
        {kind === 'donation' && (
          <MoneyField form={form} name="min_price" label={t.least} currency={currency} />
        )}
        <TextField form={form} name="quantity_available" label={t.howMany} inputmode="numeric" />
      </div>
    </>
  );
}
