import type { VNode } from 'preact';
import { phoneText } from '../../kit/format/phone.ts';
import type { PaymentData } from './payment-data.ts';
import { paymentTexts as t } from './texts.ts';

/** Who paid, by what is known of them. */
export function PayerName({
  payment: { customer, sale_id },
}: {
  readonly payment: Pick<PaymentData, 'customer' | 'sale_id'>;
}): VNode {
  return (
    <>
      {customer.name ?? (customer.phone === null ? null : phoneText(customer.phone)) ?? customer.email ?? (
        <span class="faint">{sale_id === null ? t.nobody : t.atTill}</span>
      )}
    </>
  );
}
