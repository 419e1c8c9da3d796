import type { VNode } from 'preact';
import { dayOf, dayText, distanceText, spanText, timeText, timeZone } from '../../../kit/format/time.ts';
import { AUTOMATIC_MAX, automaticTries, type Attempt, type Delivery } from './endpoint.ts';
import { deliveryTexts as t } from './delivery-texts.ts';

/** Every try on a line, and the one that comes. */
export function Tries({
  of: delivery,
  seen,
  see,
}: {
  readonly of: Delivery;
  readonly seen: number | undefined;
  readonly see: (number: number) => void;
}): VNode | null {
  const { attempts, next_attempt_at: next } = delivery;
  if (attempts.length === 0 && next === null) return null;
  return (
    <ol class="tries" aria-label={t.tries}>
      {attempts.map((attempt, at) => (
        <li class={isGood(attempt, delivery, at) ? 'good' : 'bad'} key={attempt.number}>
          <button type="button" aria-pressed={attempt.number === seen} onClick={() => see(attempt.number)}>
            <b>{attempt.number}</b> {outcomeOf(attempt)}
            <span>
              {secondsText(attempt.at)}
              {whyOf(attempt, attempts[at - 1])}
            </span>
          </button>
        </li>
      ))}
      {next !== null && (
        <li class="to-come">
          <div>
            <b>{attempts.length + 1}</b> {automaticTries(attempts) + 1 >= AUTOMATIC_MAX ? t.last : t.next}
            <span>{t.about(timeText(next), distanceText(next))}</span>
          </div>
        </li>
      )}
    </ol>
  );
}

type Tried = Pick<Attempt, 'response_status' | 'error'>;

/** What became of all tries, in short: `no connection × 3, 200`. */
export function outcomesText(attempts: readonly Tried[]): string {
  const said: [outcome: string, count: number][] = [];
  for (const outcome of attempts.map(outcomeOf)) {
    const last = said.at(-1);
    if (last?.[0] === outcome) last[1] += 1;
    else said.push([outcome, 1]);
  }
  return said.map(([outcome, count]) => (count === 1 ? outcome : `${outcome} × ${count}`)).join(', ');
}

/** A delivery is received by its last try, if at all. */
function isGood({ error }: Attempt, { status, attempts }: Delivery, at: number): boolean {
  return error === null && (status === 'succeeded' || at < attempts.length - 1);
}

function outcomeOf({ response_status: status, error }: Tried): string {
  return status === null ? (error === null ? '' : t[error]) : String(status);
}

function whyOf({ trigger, drill, at }: Attempt, before: Attempt | undefined): string {
  const words = { auto: null, manual: t.byHand, recovery: t.byRecovery, test: t.aTest }[trigger];
  const said = [
    words ?? (before ? t.after(shortSpan(new Date(at).getTime() - new Date(before.at).getTime())) : null),
    drill === null ? null : t.drillOf(drill),
  ].filter((one) => one !== null);
  return said.map((one) => `, ${one}`).join('');
}

/** `10 s`, then as other spans. */
function shortSpan(ms: number): string {
  return ms < 100_000 ? t.seconds(String(Math.round(ms / 1000))) : spanText(ms);
}

/** `13:51:04`, with the day where it was another. */
function secondsText(when: string): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: timeZone.value,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(when));
  return dayOf(when) === dayOf(Date.now()) ? time : `${dayText(when)}, ${time}`;
}
