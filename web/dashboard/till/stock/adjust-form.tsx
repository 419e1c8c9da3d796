import { limits } from 'form:createStockAdjustment';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { queries } from '../../../kit/data/queries.ts';
import { shopCurrency } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { MoneyField, SelectField, TextField } from '../../../kit/parts/fields.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import type { Level } from './level.ts';
import { reasonText, stockTexts as t } from './texts.ts';

type Kind = 'came' | 'went' | 'isNow';
const REASONS: Readonly<Record<Kind, readonly string[]>> = {
  came: ['purchase', 'initial', 'adjustment'],
  went: ['damage', 'loss', 'adjustment'],
  isNow: ['adjustment', 'loss', 'damage', 'initial'],
};
/** Which way it goes is chosen above the figure. */
const QUANTITY_MAX = 1_000_000_000;
const LIMITS = {
  quantity: { type: 'amount' as const, required: true as const, minimum: 0, maximum: QUANTITY_MAX },
  reason: {},
  unit_cost: limits['items[].unit_cost'] ?? {},
  note: limits['items[].note'] ?? {},
};

/** Says what came, went or is there; it takes effect only on what was seen. */
export function AdjustForm({ level }: { readonly level: Level }): VNode {
  const [kind, setKind] = useState<Kind>('came');
  const form = useForm({
    limits: LIMITS,
    initial: { quantity: '', reason: 'purchase', unit_cost: '', note: '' },
  });
  const quantity = Number(form.text('quantity').replaceAll(',', '')) || 0;
  const after = kind === 'isNow' ? quantity : level.on_hand + (kind === 'came' ? quantity : -quantity);

  async function write(): Promise<void> {
    const { quantity: written, ...rest } = form.body();
    const figure =
      kind === 'isNow' ? { set_to: written } : { delta: kind === 'came' ? written : `-${String(written)}` };
    const item = { variant_id: level.variant_id, ...figure, ...rest, expected_seq: level.seq };
    try {
      await client.createStockAdjustment({ body: asBody({ location_id: level.location_id, items: [item] }) });
    } finally {
      // Where somebody was faster, the figure that the next try goes by is the one that is shown.
      void queries.invalidateQueries();
    }
    form.reset();
    toast(tillTexts.saved);
  }
  return (
    <Card title={t.change}>
      <ThingForm form={form} label={t.change} save={t.write} onSave={write}>
        <Segmented
          label={t.change}
          options={[
            ['came', t.came],
            ['went', t.went],
            ['isNow', t.isNow],
          ]}
          value={kind}
          onChange={(next) => {
            setKind(next);
            form.set('reason', REASONS[next][0] ?? 'adjustment');
          }}
        />
        <TextField form={form} name="quantity" label={t.howMany} inputmode="decimal" />
        {form.text('quantity') !== '' && (
          <p class="small quiet">
            {t.becomes(level.on_hand.toLocaleString('en'), after.toLocaleString('en'))}
          </p>
        )}
        <SelectField
          form={form}
          name="reason"
          label={t.whyCame}
          options={REASONS[kind].map((reason) => [reason, reasonText(reason)])}
        />
        {kind === 'came' && (
          <MoneyField form={form} name="unit_cost" label={t.unitCost} currency={shopCurrency()} />
        )}
        <TextField form={form} name="note" label={t.note} />
      </ThingForm>
    </Card>
  );
}
