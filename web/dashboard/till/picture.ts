/** Where a picture of ours is; those that lie on other hosts are not asked for by a page of ours. */
export function pictureOf(url: string | null): string | null {
  const path = url === null ? '' : (URL.parse(url)?.pathname ?? '');
  return path.startsWith('/f/') ? path : null;
}
