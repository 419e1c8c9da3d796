import type { IconNode } from 'lucide';
import type { ComponentType } from 'preact';

export type PageProps = { readonly params: Readonly<Record<string, string>> };

/** One of the nine places: its name and icon in the shell, its pages, and those of them that the shell lists below it. */
export type Place = {
  /** First part of its addresses; '' is Home. */
  readonly path: string;
  readonly name: () => string;
  readonly icon: IconNode;
  /** What somebody needs to see the place at all; one of them is enough. */
  readonly scopes?: readonly string[];
  /** By path below the place, `/:id`; the first that fits is shown. */
  readonly pages: readonly PlacePage[];
  readonly subplaces?: readonly { readonly path: string; readonly name: () => string }[];
  /** How many of its things are under way or want somebody, and what to call that number; a hook. */
  readonly useWaiting?: () => { readonly count: number; readonly words: string } | null;
};

export type PlacePage = {
  readonly path: string;
  /** Loaded when somebody first goes there. */
  readonly load: () => Promise<ComponentType<PageProps>>;
};
