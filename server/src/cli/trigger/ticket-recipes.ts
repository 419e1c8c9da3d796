import { randomUUID } from 'node:crypto';
import { CottontreeError, type Client } from '@cottontree/client';
import type { EventKind } from '@cottontree/contract';
import { REASON, sellTicket, type Recipe, type Triggered } from './recipe.ts';

/** Doors that are open whenever this runs. */
const UNDER_WAY = { start_date: '2020-12-20T18:00:00Z', end_date: '2099-12-20T23:00:00Z' } as const;

/** How the kinds about single tickets and the doors come about. */
export const ticketRecipes = {
  'ticket.issued': async (client) => about(await sellTicket(client)),
  'ticket.transferred': (client) =>
    withTicket(client, 'Gave it to Mariama Sesay.', (params) =>
      client.transferTicket({ params, body: { name: 'Mariama Sesay', phone: '+23276555102' } }),
    ),
  'ticket.voided': (client) =>
    withTicket(client, 'Voided it.', (params) => client.voidTicket({ params, body: { reason: REASON } })),
  'ticket.resent': (client) =>
    withTicket(client, 'Sent it once more.', (params) => client.resendTicket({ params })),
  'ticket.scanned': async (client) => about(await admit(client)),
  'ticket.scan_rejected': async (client) => {
    const admitted = await admit(client);
    await client
      .scanTicket({
        params: { id: admitted.event_id },
        body: { code: admitted.ticket.code, device_id: 'south' },
      })
      .catch((error: unknown) => {
        if (!(error instanceof CottontreeError && error.code === 'TICKET_ALREADY_USED')) throw error;
      });
    return about({
      ...admitted,
      did: [...admitted.did, 'Held it in front of another door, which refused it.'],
    });
  },
  'ticket.scan_undone': async (client) => {
    const admitted = await admit(client);
    await client.undoScan({
      params: { id: admitted.event_id, scanId: admitted.scanId },
      body: { reason: REASON, device_id: 'north' },
    });
    return about({ ...admitted, did: [...admitted.did, 'Took the scan back.'] });
  },
  'ticket.scan_conflict': async (client) => {
    const admitted = await admit(client);
    const scan = {
      nonce: randomUUID(),
      code: admitted.ticket.code,
      scanned_at: admitted.at,
      offline_result: 'admitted' as const,
    };
    await client.syncScans({
      params: { id: admitted.event_id },
      body: { device_id: 'south', device_time: admitted.at, scans: [scan] },
    });
    return about({
      ...admitted,
      did: [...admitted.did, 'Another door, without network, had admitted it too.'],
    });
  },
} as const satisfies Readonly<Partial<Record<EventKind, Recipe | string>>>;

type Sold = Awaited<ReturnType<typeof sellTicket>>;
type Admitted = Sold & { readonly scanId: string; readonly at: string };

async function withTicket(
  client: Client,
  sentence: string,
  work: (params: { readonly id: string }) => Promise<unknown>,
): Promise<Triggered> {
  const sold = await sellTicket(client);
  await work({ id: sold.ticket.id });
  return about({ ...sold, did: [...sold.did, sentence] });
}

async function admit(client: Client): Promise<Admitted> {
  const sold = await sellTicket(client, UNDER_WAY);
  const { data } = await client.scanTicket({
    params: { id: sold.event_id },
    body: { code: sold.ticket.code, device_id: 'north' },
  });
  return {
    ...sold,
    did: [...sold.did, 'Let it in at a door.'],
    scanId: data.scan_id ?? '',
    at: data.first_scanned_at ?? '',
  };
}

function about({ did, event_id, ticket }: Sold): Triggered {
  return { did, event_id, ticket_id: ticket.id };
}
