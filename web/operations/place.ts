import type { ComponentType } from 'preact';
import type { UserRole } from '@cottontree/contract';

export type PageProps = { readonly params: Readonly<Record<string, string>> };

/** One of the places: its name in the shell, its pages, and those of them that stand as tabs below its name. */
export type Place = {
  /** First part of its addresses; '' is the board. */
  readonly path: string;
  readonly name: () => string;
  /** Who has work here; left out, everybody. */
  readonly roles?: readonly UserRole[];
  /** Reached from the person's menu alone. */
  readonly isOwn?: true;
  /** Whether it tells live from test. */
  readonly hasModes?: true;
  /** By path below the place, `/:id`; the first that fits is shown. */
  readonly pages: readonly PlacePage[];
  readonly tabs?: readonly PlaceTab[];
};

export type PlacePage = {
  readonly path: string;
  /** Loaded when somebody first goes there. */
  readonly load: () => Promise<ComponentType<PageProps>>;
};

export type PlaceTab = {
  readonly path: string;
  readonly name: () => string;
  readonly roles?: readonly UserRole[];
};
