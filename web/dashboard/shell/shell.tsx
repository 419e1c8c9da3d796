import { Ellipsis, FlaskConical, Menu as MenuIcon, Search } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { mode } from '../../kit/data/session.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { Mark } from '../../kit/parts/mark.tsx';
import { OfflineNote } from '../../kit/parts/states.tsx';
import { at } from '../paths.ts';
import { inEitherMode, places } from '../places.tsx';
import { isOpen, type Place } from '../place.ts';
import { Find } from './find.tsx';
import { LiveChip } from './live-chip.tsx';
import { Crumbs, head } from './page.tsx';
import { PersonMenu, ShopMenu } from './person-menu.tsx';
import { shellTexts as t } from './texts.ts';
import './shell.css';

/** What stands around every page: the shop, the places, the way to find things, live or test, the person. */
export function Shell({
  rest,
  children,
}: {
  readonly rest: string;
  readonly children: ComponentChildren;
}): VNode {
  const [finding, setFinding] = useState(false);
  const [moreOpen, setMoreOpen] = useState(false);
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setFinding(true);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => setMoreOpen(false), [rest, mode.value]);
  return (
    <>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t.skip}
      </a>
      <div class="shell">
        <Side rest={rest} open={moreOpen} close={() => setMoreOpen(false)} />
        <div class="sheet">
          <TestBand rest={rest} />
          <main class="sheet-content" id="content" ref={content} tabIndex={-1}>
            <Top rest={rest} find={() => setFinding(true)} />
            <OfflineNote />
            {children}
          </main>
        </div>
      </div>
      <TabBar rest={rest} more={() => setMoreOpen(true)} />
      {finding && <Find close={() => setFinding(false)} />}
    </>
  );
}

/** Test mode is said on every page, in words. */
function TestBand({ rest }: { readonly rest: string }): VNode | null {
  if (mode.value !== 'test') return null;
  return (
    <aside class="test-band" aria-label={t.test}>
      <Icon of={FlaskConical} size="s" />
      <span class="grow">{t.testBand}</span>
      <a href={at(inEitherMode(rest), 'live')} onClick={() => (isSwitched = true)}>
        {t.backToLive}
      </a>
    </aside>
  );
}

function Top({ rest, find }: { readonly rest: string; readonly find: () => void }): VNode {
  return (
    <>
      <div class="top">
        <Crumbs />
        <button type="button" class="find-button" onClick={find}>
          <Icon of={Search} size="s" />
          {t.find}
          <kbd>Ctrl K</kbd>
        </button>
        <LiveChip />
        <ModeSwitch rest={rest} />
      </div>
      <div class="phone-top">
        <Mark size={28} />
        <b class="grow clip">{head.value.title}</b>
        <LiveChip />
        <button type="button" class="button ghost square" aria-label={t.find} onClick={find}>
          <Icon of={Search} size="l" />
        </button>
        <PersonMenu class="button ghost square" iconOnly>
          <Icon of={Ellipsis} size="l" />
        </PersonMenu>
      </div>
    </>
  );
}

/** Whether somebody has just gone to the other mode, where all is drawn anew and nothing has the focus. */
let isSwitched = false;

function ModeSwitch({ rest }: { readonly rest: string }): VNode {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Of the two, one is in sight.
    if (isSwitched) group.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    queueMicrotask(() => (isSwitched = false));
  }, []);
  return (
    <div ref={group} class="mode" role="group" aria-label={t.mode}>
      {(['live', 'test'] as const).map((one) => (
        <a
          href={at(inEitherMode(rest), one)}
          aria-current={mode.value === one ? 'true' : undefined}
          onClick={() => (isSwitched = mode.value !== one)}
        >
          {t[one]}
        </a>
      ))}
    </div>
  );
}

function isIn(place: Place, rest: string): boolean {
  return (rest.split('/')[1] ?? '') === place.path;
}

function Side({
  rest,
  open,
  close,
}: {
  readonly rest: string;
  readonly open: boolean;
  readonly close: () => void;
}): VNode {
  const list = useRef<HTMLDivElement>(null);
  // However many places there are, where somebody stands is in sight.
  useEffect(() => showLast(list.current, 'a.on'), [rest, open]);
  return (
    <div class={`side-frame ${open ? 'open' : ''}`}>
      <button type="button" class="side-scrim" aria-label={t.more} tabIndex={-1} onClick={close} />
      <nav class="side" aria-label={t.main}>
        <div class="side-places" ref={list}>
          <ShopMenu />
          {places.filter(isOpen).map((place) => (
            <PlaceLink place={place} rest={rest} />
          ))}
        </div>
        <div class="side-end">
          <ModeSwitch rest={rest} />
          <PersonMenu />
        </div>
      </nav>
    </div>
  );
}

/** Scrolls a list alone, and only as far as it must: `scrollIntoView` would also begin the way of Tab there. */
function showLast(list: HTMLElement | null, selector: string): void {
  const last = [...(list?.querySelectorAll(selector) ?? [])].at(-1)?.getBoundingClientRect();
  if (!list || !last) return;
  const { top, bottom } = list.getBoundingClientRect();
  list.scrollTop += Math.max(0, last.bottom - bottom) - Math.max(0, top - last.top);
}

function PlaceLink({ place, rest }: { readonly place: Place; readonly rest: string }): VNode {
  const here = isIn(place, rest);
  const href = `/${place.path}`;
  const waiting = place.useWaiting?.();
  return (
    <>
      <a
        class={`place ${here ? 'on' : ''}`}
        href={at(href)}
        aria-current={here ? 'page' : undefined}
        aria-description={waiting?.words}
      >
        <Icon of={place.icon} />
        {place.name()}
        {waiting && waiting.count > 0 && (
          <span class="waiting" aria-hidden="true" title={waiting.words}>
            {waiting.count.toLocaleString('en')}
          </span>
        )}
      </a>
      {here && place.subplaces && (
        <div class="subplaces">
          {place.subplaces.filter(isOpen).map(({ path, name }) => {
            const on =
              path === ''
                ? rest === href ||
                  !place.subplaces?.some((one) => one.path !== '' && rest.startsWith(`${href}${one.path}`))
                : rest.startsWith(`${href}${path}`);
            return (
              <a href={at(`${href}${path}`)} class={on ? 'on' : ''} aria-current={on ? 'page' : undefined}>
                {name()}
              </a>
            );
          })}
        </div>
      )}
    </>
  );
}

const TABS = new Set(['', 'deliveries', 'till', 'payments']);

function TabBar({ rest, more }: { readonly rest: string; readonly more: () => void }): VNode {
  const shown = places.filter((place) => TABS.has(place.path) && isOpen(place));
  return (
    <nav class="tab-bar" aria-label={t.main}>
      {shown.map((place) => (
        <a
          href={at(`/${place.path}`)}
          class={isIn(place, rest) ? 'on' : ''}
          aria-current={isIn(place, rest) ? 'page' : undefined}
        >
          <Icon of={place.icon} size="l" />
          {place.name()}
        </a>
      ))}
      <button type="button" onClick={more} class={shown.some((place) => isIn(place, rest)) ? '' : 'on'}>
        <Icon of={MenuIcon} size="l" />
        {t.more}
      </button>
    </nav>
  );
}
