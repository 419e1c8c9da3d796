import type { DocPage, PageContent } from './doc-page.ts';

/** A page with what it shows. */
export type Shown = { readonly page: DocPage; readonly content: PageContent };

/** A page that is made for one request and found by nobody else. */
export function shownOnly(title: string, content: PageContent): Shown {
  return {
    page: { path: '', title, section: 'search', show: () => content },
    content: { ...content, hidden: true },
  };
}
