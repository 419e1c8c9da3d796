/** Keeps the screen on while the page is seen, where the browser can: a dark phone lets nobody in. */
export function stayAwake(): void {
  const ask = (): void => {
    if (document.visibilityState !== 'visible') return;
    // Refused where the battery is low, and asked again when the page is seen next.
    void navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}
