import type { FormState } from '../../kit/form/use-form.ts';
import type { EventData, TicketTypeData } from './event-data.ts';

/** What is sold by hand: also what is sold only to who knows it. */
export function sellable({ ticket_types }: EventData): readonly TicketTypeData[] {
  return ticket_types.filter(({ status }) => status === 'active' || status === 'hidden');
}

/** Where the form keeps how many of a type, and what a donor gives: by its id, for only what is chosen is sent. */
export const quantityPath = (id: string): string => `quantity.${id}`;
export const pricePath = (id: string): string => `price.${id}`;

type Chosen = { readonly ticket_type_id: string; readonly quantity: number; readonly unit_price?: string };

/** What was chosen: types of which there is at least one. */
export function chosenOf(form: FormState, types: readonly TicketTypeData[]): readonly Chosen[] {
  return types
    .map(({ id, kind }) => {
      const given = form.text(pricePath(id)).replaceAll(',', '').trim();
      return {
        ticket_type_id: id,
        quantity: Number(form.text(quantityPath(id))) || 0,
        ...(kind === 'donation' && given !== '' ? { unit_price: given } : {}),
      };
    })
    .filter(({ quantity }) => quantity > 0);
}

/** What is to pay before any promo code, added in thousandths, of which no currency has smaller parts. */
export function sumOf(chosen: readonly Chosen[], types: readonly TicketTypeData[]): number {
  const prices = new Map(types.map(({ id, price }) => [id, price]));
  const thousandths = chosen.reduce(
    (sum, { ticket_type_id, quantity, unit_price }) =>
      sum + Math.round(Number(unit_price ?? prices.get(ticket_type_id) ?? 0) * 1000) * quantity,
    0,
  );
  return thousandths / 1000;
}
