import { CloudOff, CircleAlert, FlaskConical, LogOut, Sparkles, TriangleAlert, type IconNode } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { timeText } from '../../kit/format/time.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { isEnded } from '../data/api.ts';
import { installed } from '../state/begin.ts';
import { go } from '../state/place.ts';
import {
  book,
  bookVersion,
  direction,
  door,
  head,
  isOnline,
  nowMs,
  offlineSinceMs,
  outbox,
  unsent,
} from '../state/signals.ts';
import { t } from '../texts.ts';

type NoticeProps = {
  readonly look: 'wait' | 'bad' | 'test';
  readonly icon: IconNode;
  readonly children: ComponentChildren;
  readonly act?: { readonly name: string; readonly run: () => void };
};

function Notice({ look, icon, children, act }: NoticeProps): VNode {
  return (
    <div class={`door-notice ${look}`} role={look === 'bad' ? 'alert' : 'status'}>
      <Icon of={icon} />
      <span class="grow">{children}</span>
      {act && (
        <button type="button" onClick={act.run}>
          {act.name}
        </button>
      )}
    </div>
  );
}

/** What has to be known before the next ticket: always on the screen, in words. */
export function Notices(): VNode {
  const state = outbox.value?.state.value;
  return (
    <div class="door-notices">
      {door.value?.livemode === false && (
        <Notice look="test" icon={FlaskConical}>
          {t.test}
        </Notice>
      )}
      {state?.phase === 'elsewhere' && (
        <Notice
          look="bad"
          icon={CircleAlert}
          act={{ name: t.takeOver, run: () => void outbox.value?.takeOver() }}
        >
          {t.otherTab}
        </Notice>
      )}
      {isEnded.value && (
        <Notice look="bad" icon={CircleAlert} act={{ name: t.pairAgain, run: () => go({ at: 'pair' }) }}>
          <b>{t.endedTitle}</b> {t.ended}
          {unsent.value > 0 && ` ${t.waitHere(unsent.value)}`}
        </Notice>
      )}
      {state?.room === 'short' && (
        <Notice look="bad" icon={CircleAlert}>
          {t.roomShort}
        </Notice>
      )}
      {!isEnded.value && !isOnline.value && <Offline />}
      {(state?.toSee ?? 0) > 0 && (
        <Notice look="wait" icon={TriangleAlert} act={{ name: t.seeThem, run: () => go({ at: 'unsent' }) }}>
          {t.seeConflicts(state?.toSee ?? 0)}
        </Notice>
      )}
      {direction.value === 'out' && (
        <Notice look="wait" icon={LogOut}>
          {t.goingOut}
        </Notice>
      )}
      <Update />
    </div>
  );
}

/** A newer version, for a moment without a queue: while the phone has a network, and nothing waits. */
function Update(): VNode | null {
  const begin = installed.value?.update.value ?? null;
  if (begin === null || !isOnline.value || unsent.value > 0) return null;
  return (
    <Notice look="wait" icon={Sparkles} act={{ name: t.begin, run: begin }}>
      {t.updateReady}
    </Notice>
  );
}

function Offline(): VNode {
  const since = offlineSinceMs.value;
  return (
    <Notice look="wait" icon={CloudOff}>
      <b>
        {since !== null && t.offlineSince(timeText(since))} {unsent.value > 0 && t.waitHere(unsent.value)}
      </b>
      <span class="door-notice-more">{knownText()}</span>
      {outbox.value?.state.value.room === 'may-be-dropped' && (
        <span class="door-notice-more">{t.mayBeDropped}</span>
      )}
    </Notice>
  );
}

/** How much this phone knows, and how old that is. */
function knownText(): string {
  void bookVersion.value;
  const known = head.value;
  if (known === null) return t.noTicketsYet;
  if (!known.isWhole) return t.fetching(book.size());
  if (nowMs() >= Date.parse(known.expires_at)) return t.tooOld;
  const time = timeText(known.generated_at);
  return isOnline.value ? t.knows(book.size(), time) : t.allHere(book.size(), time);
}

/** The same in one line, while there is a network. */
export function Knows(): VNode | null {
  if (!isOnline.value) return null;
  const waiting = unsent.value > 0 ? `${t.sendingScans(unsent.value)}. ` : '';
  return (
    <p class="door-knows">
      {waiting}
      {knownText()}
    </p>
  );
}
