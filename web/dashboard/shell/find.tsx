import { CornerDownLeft, Search, type IconNode } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { useModal } from '../../kit/parts/dialog.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { StatusOf } from '../../kit/parts/statuses.ts';
import { at } from '../paths.ts';
import { isOpen } from '../place.ts';
import { places } from '../places.tsx';
import { thingOf } from './things.ts';
import { shellTexts as t } from './texts.ts';
import './find.css';

type Hit = {
  readonly key: string;
  readonly href: string;
  readonly icon: IconNode;
  readonly title: string;
  readonly more: string;
  readonly status: readonly [StatusOf, string] | null;
};

/** Finds things and pages from anywhere: Ctrl K, a few letters, Enter. */
export function Find({ close }: { readonly close: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const { route } = useLocation();
  const [word, setWord] = useState('');
  const [at0, setAt] = useState(0);
  const [hurried, setHurried] = useState(false);
  const wanted = word.trim();
  const asked = useSettled(wanted);
  const { answer, error, stale } = useCall(
    client.search,
    asked.length < LETTERS_MIN ? null : { query: { q: asked } },
  );
  const found = asked.length < LETTERS_MIN ? [] : (answer?.data.results ?? []);
  const hits = [...found.flatMap(hitOf), ...pagesFor(word)];
  const chosen = Math.min(at0, hits.length - 1);
  // A scanner types a code and Enter in one go, long before the answer: what is shown is then of the word before.
  const isAnswered =
    wanted.length < LETTERS_MIN || (asked === wanted && !stale && (answer ?? error ?? null) !== null);
  const list = useId();
  useModal(dialog);
  useEffect(() => {
    if (!hurried || !isAnswered) return;
    setHurried(false);
    go(hits[chosen]);
  }, [hurried, isAnswered]);
  function go(hit: Hit | undefined): void {
    if (!hit) return;
    close();
    route(hit.href);
  }
  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setHurried(true);
    }
  }
  return (
    <dialog
      ref={dialog}
      class="find"
      aria-label={t.find}
      onCancel={close}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <label class="find-field">
        <Icon of={Search} />
        <input
          autofocus
          value={word}
          placeholder={t.findHint}
          aria-label={t.find}
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={list}
          aria-activedescendant={hits[chosen] ? `${list}-${chosen}` : undefined}
          maxLength={LETTERS_MAX}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            setWord(event.currentTarget.value);
            setAt(0);
            setHurried(false);
          }}
          onKeyDown={onKey}
        />
      </label>
      <ul id={list} role="listbox" aria-label={t.find}>
        {hits.map((hit, index) => (
          <li
            key={hit.key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => go(hit)}
            onPointerMove={() => setAt(index)}
          >
            <Icon of={hit.icon} />
            <span class="grow clip">{hit.title}</span>
            <span class="small faint clip">{hit.more}</span>
            {hit.status && <Status of={hit.status[0]} status={hit.status[1]} />}
            {index === chosen && <Icon of={CornerDownLeft} size="s" />}
          </li>
        ))}
      </ul>
      {asked.length >= LETTERS_MIN && error && (
        <p class="find-none quiet" role="alert">
          {error.message}
        </p>
      )}
      {asked.length >= LETTERS_MIN && !error && answer && isAnswered && hits.length === 0 && (
        <p class="find-none quiet">{t.noMatches(wanted)}</p>
      )}
    </dialog>
  );
}

const TYPING_MS = 120;
const LETTERS_MIN = 2;
const LETTERS_MAX = 100;

/** What was typed, once somebody stops for a moment. */
function useSettled(word: string): string {
  const [settled, setSettled] = useState(word);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(word), TYPING_MS);
    return () => clearTimeout(timer);
  }, [word]);
  return settled;
}

type Found = {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly status: string | null;
};

/** What was found, where it has a page. */
function hitOf({ kind, id, title, subtitle, status }: Found): readonly Hit[] {
  const thing = thingOf(kind);
  if (!thing || !places.some(({ path }) => path !== '' && thing.path(id).startsWith(`/${path}/`))) return [];
  const said = status !== null && thing.status !== null ? ([thing.status, status] as const) : null;
  return [
    {
      key: `${kind} ${id}`,
      href: at(thing.path(encodeURIComponent(id))),
      icon: thing.icon,
      title,
      more: subtitle ?? thing.name(),
      status: said,
    },
  ];
}

const PAGES_MAX = 5;

/** Pages by their names. */
function pagesFor(word: string): readonly Hit[] {
  const wanted = word.trim().toLowerCase();
  const all = places.filter(isOpen).flatMap((place) => [
    { name: place.name(), more: '', path: `/${place.path}`, icon: place.icon },
    ...(place.subplaces ?? [])
      .filter((one) => one.path !== '' && isOpen(one))
      .map(({ path, name }) => ({
        name: name(),
        more: place.name(),
        path: `/${place.path}${path}`,
        icon: place.icon,
      })),
  ]);
  return all
    .filter(({ name }) => wanted === '' || name.toLowerCase().includes(wanted))
    .slice(0, wanted === '' ? all.length : PAGES_MAX)
    .map(({ name, more, path, icon }) => ({
      key: path,
      href: at(path),
      icon,
      title: name,
      more,
      status: null,
    }));
}
