import { ArrowLeft, BellRing, CloudOff, CloudUpload, HandCoins, Package, UserRound } from 'lucide';
import type { IconNode } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { StateChip, type Said } from '../../tools/state-chip.tsx';
import { common } from '../../kit/text/common.ts';
import { device, sessionOver } from '../data/api.ts';
import { go, goBack, goTab, place } from '../state/place.ts';
import { installed, isOnline, jobsUnderWay, offers, outbox, waiting } from '../state/signals.ts';
import { t } from '../texts.ts';
import './screen.css';

type ScreenProps = {
  readonly title: string;
  /** It was come to from somewhere else: a way back instead of the tabs. */
  readonly inner?: boolean;
  /** What is pressed next, at the thumb. */
  readonly acts?: ComponentChildren;
  /** It stands beside the screen that is worked at, which says what has to be known. */
  readonly beside?: boolean;
  readonly children: ComponentChildren;
};

/** Every screen: what it is and how things stand at the top, one main act at the foot. */
export function Screen({ title, inner = false, acts, beside = false, children }: ScreenProps): VNode {
  if (beside) return <Beside title={title}>{children}</Beside>;
  return (
    <div class="screen">
      <header class="screen-top">
        {inner && <Button kind="ghost" icon={ArrowLeft} label={common.back} onClick={goBack} />}
        <h1 class="clip grow">{title}</h1>
        <Chip />
        {!inner && <Button kind="ghost" icon={UserRound} label={t.me} onClick={() => go({ at: 'me' })} />}
      </header>
      <Banners />
      <main class="screen-main">
        <div class="screen-body">{children}</div>
        {acts !== undefined && <div class={inner ? 'screen-acts' : 'screen-acts over-tabs'}>{acts}</div>}
      </main>
      {!inner && <Tabs />}
    </div>
  );
}

function Beside({ title, children }: Pick<ScreenProps, 'title' | 'children'>): VNode {
  return (
    <aside class="screen" aria-label={title}>
      <header class="screen-top">
        <h2 class="clip grow">{title}</h2>
        <Button kind="ghost" icon={UserRound} label={t.me} onClick={() => go({ at: 'me' })} />
      </header>
      <div class="screen-main">
        <div class="screen-body">{children}</div>
      </div>
      <Tabs />
    </aside>
  );
}

function Chip(): VNode | null {
  const box = outbox.value;
  if (!box) return null;
  return (
    <StateChip
      state={box.state.value}
      isReachable={isOnline.value}
      onClick={() => place.value.at !== 'unsent' && go({ at: 'unsent' })}
      say={sayBriefly}
    />
  );
}

/** The courier looks for one thing: whether there is a network. How much waits stands below in words. */
function sayBriefly(said: Said): Said {
  if (said.meaning === 'good') return { ...said, words: t.online };
  if (said.meaning === 'move') return { ...said, words: t.sending };
  return said.glyph === 'dashed' ? { ...said, words: isOnline.value ? t.waits : t.noNetwork } : said;
}

/** What has to be known before the next step. */
function Banners(): VNode | null {
  const state = outbox.value?.state.value;
  const count = waiting.value.length;
  const update = installed.value?.update.value;
  if (state?.phase === 'elsewhere')
    return (
      <Banner meaning="bad" act={t.takeOver} onAct={() => void outbox.value?.takeOver()}>
        {t.otherTab}
      </Banner>
    );
  if (state?.room === 'short') return <Banner meaning="bad">{t.roomShort}</Banner>;
  if (sessionOver.value)
    return (
      <Banner meaning="wait" act={common.signIn} onAct={() => go({ at: 'me' })}>
        {t.sessionOver}
      </Banner>
    );
  // While all goes well the chip alone says that something is sent: nothing jumps under a thumb.
  if (count > 0 && (!isOnline.value || state?.trouble))
    return (
      <Banner meaning="wait" icon={CloudUpload}>
        {t.stepsWait(count)}
      </Banner>
    );
  if (!isOnline.value)
    return (
      <Banner meaning="wait" icon={CloudOff}>
        {state?.room === 'may-be-dropped' ? `${t.keptOffline} ${t.mayBeDropped}` : t.keptOffline}
      </Banner>
    );
  if (update)
    return (
      <Banner meaning="move" act={t.update} onAct={update}>
        {t.updateReady}
      </Banner>
    );
  return null;
}

type BannerProps = {
  readonly meaning: 'wait' | 'bad' | 'move';
  readonly icon?: IconNode;
  readonly act?: string;
  readonly onAct?: () => void;
  readonly children: string;
};

function Banner({ meaning, icon, act, onAct, children }: BannerProps): VNode {
  return (
    <div class="banner" role="status">
      <Note meaning={meaning} {...(icon ? { icon } : {})}>
        <span>{children}</span>
        {act !== undefined && onAct && (
          <Button size="s" onClick={onAct}>
            {act}
          </Button>
        )}
      </Note>
    </div>
  );
}

function Tabs(): VNode {
  const count = jobsUnderWay.value.length;
  const open = offers.value.length;
  const tabs = [
    { at: 'offers', icon: BellRing, name: open > 0 ? t.offersOf(open) : t.offers },
    { at: 'jobs', icon: Package, name: count > 0 ? t.jobsOf(count) : t.jobs },
    { at: 'cash', icon: HandCoins, name: t.cash },
  ] as const;
  return (
    <nav class="tabs-foot" aria-label={t.places(device.pairing.value?.driver.name ?? '')}>
      {tabs.map(({ at, icon, name }) => (
        <button
          type="button"
          key={at}
          aria-current={place.value.at === at ? 'page' : undefined}
          onClick={() => goTab(at)}
        >
          <Icon of={icon} size="l" />
          {name}
        </button>
      ))}
    </nav>
  );
}
