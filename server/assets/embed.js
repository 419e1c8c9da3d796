// In a shop's page: tells that page, and no other, how tall this one is and how the payment stands.
(() => {
  const page = document.documentElement;
  const shop = page.dataset.parent;
  let port;
  const tell = (message) => port?.postMessage(message);
  const tellHeight = () => tell({ type: 'height', heightPx: Math.ceil(document.body.getBoundingClientRect().height) });
  // One that only leads on to another is never ready itself, however slow the way is.
  const tellState = () => {
    const { failed, waits } = page.dataset;
    if (failed) tell({ type: 'event', name: 'error', detail: failed });
    else if (!waits) tell({ type: 'ready' });
  };
  // What leads elsewhere opens in a window of its own: other sites refuse to be framed.
  const letOut = () => {
    for (const link of document.querySelectorAll('a[href]:not([target])'))
      if (!new URL(link.href).searchParams.has('embed') || !link.pathname.startsWith('/pay/')) Object.assign(link, { target: '_blank', rel: 'noopener' });
  };
  if (parent === window || !shop) return;
  addEventListener('message', (message) => {
    if (message.source !== parent || message.origin !== shop || message.data?.cottontree !== 'welcome') return;
    [port] = message.ports;
    tellHeight();
    tellState();
  });
  // The page around does not hear what is typed in here: the pay step closes by Escape all the same.
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) tell({ type: 'event', name: 'close', detail: null });
  });
  new ResizeObserver(tellHeight).observe(document.body);
  new MutationObserver(letOut).observe(document.body, { childList: true, subtree: true });
  letOut();
  addEventListener('cottontree-failed', tellState);
  parent.postMessage({ cottontree: 'hello', versions: [1] }, shop);
})();
