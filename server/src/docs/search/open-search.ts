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
import { ALSO_KNOWN } from './also-known.ts';
import { rank, type IndexEntry } from './rank.ts';

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

/** Every operation, guide with its headings, error and kind of event. */
async function buildIndex(): Promise<readonly IndexEntry[]> {
  const guides: IndexEntry[] = [];
  for (const guide of GUIDES) {
    guides.push(...(await entriesOf(guide)));
    // A long guide takes some 30 ms; others have their turn before the next.
    await setImmediate();
  }
  const entries: readonly IndexEntry[] = [
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
    ['Call', 'API', 'Every operation', '/docs/api'],
    ['Guide', 'Changelog', 'What is new in each version', '/docs/changelog'],
  ];
  return entries.map((entry) => {
    const also = ALSO_KNOWN[entry[3]];
    return also === undefined ? entry : [entry[0], entry[1], entry[2], entry[3], also];
  });
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
