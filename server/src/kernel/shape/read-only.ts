import { invalid } from '../call/failure.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An amount as `X-Amount-Format: string` shows it. */
const AMOUNT = /^-?\d{1,13}(\.\d+)?$/;

/** Fields that can only be read may be sent back as they are, amounts also as text, so that what was read can be changed and returned whole. */
export function refuseReadOnly(readOnly: readonly string[], body: Fields, shown: Fields): void {
  const differing = readOnly.filter((field) => field in body && !isAsShown(body[field], shown[field]));
  if (differing.length > 0)
    throw invalid(...differing.map((path) => ({ path, message: 'can be read but not set' })));
}

/** What a change says that is not shown already, so that what was read can be sent back whole. */
export function saidAnew<Body extends object>(body: Body, shown: object): Partial<Body> {
  const read = new Map<string, unknown>(Object.entries(shown));
  const anew = Object.entries(body).filter(
    ([field, sent]) => sent !== undefined && !(read.has(field) && isAsShown(sent, read.get(field))),
  );
  // Some of the fields that the body has.
  return Object.fromEntries(anew) as Partial<Body>;
}

/** Whether what was sent says what is shown, be it as `X-Amount-Format: string` shows it. */
function isAsShown(sent: unknown, shown: unknown): boolean {
  if (typeof sent === 'string' && typeof shown === 'number')
    return AMOUNT.test(sent) && Number(sent) === shown;
  if (!isFields(sent) || !isFields(shown)) return JSON.stringify(sent) === JSON.stringify(shown);
  const names = Object.keys(shown);
  return (
    names.length === Object.keys(sent).length &&
    names.every((name) => name in sent && isAsShown(sent[name], shown[name]))
  );
}

/** An object, or a list by its places. */
function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
