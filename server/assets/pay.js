// Keeps a payment's page up to date, and sends each form once.
(() => {
  const AGAIN_MS = 3000;
  const current = () => document.getElementById('payment');
  let source;
  let busy = false;

  async function refresh() {
    if (busy) return;
    busy = true;
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' } });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const [before, after] = [current(), page.getElementById('payment')];
      if (!answer.ok || !before || !after || before.dataset.version === after.dataset.version) return;
      document.title = page.title;
      before.replaceWith(after);
      if (!after.dataset.events) source?.close();
      // What changed is read out, and the keyboard goes on from there.
      const heading = after.querySelector('h1, h2');
      if (heading) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
    } finally {
      busy = false;
    }
  }

  function listen() {
    const events = current()?.dataset.events;
    if (!events || !window.EventSource) return;
    source = new EventSource(events);
    source.addEventListener('change', (event) => {
      if (event.lastEventId !== current()?.dataset.version) refresh().catch(() => undefined);
    });
  }

  // Some phones cut every connection of a page in the background, and a server may be away for a while.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !current()?.dataset.events) return;
    refresh().catch(() => undefined);
    if (source?.readyState === 2) listen();
  });
  setInterval(() => {
    const { events, again } = current()?.dataset ?? {};
    if (!document.hidden && (again || (events && (!source || source.readyState === 2)))) refresh().catch(() => undefined);
  }, AGAIN_MS);

  // Sent twice, a form does nothing twice: whoever stopped a slow page may send it again after a moment.
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = '1';
    setTimeout(() => delete form.dataset.sent, 5000);
  });
  addEventListener('pageshow', () => document.querySelectorAll('form[data-sent]').forEach((form) => delete form.dataset.sent));

  // Browsers that cannot hide the field for an own amount show it beside one that is chosen: what is written counts.
  document.addEventListener('input', ({ target }) => {
    const other = target.id === 'own_amount' && target.form.querySelector('[name="amount"][value="other"]');
    if (other) other.checked = true;
  });

  listen();
})();
