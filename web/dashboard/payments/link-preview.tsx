import type { VNode } from 'preact';
import { membership } from '../../kit/data/session.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { Money } from '../../kit/parts/money.tsx';
import { paymentTexts as t } from './texts.ts';

/** The link as its payer reads it, while it is written. */
export function LinkPreview({
  form,
  currency,
}: {
  readonly form: FormState;
  readonly currency: string;
}): VNode {
  const shop = membership.value?.store_name ?? '';
  const amount = Number(form.text('amount').replaceAll(',', ''));
  const asked = (['name', 'phone', 'email', 'note'] as const).filter(
    (one) => form.text(`collect.${one}`) !== 'none',
  );
  return (
    <aside class="paper" aria-label={t.preview}>
      <span class="tiny faint">{t.preview}</span>
      {form.text('title') && <b>{shop}</b>}
      <h2>{form.text('title') || shop}</h2>
      {form.text('type') === 'fixed' ? (
        <div class="huge">
          <Money amount={Number.isFinite(amount) ? amount : 0} currency={currency} />
        </div>
      ) : (
        <p class="quiet">
          {t.choose}: {form.text('suggested') || t.amount}
        </p>
      )}
      {form.text('description') && <p class="quiet">{form.text('description')}</p>}
      {asked.map((one) => (
        <div class="input faint">
          {t[one]}
          {form.text(`collect.${one}`) === 'optional' ? '' : ' *'}
        </div>
      ))}
    </aside>
  );
}
