import { CottontreeError } from '@cottontree/client';
import { embedKey, textProp } from '../../embed/frame.ts';
import { stillHolds } from '../../embed/session-prop.ts';
import { toolClient } from '../../tools/api.ts';
import { device, doorOf, isEnded, type DoorPairing } from '../data/api.ts';
import { begin, beginAnew, step } from '../state/begin.ts';
import { notePairing } from '../state/open-door.ts';
import { db, outbox } from '../state/signals.ts';

/**
 * Stands at the page's event as the session of the shop's own server: nobody pairs the phone. Throws what the API refuses. One
 * that was taken up before goes on at once, and answers how to look whether it holds still.
 */
export async function standBySession(granted: string): Promise<void | (() => Promise<unknown>)> {
  const eventId = textProp('eventId');
  if (eventId === null) return;
  const before = device.pairing.value;
  const as = (token: string | null) => toolClient({ clock: device.clock, token: () => token });
  // Taken up before, also where there is no network now.
  if (doorOf(before)?.publicKey === granted && before?.at === eventId)
    return () => stillHolds(() => as(granted).getCurrentWidgetSession());
  const [{ data: session }, { data: event }] = await Promise.all([
    as(granted).getCurrentWidgetSession(),
    as(embedKey).getPublicEvent({ params: { id: eventId } }),
  ]);
  if (session.widget !== 'ticket_scanner')
    throw new CottontreeError({
      code: 'INSUFFICIENT_SCOPE',
      message: `This session was begun for ${session.widget}, not for ticket_scanner.`,
      status: 403,
    });
  const next: DoorPairing = {
    publicKey: granted,
    scannerToken: null,
    livemode: session.livemode,
    device: {
      id: session.staff_id ?? session.id,
      name: session.staff_name ?? event.name,
      gate: null,
      role: 'steward',
      expiresAt: session.expires_at,
    },
    event: { id: event.id, name: event.name },
  };
  const others = (before?.doors ?? []).filter(({ event: { id } }) => id !== next.event.id);
  const open = before?.at === next.event.id ? db.value : null;
  // Noted first, so that nothing of the session before is asked for in the name of this one.
  if (open) await notePairing(open, next);
  await device.pair({ doors: [...others, next], at: next.event.id });
  if (open) {
    // The one before may have ended: this one goes on where it stopped.
    isEnded.value = false;
    outbox.value?.sendNow();
  } else if (db.value !== null) beginAnew();
  // A code was asked for already, for the page had no session that holds.
  else if (step.value === 'pair') await begin();
}
