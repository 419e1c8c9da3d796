import type { IconNode } from 'lucide';
import type { ComponentType } from 'preact';
import { may } from '../kit/data/session.ts';

export type PageProps = { readonly params: Readonly<Record<string, string>> };

/** What somebody needs to see something at all; one of them is enough. */
type Needing = { readonly scopes?: readonly string[] };

/** Whether the person's role sees it. */
export function isOpen({ scopes }: Needing): boolean {
  return scopes === undefined || scopes.some(may);
}

/** One of the nine places: its name and icon in the shell, its pages, and those of them that the shell lists below it. */
export type Place = Needing & {
  /** First part of its addresses; '' is Home. */
  readonly path: string;
  readonly name: () => string;
  readonly icon: IconNode;
  /** By path below the place, `/:id`; the first that fits is shown. */
  readonly pages: readonly PlacePage[];
  readonly subplaces?: readonly (Needing & { readonly path: string; readonly name: () => string })[];
  /** How many of its things are under way or want somebody, and what to call that number; a hook. */
  readonly useWaiting?: () => { readonly count: number; readonly words: string } | null;
};

export type PlacePage = {
  readonly path: string;
  /** Loaded when somebody first goes there. */
  readonly load: () => Promise<ComponentType<PageProps>>;
};
