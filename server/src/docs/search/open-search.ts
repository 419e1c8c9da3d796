import { html } from '../../kernel/web/html.ts';
import type { StaticFile } from '../../kernel/web/static-file.ts';
import { shownOnly, type Shown } from '../shown.ts';
import { buildIndex, type IndexEntry } from './build-index.ts';
import { rank } from './rank.ts';

export type Search = {
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
