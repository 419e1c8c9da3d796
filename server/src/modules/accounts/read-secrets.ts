import { invalid } from '../../kernel/call/failure.ts';

const PASSWORD_CHARACTERS_MIN = 10;
const PASSWORD_CHARACTERS_MAX = 128;

/** A password that somebody may choose. Its length is what counts, so nothing else is asked of it. */
export function readPassword(text: string, path: string): string {
  const { length } = [...text];
  if (length < PASSWORD_CHARACTERS_MIN || length > PASSWORD_CHARACTERS_MAX)
    throw invalid({
      path,
      message: `must have ${PASSWORD_CHARACTERS_MIN} to ${PASSWORD_CHARACTERS_MAX} characters`,
    });
  if (new Set(text).size < 3)
    throw invalid({ path, message: 'must not be the same characters over and over' });
  return text;
}
