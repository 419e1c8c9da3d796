/** A base URL as paths are put behind it. A loop and no expression: the obvious one takes quadratic time for many slashes. */
export function withoutLastSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
