import type { PaymentPage } from '../../payments/index.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';

/** Where the payment company is only pretended, whoever looks decides what it says. */
export function showTestButtons(
  { token, tenant, row }: PaymentPage,
  { texts: { pay: texts }, link }: View,
): Html | null {
  if (tenant.livemode || row.provider !== 'test' || row.payer_chooses || row.review !== null) return null;
  return html`<section class="card tester"><div><h2>${texts.test}</h2><p>${texts.testHelp}</p>
<form class="trio" method="post" action="${link(`/pay/${token}/test`)}"><button class="button" name="decision" value="approve">${texts.approve}</button>
<button class="button no" name="decision" value="decline">${texts.decline}</button>
<button class="button plain" name="decision" value="expire">${texts.expire}</button></form></div></section>`;
}
