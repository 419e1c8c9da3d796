import { limits } from 'form:createDelivery';
import { Plus, X } from 'lucide';
import type { VNode } from 'preact';
import type { FormState } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { MoneyField, SelectField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
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

const ITEM = /^items\[(\d+)\]\.name$/;
const ITEMS_MAX = 100;

function Items({ form }: Props): VNode {
  const rows = Object.keys(form.values.value).flatMap((path) => ITEM.exec(path)?.[1] ?? []);
  const next = rows.length === 0 ? 0 : Number(rows.at(-1)) + 1;
  function add(): void {
    form.set(`items[${next}].name`, '');
    form.set(`items[${next}].quantity`, '1');
    form.set(`items[${next}].price`, '');
    form.set(`items[${next}].sku`, '');
  }
  const drop = (row: string): void => {
    const others = Object.entries(form.values.value).filter(([path]) => !path.startsWith(`items[${row}].`));
    form.values.value = Object.fromEntries(others);
  };
  return (
    <div class="stack">
      {rows.map((row) => (
        <div class="item-row" key={row}>
          <TextField form={form} name={`items[${row}].name`} label={t.itemName} />
          <TextField form={form} name={`items[${row}].quantity`} label={t.count} inputmode="numeric" />
          <MoneyField form={form} name={`items[${row}].price`} label={t.price} />
          <Button kind="ghost" icon={X} label={t.dropItem} onClick={() => drop(row)} />
        </div>
      ))}
      {rows.length < ITEMS_MAX && (
        <div>
          <Button size="s" icon={Plus} onClick={add}>
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
