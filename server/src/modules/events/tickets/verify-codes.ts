import { createPublicKey, verify } from 'node:crypto';
import { parseTicketCode, readTk1, tk1SignedBytes } from '@cottontree/contract';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import type { Violation } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import { signingKeyOf, TICKET_KEY_SECRET } from './key-ring.ts';
import { signTicket } from './sign-ticket.ts';
import { openCode } from './ticket-codes.ts';
import { sampleTickets, type SampledTicket } from './verify-tickets.queries.ts';

const EVENTS_MAX = 1_000;
const EXAMPLES_MAX = 5;
/** What stands before a public key of Ed25519 in its DER form (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** Writes the QR codes of a ticket of each of the latest events, and checks them as a scanner would. */
export async function verifyTicketCodes(system: Runner, vault: Vault): Promise<readonly Violation[]> {
  const broken = (await sampleTickets(system, EVENTS_MAX))
    .filter((ticket) => !isGenuine(ticket, vault))
    .map(({ id }) => id);
  return broken.length === 0
    ? []
    : [
        {
          check: 'verify.ticketCodesAreGenuine',
          count: broken.length,
          examples: broken.slice(0, EXAMPLES_MAX),
        },
      ];
}

function isCode(code: string): boolean {
  return parseTicketCode(code) === code;
}

function isGenuine(ticket: SampledTicket, vault: Vault): boolean {
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI_HEAD, ticket.public_key]),
    format: 'der',
    type: 'spki',
  });
  try {
    const read = readTk1(
      signTicket(ticket, {
        kid: ticket.signing_kid,
        key: signingKeyOf(vault.open(ticket.private_key, TICKET_KEY_SECRET)),
      }),
    );
    return (
      read !== null &&
      isCode(openCode(vault, ticket)) &&
      verify(null, tk1SignedBytes(ticket.event_id, read.body), publicKey, read.signature)
    );
  } catch {
    // A key that does not open signs nothing.
    return false;
  }
}
