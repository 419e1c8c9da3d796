import {
  formatOptionalTime,
  formatTime,
  type PairingStatus,
  type Terminal,
  type TerminalPairing,
} from '@cottontree/contract';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/show-mode.ts';
import type { TerminalRow } from './terminals.queries.ts';

/** A till as the API shows it at a moment of the database's time. */
export function presentTerminal(row: TerminalRow, now: Date): Terminal {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    code: row.code,
    location_id: row.location_id,
    is_active: row.is_active,
    pairing_status: pairingStatus(row, now),
    cash_session_id: row.cash_session_id,
    ...showMode(row.livemode),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

/** Pairings and cash sessions come and go without a new version, so they stand in the tag behind it. */
export function replyTerminal(row: TerminalRow, now: Date): Reply<Terminal> {
  return reply(presentTerminal(row, now), {
    version: `${row.version}.${pairingStatus(row, now)}.${row.cash_session_id ?? 'none'}`,
  });
}

/** Whether a device is bound to it; what its code and token are nobody is shown again. */
export function presentPairing(row: TerminalRow, now: Date): TerminalPairing {
  const waits = row.code_expires_at !== null && row.code_expires_at > now;
  return {
    terminal_id: row.id,
    status: pairingStatus(row, now),
    paired_at: formatOptionalTime(row.paired_at),
    code_expires_at: waits ? formatOptionalTime(row.code_expires_at) : null,
  };
}

function pairingStatus({ is_paired, code_expires_at }: TerminalRow, now: Date): PairingStatus {
  if (is_paired) return 'paired';
  return code_expires_at !== null && code_expires_at > now ? 'waiting' : 'none';
}
