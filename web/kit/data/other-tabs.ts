/** What one tab of a browser tells the others of an app: they share one cookie. */
type Told = 'in' | 'out';

/** Undefined where a browser has none: the next answer of the server tells then. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName());

/** That somebody signed in here, or out. */
export function tellTabs(told: Told): void {
  channel?.postMessage(told);
}

/** Hears that somebody signed in or out in another tab; the answer ends it. */
export function heedTabs(heard: (told: Told) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Told>): void => heard(data);
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}

/** Each app has people of its own. */
function channelName(): string {
  return `ct.people.${location.pathname.split('/')[1] ?? ''}`;
}
