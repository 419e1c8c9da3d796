/**
 * How a page of a shop and a frame of ours talk: the frame says hello to the one origin that its address names, the page
 * answers with a port and the props, and everything else goes through that port.
 */

/** What both sides speak; a frame names all it knows, and the page takes the highest it shares. */
export const PROTOCOL_VERSION = 1;

/** From the frame to the page's window: nothing in it is a secret. */
export type Hello = { readonly cottontree: 'hello'; readonly versions: readonly number[] };

/** From the page to the frame's window, with a port. */
export type Welcome = {
  readonly cottontree: 'welcome';
  readonly version: number;
  readonly props: FrameProps;
};

/** What a page may set of a frame, and may change later: plain data only. */
export type FrameProps = Readonly<Record<string, unknown>>;

/** From the frame, through the port. */
export type FromFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'height'; readonly heightPx: number }
  | { readonly type: 'event'; readonly name: string; readonly detail: unknown };

/** From the page, through the port. */
export type FromPage = { readonly type: 'props'; readonly props: FrameProps };

/** The query of a frame's address: whose key, and which page it stands in. */
export const frameQuery = Object.freeze({ key: 'embed', origin: 'origin', theme: 'theme', locale: 'lang' });

export function isHello(said: unknown): said is Hello {
  return isObject(said) && said['cottontree'] === 'hello' && Array.isArray(said['versions']);
}

export function isWelcome(said: unknown): said is Welcome {
  return isObject(said) && said['cottontree'] === 'welcome' && isObject(said['props']);
}

function isObject(said: unknown): said is Record<string, unknown> {
  return typeof said === 'object' && said !== null;
}
