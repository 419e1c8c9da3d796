import type { DispatchMode } from '@cottontree/contract';
import type { Logger } from '../running/logger.ts';
import type { Press } from '../running/press.ts';
import type { Store } from '../../store/index.ts';
import type { Tracer } from '../running/trace.ts';
import type { Vault } from '../secrets/vault.ts';
import type { World } from '../running/world.ts';

/** Pictures of the ground for maps in our own pages. */
export type MapTiles = {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  readonly attribution: string;
  /** The closest zoom that there are pictures for. */
  readonly zoomMax: number;
};

/** What operators set, as the modules need it. */
export type Settings = {
  /** Base of links in answers, without a trailing slash. */
  readonly publicUrl: string;
  /** Base of a routing service that speaks OSRM's protocol, without a trailing slash; null: none. */
  readonly routerUrl: string | null;
  /** Null: maps are drawn from zones alone. */
  readonly mapTiles: MapTiles | null;
  /** How live deliveries find their courier unless a dispatcher wants it otherwise. */
  readonly dispatchMode: DispatchMode;
  readonly webhook: {
    readonly retryBaseMs: number;
    readonly retryFactor: number;
    readonly timeoutMs: number;
  };
};

/** Everything a module depends on, built once in main and handed down. */
export type Context = {
  readonly world: World;
  readonly store: Store;
  readonly vault: Vault;
  readonly log: Logger;
  readonly settings: Settings;
  readonly press: Press;
  /** For work that is part of a request's trace and done after it; what a request asks of others is followed by itself. */
  readonly tracer: Tracer;
  /** Lets a background loop of this or another node look for work now instead of at its next turn. */
  readonly wake: (loop: string) => void;
};
