import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { requireCreditNote } from '../credit-notes/get-credit-note.ts';
import { presentCreditNote } from '../credit-notes/present-credit-note.ts';
import { requireInvoice } from '../get-invoice.ts';
import type { Invoices } from '../open-invoices.ts';
import { findSeller } from '../page/sellers.queries.ts';
import { presentInvoice } from '../present-invoice.ts';
import { composeCreditPaper } from './compose-credit-paper.ts';
import { fileNameOf } from './print-invoice.ts';
import { PAPER } from './print-paper.ts';
import { readGround } from './read-ground.ts';

/** A credit note as PDF. */
export async function getCreditNotePdf(
  { params, query }: Input<Operations['getCreditNotePdf']>,
  { tenant, now }: Call,
  room: Invoices,
): Promise<Reply<Uint8Array>> {
  const runner = room.store.of(tenant);
  const note = await requireCreditNote(runner, tenant, params.id);
  const row = await requireInvoice(runner, { tenant, id: note.invoice_id });
  const ground = await readGround(room, row, {
    seller: await findSeller(room.store.system, tenant),
    language: query.lang ?? 'en',
  });
  const paper = composeCreditPaper(
    presentCreditNote(note),
    presentInvoice(row, { settings: room.settings, now }),
    ground,
  );
  return reply(await room.press.print(PAPER, paper), { fileName: fileNameOf(note.number) });
}
