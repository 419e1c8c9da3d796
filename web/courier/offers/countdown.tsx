import type { Offer } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { leave, offerGone, timeLeft } from '../state/offers.ts';
import { t } from '../texts.ts';

const RADIUS = 27;
const ROUND = 2 * Math.PI * RADIUS;
const EVERY_MS = 500;
/** Below it the figure is told to readers, too. */
const TOLD_AT_S = 10;

/** How long the offer stands, as a ring that empties. */
export function Countdown({ offer }: { readonly offer: Offer }): VNode | null {
  const [left, setLeft] = useState(() => timeLeft(offer));
  useEffect(() => {
    const timer = setInterval(() => {
      const next = timeLeft(offer);
      setLeft(next);
      if (next === null || next.leftMs > 0) return;
      offerGone.value = 'expired';
      leave(offer.id);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [offer]);
  if (left === null) return null;
  const seconds = Math.ceil(left.leftMs / 1_000);
  const share = left.leftMs / left.wholeMs;
  return (
    <div class="countdown" role="timer" aria-label={t.secondsLeft(seconds)}>
      <svg viewBox="0 0 64 64" width="72" height="72" aria-hidden="true">
        <circle class="whole" cx="32" cy="32" r={RADIUS} />
        <circle
          class={seconds <= TOLD_AT_S ? 'left soon' : 'left'}
          cx="32"
          cy="32"
          r={RADIUS}
          stroke-dasharray={`${share * ROUND} ${ROUND}`}
          transform="rotate(-90 32 32)"
        />
        <text x="32" y="39" text-anchor="middle">
          {seconds}
        </text>
      </svg>
    </div>
  );
}
