import { limits } from 'form:createDelivery';
import { Plus, X } from 'lucide';
import type { VNode } from 'preact';
import { arrangeRows, NEW_ROW, rowAt, rowCount } from '../../kit/form/rows.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { MoneyField, SelectField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { ITEMS } from './new-delivery-form.ts';
import { newTexts as t } from './new-texts.ts';
import { choicesOf } from './words.ts';

type Props = { readonly form: FormState };

/** What is sent, how fast, and what the courier collects. */
export function ParcelFields({ form }: Props): VNode {
  const isScheduled = form.text('service_level') === 'scheduled';
  return (
    <section class="form-part">
      <h2>{t.parcel}</h2>
      <div class="fields two">
        <SelectField
          form={form}
          name="package_size"
          label={t.size}
          options={choicesOf(limits['package_size']?.options)}
        />
        <TextField form={form} name="weight_kg" label={t.weight} inputmode="decimal" after={t.kg} />
        <MoneyField form={form} name="cod_amount" label={t.cod} hint={t.codHint} />
        <MoneyField form={form} name="declared_value" label={t.worth} hint={t.worthHint} />
        <SelectField
          form={form}
          name="service_level"
          label={t.service}
          options={choicesOf(limits['service_level']?.options)}
        />
        <TextField form={form} name="package_description" label={t.what} />
        {isScheduled && (
          <>
            <TextField form={form} name="pickup_window_start" label={t.fetchFrom} type="datetime-local" />
            <TextField form={form} name="pickup_window_end" label={t.fetchTo} type="datetime-local" />
            <TextField form={form} name="delivery_window_start" label={t.deliverFrom} type="datetime-local" />
            <TextField form={form} name="delivery_window_end" label={t.deliverTo} type="datetime-local" />
          </>
        )}
        <div class="whole">
          <SwitchField form={form} name="fragile" label={t.fragile} />
        </div>
      </div>
      <Items form={form} />
    </section>
  );
}

const ITEMS_MAX = 100;

function Items({ form }: Props): VNode {
  const count = rowCount(ITEMS, form.values.value);
  const all = Array.from({ length: count }, (_, at) => at);
  return (
    <div class="stack">
      {all.map((at) => (
        <div class="item-row" key={`${at}/${count}`}>
          <TextField form={form} name={rowAt(ITEMS, at, 'name')} label={t.itemName} />
          <TextField form={form} name={rowAt(ITEMS, at, 'quantity')} label={t.count} inputmode="numeric" />
          <MoneyField form={form} name={rowAt(ITEMS, at, 'price')} label={t.price} />
          <Button
            kind="ghost"
            icon={X}
            label={t.dropItem}
            onClick={() =>
              arrangeRows(
                form,
                ITEMS,
                all.filter((other) => other !== at),
              )
            }
          />
        </div>
      ))}
      {count < ITEMS_MAX && (
        <div>
          <Button size="s" icon={Plus} onClick={() => arrangeRows(form, ITEMS, [...all, NEW_ROW])}>
            {t.addItem}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What most deliveries do not need. */
export function MoreFields({ form }: Props): VNode {
  return (
    <details class="more-fields">
      <summary>{t.more}</summary>
      <div class="fields two">
        <TextField form={form} name="order_number" label={t.order} hint={t.orderHint} />
        <TextField form={form} name="transaction_id" label={t.transaction} />
        <TextField form={form} name="store_name" label={t.store} />
        <TextField form={form} name="batch_id" label={t.batch} hint={t.batchHint} />
        <SelectField
          form={form}
          name="undeliverable_action"
          label={t.ifNobody}
          options={choicesOf(limits['undeliverable_action']?.options)}
        />
        <MoneyField form={form} name="max_shipping_fee" label={t.maxFee} />
        <SwitchField form={form} name="notify_recipient" label={t.tell} hint={t.tellHint} />
        <SwitchField form={form} name="require_delivery_code" label={t.deliveryCode} />
        <SwitchField form={form} name="require_pickup_code" label={t.pickupCode} />
        <SwitchField form={form} name="require_photo" label={t.photo} />
        <SwitchField form={form} name="require_signature" label={t.signature} />
        <SwitchField form={form} name="allow_duplicate" label={t.duplicate} />
      </div>
    </details>
  );
}

/** Test data can move by itself, to the end that somebody wants to see. */
export function SimulationFields({ form }: Props): VNode {
  const outcome = form.text('simulate.outcome');
  return (
    <section class="form-part">
      <h2>{t.simulate}</h2>
      <p class="small quiet">{t.simulateText}</p>
      <div class="fields two">
        <SelectField
          form={form}
          name="simulate.outcome"
          label={t.simulate}
          none={t.byHand}
          options={choicesOf(limits['simulate.outcome']?.options).map(([value, name]) => [
            value,
            t.itEnds(name),
          ])}
        />
        {outcome !== '' && (
          <>
            <TextField form={form} name="simulate.step_seconds" label={t.seconds} inputmode="numeric" />
            <TextField form={form} name="simulate.wrong_codes" label={t.wrongCodes} inputmode="numeric" />
            {(outcome === 'failed' || outcome === 'returned') && (
              <SelectField
                form={form}
                name="simulate.reason"
                label={t.reason}
                none="–"
                options={choicesOf(limits['simulate.reason']?.options)}
              />
            )}
          </>
        )}
      </div>
    </section>
  );
}
