import { setImmediate } from 'node:timers/promises';
import { ERRORS, eventCatalogue, eventKinds } from '@cottontree/contract';
import { allOperations, errorPath, guidePath, kindPath, operationPath, tagPath } from '../addresses.ts';
import { guideHeadings } from '../guides/guide-pages.ts';
import { GUIDES, type Guide } from '../guides/guide-list.ts';
import { bracketed } from '../reference/operation-page.ts';
import { isErrorCode } from '../words.ts';

/** What can be found: what it is, its title, what else it is known by, and where it stands. */
export type IndexEntry = readonly [kind: EntryKind, title: string, known: string, path: string];
export type EntryKind = 'Call' | 'Guide' | 'Error' | 'Event';

/** Every operation, guide with its headings, error and kind of event. */
export async function buildIndex(): Promise<readonly IndexEntry[]> {
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
