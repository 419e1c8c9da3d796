import { setImmediate } from 'node:timers/promises';
import { ERRORS, eventCatalogue, eventKinds } from '@cottontree/contract';
import { html } from '../../kernel/web/html.ts';
import type { StaticFile } from '../../kernel/web/static-file.ts';
import { shownOnly, type Shown } from '../shown.ts';
import { allOperations, errorPath, guidePath, kindPath, operationPath, tagPath } from '../addresses.ts';
import { guideHeadings } from '../guides/guide-pages.ts';
import { GUIDES, type Guide } from '../guides/guide-list.ts';
import { bracketed } from '../reference/operation-page.ts';
import { isErrorCode } from '../words.ts';

type Search = {
  /** What a page loads when somebody first looks for something. */
  readonly file: StaticFile;
  /** The same for who has no script. */
  readonly page: (question: string) => Promise<Shown>;
};

const QUESTION_CHARACTERS_MAX = 100;

/** Finding things in the documentation; its index is built when somebody first looks. */
export function openSearch(): Search {
  let index: Promise<readonly IndexEntry[]> | null = null;
  const entries = (): Promise<readonly IndexEntry[]> => (index ??= buildIndex());
  return {
    file: {
      path: '/docs/index.json',
      type: 'application/json; charset=utf-8',
      maxAgeSeconds: 300,
      headers: { 'content-security-policy': "default-src 'none'; sandbox" },
      read: async () => Buffer.from(JSON.stringify(await entries())),
    },
    async page(asked) {
      const question = asked.slice(0, QUESTION_CHARACTERS_MAX);
      return foundPage(question, rank(await entries(), question));
    },
  };
}

function foundPage(question: string, found: readonly IndexEntry[]): Shown {
  const list = html`<ul class="calls">${found.map(
    ([kind, title, known, path]) =>
      html`<li><a href="${path}"><span class="does">${title}</span><span class="call"><b class="kind">${kind}</b> ${known}</span></a></li>`,
  )}</ul>`;
  const nothing =
    question.trim() === ''
      ? 'Type what you look for: a path, a code, a word.'
      : `Nothing fits “${question}”. Try a single word, a path or a code.`;
  return shownOnly(question === '' ? 'Find' : `Find ${question}`, {
    main: html`<h1>Find</h1><form class="find-here" action="/docs/search"><label for="question">In the documentation</label><input id="question" name="q" type="search" value="${question}" maxlength="${QUESTION_CHARACTERS_MAX}"><button>Find</button></form>${found.length === 0 ? html`<p>${nothing}</p>` : list}`,
    headings: [],
    description: 'What the documentation says about a word.',
  });
}

const FOUND_MAX = 30;

/** What fits all words of a question, the best first. `server/assets/docs-find.js` does the same in a page, and a test compares. */
function rank(entries: readonly IndexEntry[], question: string): readonly IndexEntry[] {
  const asked = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) return [];
  return entries
    .map((entry, at) => ({ entry, at, score: scoreOf(entry, asked) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, FOUND_MAX)
    .map(({ entry }) => entry);
}

/** A word counts most as the whole title, then where the title or a word of it begins, then in it, then elsewhere; all must be found. */
function scoreOf([, title, known]: IndexEntry, asked: readonly string[]): number {
  const name = title.toLowerCase();
  const rest = known.toLowerCase();
  let score = 0;
  for (const word of asked) {
    const at = name.indexOf(word);
    if (name === word) score += 100;
    else if (at === 0) score += 40;
    else if (at > 0) score += /[\s._/-]/.test(name.charAt(at - 1)) ? 25 : 12;
    else if (rest.includes(word)) score += rest.split(/[\s._/-]/).includes(word) ? 8 : 4;
    else return 0;
  }
  // Of two that fit alike, the shorter title says less beside.
  return score - Math.min(name.length, 99) / 100;
}

/** What can be found: what it is, its title, what else it is known by, and where it stands. */
type IndexEntry = readonly [kind: EntryKind, title: string, known: string, path: string];
type EntryKind = 'Call' | 'Guide' | 'Error' | 'Event';

/** Every operation, guide with its headings, error and kind of event. */
async function buildIndex(): Promise<readonly IndexEntry[]> {
  const guides: IndexEntry[] = [];
  for (const guide of GUIDES) {
    guides.push(...(await entriesOf(guide)));
    // A long guide takes some 30 ms; others have their turn before the next.
    await setImmediate();
  }
  return [
    ...allOperations.map((operation): IndexEntry => {
      const { summary, method, path, id } = operation;
      return ['Call', plain(summary), `${method} /v1${bracketed(path)} ${id}`, operationPath(operation)];
    }),
    ...guides,
    ...Object.keys(ERRORS)
      .filter(isErrorCode)
      .map((code): IndexEntry => ['Error', code, plain(ERRORS[code].meaning), errorPath(code)]),
    ...eventKinds.map((kind): IndexEntry => [
      'Event',
      kind,
      plain(eventCatalogue[kind].summary),
      kindPath(kind),
    ]),
    ...[...new Set(allOperations.map(({ tag }) => tag))].map((tag): IndexEntry => [
      'Call',
      tag,
      'All operations',
      tagPath(tag),
    ]),
  ];
}

async function entriesOf(guide: Guide): Promise<readonly IndexEntry[]> {
  const { name, title, tells } = guide;
  const path = guidePath(name);
  const headings = await guideHeadings(guide);
  return [
    ['Guide', title, tells, path],
    ...headings.map(({ id, text }): IndexEntry => ['Guide', text, title, `${path}#${id}`]),
  ];
}

function plain(text: string): string {
  return text.replaceAll('`', '').replace(/\.$/, '');
}
