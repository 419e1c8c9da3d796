import { normaliseJobNumber, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { refuseTooMany } from '../deliveries/track-delivery.ts';
import { deliveryNotFound } from '../deliveries/move-delivery.ts';
import { presentSummary } from '../deliveries/present-delivery.ts';
import type { Shipping } from '../module.ts';
import { composeLabel } from './compose-label.ts';
import { findLabelled } from './labels.queries.ts';
import { LABELS } from './draw-labels.ts';

/** Labels of up to 100 deliveries as one PDF, in the order that was asked for. */
export async function printLabels(
  { body }: Input<Operations['printLabels']>,
  { tenant }: Call,
  module: Shipping,
): Promise<Reply<Uint8Array>> {
  refuseTooMany(body.job_numbers);
  const wanted = [...new Set(body.job_numbers.map((number) => normaliseJobNumber(number) ?? number))];
  const rows = await findLabelled(module.store.of(tenant), tenant, wanted);
  const found = new Set(rows.map((row) => row.job_number));
  const missing = wanted.find((number) => !found.has(number));
  if (missing !== undefined) throw deliveryNotFound(missing);
  const { lang: language = 'en', paper = '100x150', first_place: firstPlace = 1 } = body;
  const brand = await module.papers.find(tenant);
  const labels = rows.map((row) => composeLabel(presentSummary(row, module), language));
  const bytes = await module.press.print(LABELS, { labels, brand, language, paper, firstPlace });
  return reply(bytes, {
    fileName: `labels-${wanted[0]}${wanted.length > 1 ? `-and-${wanted.length - 1}` : ''}.pdf`,
  });
}
