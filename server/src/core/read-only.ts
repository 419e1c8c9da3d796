import { invalid } from './failure.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that can only be read may be sent back as they are, so that what was read can be changed and returned whole. */
export function refuseReadOnly(readOnly: readonly string[], body: Fields, shown: Fields): void {
  const differing = readOnly.filter((field) => field in body && JSON.stringify(body[field]) !== JSON.stringify(shown[field]));
  if (differing.length > 0) throw invalid(...differing.map((path) => ({ path, message: 'can be read but not set' })));
}
