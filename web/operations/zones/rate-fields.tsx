import type { VNode } from 'preact';
import type { FormState } from '../../kit/form/use-form.ts';
import { Card } from '../../kit/parts/card.tsx';
import { MoneyField, TextField } from '../../kit/parts/fields.tsx';
import { rateTexts as t } from './rate-texts.ts';
import { SIZES } from './rate-values.ts';
import './rates.css';

/** The figures of a card in groups that people think in. */
export function RateFields({
  form,
  currency,
}: {
  readonly form: FormState;
  readonly currency: string;
}): VNode {
  const money = (name: string, label: string, hint?: string): VNode => (
    <MoneyField form={form} name={name} label={label} currency={currency} {...(hint ? { hint } : {})} />
  );
  const number = (name: string, [label, after]: readonly [string, string], hint?: string): VNode => (
    <TextField
      form={form}
      name={name}
      label={label}
      inputmode="decimal"
      after={after}
      {...(hint ? { hint } : {})}
    />
  );
  return (
    <>
      <Card title={t.distance}>
        <div class="rate-grid">
          {money('base_fee', t.baseFee)}
          {number('included_km', [t.includedKm, 'km'])}
          {money('per_km', t.perKm)}
          {number('max_km', [t.maxKm, 'km'])}
          {number('road_factor', [t.roadFactor, '×'], t.roadFactorHint)}
          {money('min_fee', t.minFee)}
          {money('step', t.step, t.stepHint)}
        </div>
      </Card>
      <Card title={t.parcel}>
        <div class="rate-grid">
          {number('included_kg', [t.includedKg, 'kg'])}
          {money('per_kg', t.perKg)}
          {SIZES.map((size) => money(`size_fees.${size}`, t[size], t.sizeHint))}
        </div>
      </Card>
      <Card title={t.extras}>
        <div class="rate-grid">
          {money('express_fee', t.express)}
          {number('insurance_percent', [t.insurance, '%'])}
          {number('cod_percent', [t.codPercent, '%'])}
          {money('cod_min', t.codMin)}
          {money('cod_max', t.codMax, t.noLimit)}
          {money('cancel_fee', t.cancelFee, t.cancelHint)}
        </div>
      </Card>
      <Card title={t.times}>
        <div class="rate-grid">
          {number('minutes_per_km', [t.minutesPerKm, 'min'])}
          {number('pickup_minutes.standard', [t.pickupStandard, 'min'])}
          {number('pickup_minutes.express', [t.pickupExpress, 'min'])}
        </div>
      </Card>
    </>
  );
}
