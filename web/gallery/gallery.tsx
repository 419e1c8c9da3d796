import { useLocation } from 'preact-iso';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { offlineSince } from '../kit/data/network.ts';
import { Mark } from '../kit/parts/mark.tsx';
import { Segmented } from '../kit/parts/tabs.tsx';
import { EntryShown, type Entry } from './entry.tsx';
import { listedParts } from './listed.tsx';
import { pressed } from './pressed.tsx';
import { said } from './said.tsx';
import { shown } from './shown.tsx';
import { typed } from './typed.tsx';
import './gallery.css';

const entries: readonly Entry[] = [...pressed, ...said, ...typed, ...listedParts, ...shown];

/** Every part in every state, for tests to photograph and for whoever builds on them; `?part=Button` shows one alone. */
export function Gallery(): VNode {
  const { query } = useLocation();
  const chosen = entries.filter(({ part }) => part === query['part']);
  const [one] = chosen;
  if (one?.whole) return <div data-part={one.part}>{one.states.map(([, show]) => h(show, {}))}</div>;
  const parts = chosen.length > 0 ? chosen : entries.filter(({ whole }) => !whole);
  return (
    <main class="gallery">
      <Head />
      <nav class="row wrap small" aria-label="Parts">
        <a class="link" href="/dev/gallery">
          All
        </a>
        {entries.map(({ part }) => (
          <a
            class="link"
            href={`/dev/gallery?part=${part}`}
            aria-current={part === query['part'] ? 'page' : undefined}
          >
            {part}
          </a>
        ))}
      </nav>
      {parts.map((entry) => (
        <EntryShown key={entry.part} entry={entry} />
      ))}
    </main>
  );
}

function Head(): VNode {
  const [mode, setMode] = useState(document.documentElement.dataset['mode'] ?? 'live');
  const [theme, setTheme] = useState(document.documentElement.dataset['theme'] ?? 'light');
  function show(name: 'mode' | 'theme', value: string): void {
    document.documentElement.dataset[name] = value;
    (name === 'mode' ? setMode : setTheme)(value);
  }
  return (
    <header class="row wrap">
      <Mark />
      <h1 class="grow">Parts</h1>
      <Segmented
        label="Mode"
        options={[
          ['live', 'Live'],
          ['test', 'Test'],
        ]}
        value={mode}
        onChange={(value) => show('mode', value)}
      />
      <Segmented
        label="Theme"
        options={[
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        value={theme}
        onChange={(value) => show('theme', value)}
      />
      <Segmented
        label="Network"
        options={[
          ['there', 'Network'],
          ['gone', 'No network'],
        ]}
        value={offlineSince.value === null ? 'there' : 'gone'}
        onChange={(value) => (offlineSince.value = value === 'there' ? null : Date.now())}
      />
    </header>
  );
}
