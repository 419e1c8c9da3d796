// Keeps the parcel's page up to date: each event asks for the page again and puts its parts in place.
(() => {
  const QUIET_MS = 10000;
  const AGAIN_MS = 30000;
  let source;
  let asked = 0;
  let timer;

  const current = () => document.getElementById('parcel');

  async function refresh() {
    asked = Date.now();
    const answer = await fetch(location.pathname + location.search.replace(/([?&])done=\w+&?/, '$1'), { headers: { accept: 'text/html' } });
    if (answer.status === 410) return location.reload();
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [before, after] = [current(), page.getElementById('parcel')];
    if (!before || !after) return;
    document.title = page.title;
    const focused = document.activeElement && before.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
    // The status card stays, so that a change in it is read out; the rest is swapped.
    const [was, is] = [before.querySelector('.status'), after.querySelector('.status')];
    if (was.textContent !== is.textContent) was.innerHTML = is.innerHTML;
    was.className = is.className;
    for (const part of Array.from(before.children)) if (part !== was) part.remove();
    for (const part of Array.from(after.children)) if (part !== is) before.append(part);
    before.dataset.status = after.dataset.status;
    if (focused) [...before.querySelectorAll('a')].find((link) => link.getAttribute('href') === focused)?.focus();
    if (!after.dataset.events) source.close();
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(() => refresh().catch(() => undefined), Math.max(0, asked + QUIET_MS - Date.now()));
  }

  function listen() {
    const events = current()?.dataset.events;
    if (!events || !window.EventSource) return;
    let known = current().dataset.version;
    source = new EventSource(events);
    source.addEventListener('change', (event) => {
      const moved = event.lastEventId !== known;
      known = event.lastEventId;
      // A new status is shown at once, a new position when it is its turn.
      if (moved && Date.now() - asked > 1000) asked = 0;
      soon();
    });
  }

  // A page in the background costs nobody's data.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return source?.close();
    if (source && source.readyState === 2) {
      soon();
      listen();
    }
  });
  // A browser does not come back by itself to a stream that was refused, by a busy server or one that is just being restarted.
  setInterval(() => {
    if (document.hidden || !current()?.dataset.events || (source && source.readyState !== 2)) return;
    soon();
    listen();
  }, AGAIN_MS);
  asked = Date.now();
  listen();
})();
