import { invalid } from '../call/failure.ts';
import { parseUrl } from './parse-url.ts';

/** The address of a page, where a browser can go there: one that cannot be read, or that hides another host behind a name before `@`, is refused. */
export function readWebUrl(text: string, path: string): string {
  const url = parseUrl(text);
  if (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === ''
  )
    return text;
  throw invalid({
    path,
    message:
      'must be a whole address such as https://shop.example.sl/thanks, without a user name or password',
  });
}
