import type { Html } from '../kernel/web/html.ts';

/** The parts of the documentation, as its head names them. */
export type Section = 'start' | 'guides' | 'api' | 'webhooks' | 'errors' | 'changelog' | 'search';

/** What stands below a page's own title and may be linked to. */
export type Heading = { readonly level: 2 | 3; readonly id: string; readonly text: string };

export type PageContent = {
  /** Under its own `h1`. */
  readonly main: Html;
  /** Beside it on a wide screen and after it on a narrow one: what a call looks like. */
  readonly aside?: Html;
  readonly headings: readonly Heading[];
  /** One sentence for who finds the page elsewhere. */
  readonly description: string;
  /** Kept out of search engines. */
  readonly hidden?: true;
};

/** One page of the documentation: where it stands, and what makes it when somebody first asks. */
export type DocPage = {
  /** From the root, `/docs/errors/SOLD_OUT`. */
  readonly path: string;
  readonly title: string;
  readonly section: Section;
  readonly show: () => PageContent | Promise<PageContent>;
};
