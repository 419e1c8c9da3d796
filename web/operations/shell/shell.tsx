import { Banknote, Bike, FlaskConical, LayoutGrid, Menu as MenuIcon, type IconNode } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { mode } from '../../kit/data/session.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { Mark } from '../../kit/parts/mark.tsx';
import { OfflineNote } from '../../kit/parts/states.tsx';
import { Views } from '../../kit/parts/tabs.tsx';
import { at } from '../paths.ts';
import { hasWorkIn, placeOf, places } from '../places.tsx';
import type { Place } from '../place.ts';
import { Figures } from './figures.tsx';
import { pageTitle } from './page.tsx';
import { PersonMenu } from './person-menu.tsx';
import { shellTexts as t } from './texts.ts';
import './shell.css';

/** What stands around every page: the places, how the day goes, live or test, the person. */
export function Shell({
  rest,
  children,
}: {
  readonly rest: string;
  readonly children: ComponentChildren;
}): VNode {
  const [moreOpen, setMoreOpen] = useState(false);
  const content = useRef<HTMLElement>(null);
  const here = placeOf(rest);
  useEffect(() => setMoreOpen(false), [rest]);
  return (
    <>
      <a
        class="ops-skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t.skip}
      </a>
      <TestBand rest={rest} />
      <div class="ops-shell">
        <header class="ops-top">
          <Mark size={30} />
          <b class="ops-name desk">{t.operations}</b>
          <b class="only-phone grow clip">{pageTitle.value}</b>
          <nav class={`ops-places ${moreOpen ? 'open' : ''}`} aria-label={t.main}>
            {places
              .filter((place) => !place.isOwn && hasWorkIn(place))
              .map((place) => (
                <a
                  href={at(`/${place.path}`)}
                  class={place === here ? 'on' : ''}
                  aria-current={place === here ? 'page' : undefined}
                >
                  {place.name()}
                </a>
              ))}
          </nav>
          <span class="grow desk" />
          <Figures />
          {here?.hasModes && <ModeSwitch rest={rest} />}
          <PersonMenu />
        </header>
        <main class="ops-content" id="content" ref={content} tabIndex={-1}>
          <OfflineNote />
          {here && <Tabs place={here} rest={rest} />}
          {children}
        </main>
      </div>
      <TabBar here={here} more={() => setMoreOpen(!moreOpen)} open={moreOpen} />
    </>
  );
}

/** Test mode is said on every page, in words. */
function TestBand({ rest }: { readonly rest: string }): VNode | null {
  if (mode.value !== 'test') return null;
  return (
    <aside class="ops-test-band" aria-label={t.test}>
      <Icon of={FlaskConical} size="s" />
      <span class="grow">{t.testBand}</span>
      <a href={at(topOf(rest), 'live')}>{t.backToLive}</a>
    </aside>
  );
}

/** A thing is there in one mode alone; its place is there in both. */
function topOf(rest: string): string {
  const path = placeOf(rest)?.path ?? '';
  return path === '' ? '/' : `/${path}`;
}

function ModeSwitch({ rest }: { readonly rest: string }): VNode {
  return (
    <div class="ops-mode" role="group" aria-label={t.mode}>
      {(['live', 'test'] as const).map((one) => (
        <a href={at(topOf(rest), one)} aria-current={mode.value === one ? 'true' : undefined}>
          {t[one]}
        </a>
      ))}
    </div>
  );
}

function Tabs({ place, rest }: { readonly place: Place; readonly rest: string }): VNode | null {
  const shown = (place.tabs ?? []).filter(hasWorkIn);
  if (shown.length < 2) return null;
  const base = place.path === '' ? '' : `/${place.path}`;
  const isOn = (path: string): boolean =>
    path === ''
      ? !shown.some((tab) => tab.path !== '' && rest.startsWith(`${base}${tab.path}`))
      : rest.startsWith(`${base}${path}`);
  return (
    <div class="ops-tabs">
      <Views
        label={t.parts}
        views={shown.map(({ path, name }) => ({
          name: name(),
          href: at(`${base}${path}` || '/'),
          on: isOn(path),
        }))}
      />
    </div>
  );
}

const PHONE_TABS: readonly (readonly [path: string, icon: IconNode])[] = [
  ['', LayoutGrid],
  ['couriers', Bike],
  ['cash', Banknote],
];

function TabBar({
  here,
  more,
  open,
}: {
  readonly here: Place | undefined;
  readonly more: () => void;
  readonly open: boolean;
}): VNode {
  const shown = PHONE_TABS.flatMap(([path, icon]) => {
    const place = places.find((one) => one.path === path);
    return place && hasWorkIn(place) ? [{ place, icon }] : [];
  });
  return (
    <nav class="ops-tab-bar" aria-label={t.main}>
      {shown.map(({ place, icon }) => (
        <a
          href={at(`/${place.path}`)}
          class={place === here ? 'on' : ''}
          aria-current={place === here ? 'page' : undefined}
        >
          <Icon of={icon} size="l" />
          {place.name()}
        </a>
      ))}
      <button type="button" onClick={more} aria-expanded={open}>
        <Icon of={MenuIcon} size="l" />
        {t.more}
      </button>
    </nav>
  );
}
