import { CottontreeError } from '@cottontree/client';
import { embedKey } from '../../embed/frame.ts';
import { stillHolds } from '../../embed/session-prop.ts';
import { toolClient } from '../../tools/api.ts';
import { countUnsent } from '../../outbox/index.ts';
import { device, deviceClient } from '../data/api.ts';
import { inTill, readNote, writeNote } from '../data/till-store.ts';
import { leavePairing, step } from '../state/begin.ts';
import { isOpen } from '../state/open-till.ts';
import { enter } from '../state/sign-in.ts';
import { terminal } from '../state/signals.ts';
import { t } from './texts.ts';

/**
 * Becomes the till that the shop's own server meant this page to be, and signs in who works at it: the page says who that is, so
 * nobody pairs a device or types a PIN. Throws what the API refuses, and STATE_CONFLICT where this browser is another till that has
 * not sent everything. Whom it let in before goes on at once, and answers how to look whether it holds still.
 */
export async function enterBySession(granted: string): Promise<void | (() => Promise<unknown>)> {
  const paired = device.pairing.value;
  const asSession = toolClient({
    clock: device.clock,
    token: () => granted,
    headers: () => (paired === null ? {} : { 'x-terminal-token': paired.terminalToken }),
  });
  if (paired !== null && (await isIn(paired.terminal.id, granted)))
    return () => stillHolds(() => asSession.getCurrentWidgetSession());
  const { data: session } = await asSession.getCurrentWidgetSession();
  if (paired !== null && session.terminal_id !== null && paired.terminal.id !== session.terminal_id)
    await refuseUnsent(paired.terminal);
  const { data } = await asSession.claimTerminal({ body: {} });
  const { id, name, code, location_id: locationId, livemode } = data.terminal;
  await device.pair({
    publicKey: embedKey ?? '',
    terminalToken: data.terminal_token,
    storeName: data.store_name,
    currency: data.currency,
    terminal: { id, name, code, locationId, livemode },
  });
  const { accent } = await deviceClient.getCurrentTerminal().then(
    (answer) => answer.data,
    () => ({ accent: null }),
  );
  const own = device.pairing.value;
  if (own !== null) await device.pair({ ...own, terminal: { ...own.terminal, accent } });
  const { staff_id: staffId, staff_name: staffName } = session;
  const who = staffId === null || staffName === null ? null : { id: staffId, name: staffName };
  if (!isOpen.value) {
    if (who !== null)
      await inTill(id, (kept) =>
        writeNote(kept, 'session', { staffId: who.id, name: who.name, token: granted }),
      );
    // A code was asked for already, for the page had no session that holds.
    if (step.value === 'pair') await leavePairing();
  } else if (terminal.value?.id !== id) location.reload();
  else if (who !== null) await enter(who, granted);
}

/** Whether who works at a till was let in by the session before: also without a network it stays so. */
async function isIn(terminalId: string, granted: string): Promise<boolean> {
  return inTill(terminalId, async (kept) => (await readNote(kept, 'session'))?.token === granted);
}

async function refuseUnsent({ id, name }: { readonly id: string; readonly name: string }): Promise<void> {
  const unsent = await inTill(id, countUnsent);
  if (unsent > 0)
    throw new CottontreeError({ code: 'STATE_CONFLICT', message: t.otherUnsent(name, unsent), status: 409 });
}
