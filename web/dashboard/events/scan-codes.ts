import { wordsOf } from '../../kit/format/words.ts';
import { texts } from '../../kit/text/texts.ts';

const codes = texts(
  {
    TICKET_ALREADY_USED: 'Ticket already used',
    TICKET_NOT_FOUND: 'Ticket not found',
    WRONG_EVENT: 'Wrong event',
    EVENT_CANCELLED: 'Event cancelled',
    EVENT_NOT_SCANNABLE: 'Doors are closed',
    TICKET_UNPAID: 'Ticket unpaid',
    TICKET_VOID: 'Ticket void',
    TICKET_BLOCKED: 'Ticket blocked',
    TICKET_REVOKED: 'Old ticket',
    TICKET_NOT_YET_VALID: 'Too early',
    TICKET_EXPIRED: 'Too late',
    GATE_NOT_ALLOWED: 'Other gate',
    NOT_INSIDE: 'Not inside',
  },
  {
    TICKET_ALREADY_USED: 'Di tikɛt dɔn yuz',
    TICKET_NOT_FOUND: 'Wi nɔ si di tikɛt',
    WRONG_EVENT: 'Ɔda ivɛnt',
    EVENT_CANCELLED: 'Dɛn kansul di ivɛnt',
    EVENT_NOT_SCANNABLE: 'Domɔt dɔn lɔk',
    TICKET_UNPAID: 'Di tikɛt nɔ pe',
    TICKET_VOID: 'Di tikɛt nɔ wok',
    TICKET_BLOCKED: 'Dɛn blɔk di tikɛt',
    TICKET_REVOKED: 'Ol tikɛt',
    TICKET_NOT_YET_VALID: 'I tu ali',
    TICKET_EXPIRED: 'I tu let',
    GATE_NOT_ALLOWED: 'Ɔda get',
    NOT_INSIDE: 'I nɔ de insay',
  },
);

/** Why a scan was refused, in a few words. */
export function scanCodeText(code: string): string {
  return (codes as Readonly<Record<string, string>>)[code] ?? wordsOf(code.toLowerCase());
}
