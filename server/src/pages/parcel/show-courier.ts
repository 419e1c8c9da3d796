import type { Parcel } from '../../shipping/index.ts';
import { formatPhone } from '../format.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';
import { firstNameOf } from './first-name.ts';
import { isActive } from './headline.ts';

/** Who brings the parcel, and how to reach them while they do. */
export function showCourier({ row, tracking }: Parcel, { texts }: View): Html | null {
  if (!tracking.driver || !isActive(row.status)) return null;
  const { name, vehicle_type: vehicle, plate } = tracking.driver;
  const first = firstNameOf(name);
  return html`<section class="card"><h2>${texts.parcel.courier}</h2>
<div class="person"><span class="face" aria-hidden="true">${first.slice(0, 1).toUpperCase()}</span>
<p><b>${first}</b><br>${texts.parcel.vehicles[vehicle.toLowerCase()] ?? texts.parcel.vehicle}${plate ? html` <span class="hidden">${texts.parcel.plate}:</span> <span class="plate mono">${plate}</span>` : null}</p></div>
${row.driver_phone ? contact(row.driver_phone, { first, texts }) : null}
</section>`;
}

function contact(
  phone: string,
  { first, texts }: { readonly first: string; readonly texts: View['texts'] },
): Html {
  return html`<p class="pair">
<a class="button" href="tel:${phone}">${PHONE}${texts.parcel.call}<span class="hidden"> ${first}, ${formatPhone(phone)}</span></a>
<a class="button plain" href="https://wa.me/${phone.replaceAll(/\D/g, '')}" rel="noreferrer">${CHAT}${texts.parcel.whatsApp}<span class="hidden"> ${first}</span></a></p>`;
}

const PHONE = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6.500 3.500l3 .7 1.200 4-2 1.600a12 12 0 0 0 5.500 5.500l1.600-2 4 1.200.7 3c-.6 1.700-2 3-4 3A15.500 15.500 0 0 1 3.500 7.500c0-2 1.300-3.400 3-4z"/></svg>`;
const CHAT = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20l1.300-4A8 8 0 1 1 8 18.700z"/></svg>`;
