import { Failure } from '../call/failure.ts';
import type { Work } from '../running/in-turns.ts';

/** What text may hold: UAX #15 calls it stream-safe, and no language puts even a third of it on one letter. */
const MARKS_IN_A_ROW_MAX = 30;
/** Before it there are no marks. */
const FIRST_MARK = 0x300;
/** CGJ parts a run of marks and is none of them. FF9E and FF9F become marks where text is folded. */
const PARTING_MARK = '\u034f';
const MARK = /^(?!\u034f)[\p{M}\uff9e\uff9f]/u;
const RUNS_OF_MARKS = /(?:(?!\u034f)[\p{M}\uff9e\uff9f])+/gu;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;
const HALF_CHARACTERS = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/** Printable ASCII is what nearly all values are, and is already clean. */
const PLAIN = /^[\x20-\x7e]*$/;
/** So much text is put in order in one step. */
const PART_BYTES = 65_536;

/** How text is brought into the form in which it is kept: without its flaws, or with the first of them told. */
export type TextForm = {
  /** What is wrong with a part of a text; null for nothing. */
  readonly flawOf: (part: string) => string | null;
  /** A part of a text as it is kept. */
  readonly formed: (part: string) => string;
};

/** Text as it is stored: NFC, no control characters but tab and line break, no lone surrogates, no heaps of marks. What has them is refused. */
export const strictForm: TextForm = Object.freeze({
  flawOf: (part) => {
    if (PLAIN.test(part)) return null;
    if (CONTROLS.test(part)) return 'must not hold control characters';
    if (HALF_CHARACTERS.test(part)) return 'must be valid Unicode';
    // Sorting marks takes the square of their number: this comes before any normalising.
    return hasHeapOfMarks(part)
      ? `must not have more than ${MARKS_IN_A_ROW_MAX} combining marks in a row`
      : null;
  },
  formed: (part) => (PLAIN.test(part) ? part : part.normalize('NFC')),
});

/**
 * The same of text that cannot be asked for again: control characters fall out, half of a character becomes U+FFFD, and
 * long runs of marks are parted by U+034F, which shows nothing.
 */
export const mendingForm: TextForm = Object.freeze({
  flawOf: () => null,
  formed: (part) =>
    PLAIN.test(part)
      ? part
      : part
          .replaceAll(new RegExp(CONTROLS, 'g'), '')
          .replaceAll(new RegExp(HALF_CHARACTERS, 'g'), '\ufffd')
          .replaceAll(RUNS_OF_MARKS, parted)
          .normalize('NFC'),
});

function parted(run: string): string {
  if (run.length <= MARKS_IN_A_ROW_MAX) return run;
  const marks = [...run];
  return Array.from({ length: Math.ceil(marks.length / MARKS_IN_A_ROW_MAX) }, (_, at) =>
    marks.slice(at * MARKS_IN_A_ROW_MAX, (at + 1) * MARKS_IN_A_ROW_MAX).join(''),
  ).join(PARTING_MARK);
}

/** Whether more marks stand in a row than may: a row so long lies across one of these places, so what lies between them need not be looked at. */
function hasHeapOfMarks(text: string): boolean {
  const stride = MARKS_IN_A_ROW_MAX + 1;
  for (let at = 0; at < text.length; at += stride) {
    if (!isMark(text, at)) continue;
    let from = at;
    let to = at;
    while (from > 0 && to - from < 2 * stride && isMark(text, from - 1)) from -= 1;
    while (to + 1 < text.length && to - from < 2 * stride && isMark(text, to + 1)) to += 1;
    if (Array.from(text.slice(from, to + 1)).length > MARKS_IN_A_ROW_MAX) return true;
  }
  return false;
}

/** Whether a mark stands at a place; of one that takes two places, at each of them. */
function isMark(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < FIRST_MARK) return false;
  const isSecondHalf = (code & 0xfc00) === 0xdc00;
  return MARK.test(text.slice(isSecondHalf ? at - 1 : at, at + 2));
}

/** A text of few characters as it is stored; refused where it cannot be. */
export function cleanText(text: string, path: string): string {
  const trimmed = text.trim();
  const flaw = strictForm.flawOf(trimmed);
  if (flaw !== null) throw unclean(path, flaw);
  return strictForm.formed(trimmed);
}

/** The same of the bytes of a text of any length, which are known to be UTF-8. */
export function* cleanLongText(bytes: Buffer, path: string): Work<string> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; yield) {
    const end = cutAfter(bytes, at + PART_BYTES);
    parts.push(cleanPart(bytes.toString('utf8', at, end), path));
    at = end;
  }
  return parts.join('').trim();
}

function cleanPart(part: string, path: string): string {
  const flaw = strictForm.flawOf(part);
  if (flaw !== null) throw unclean(path, flaw);
  return strictForm.formed(part);
}

/** Where a part may end: before ASCII, which never joins what stands before it; where none is near, before any whole character. */
function cutAfter(bytes: Buffer, wished: number): number {
  const last = Math.min(bytes.length, wished + PART_BYTES);
  let at = Math.min(wished, bytes.length);
  while (at < last && (bytes[at] ?? 0) >= 0x80) at += 1;
  while (at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}

/** The refusal of a text, naming its field. */
export function unclean(path: string, message: string): Failure {
  return new Failure('VALIDATION_ERROR', `${path || 'The body'} ${message}.`, {
    details: { fields: [{ path, message }] },
  });
}
