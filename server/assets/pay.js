// Keeps a payment's page up to date, adds up what tickets cost, and sends each form once.
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

  document.addEventListener('submit', (event) => {
    if (event.target.dataset.sent) return event.preventDefault();
    event.target.dataset.sent = '1';
  });
  addEventListener('pageshow', () => document.querySelectorAll('form[data-sent]').forEach((form) => delete form.dataset.sent));

  // Browsers that cannot hide the field for an own amount show it beside one that is chosen: what is written counts.
  document.addEventListener('input', ({ target }) => {
    const other = target.id === 'own_amount' && target.form.querySelector('[name="amount"][value="other"]');
    if (other) other.checked = true;
  });

  const total = document.getElementById('running');
  // By the rules of the server: what it would ask again adds nothing up.
  function typed(text) {
    const plain = text.replace(/^\s*[a-z]+\.|^[^\d.,-]+/i, '').replace(/\s+[^\d.,]+$/, '').replace(/\s/g, '');
    const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(plain);
    const unclear = total.dataset.unit === '1000' ? /^[1-9]\d{0,2},\d{3}$/.test(plain) : !grouped && /^[1-9]\d*[.,]\d{3}$/.test(plain);
    return unclear ? NaN : Number(grouped ? plain.replace(/,/g, '') : plain.replace(',', '.'));
  }
  function addUp() {
    let minor = 0;
    for (const count of document.querySelectorAll('[data-price]')) {
      const own = document.getElementById(`own-${count.id}`);
      minor += Number(count.value) * (own ? Math.round(typed(own.value) * total.dataset.unit) || 0 : Number(count.dataset.price));
    }
    const decimals = String(total.dataset.unit).length - 1;
    total.hidden = !document.querySelector('[data-price]') || !(minor > 0);
    total.lastElementChild.textContent = `${total.dataset.sign} ${(minor / total.dataset.unit).toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}`;
  }
  if (total) {
    document.addEventListener('input', addUp);
    addUp();
  }
  // Fingers count better with two buttons than in a list.
  for (const box of document.querySelectorAll('.stepper')) {
    const list = box.querySelector('select');
    if (!list) continue;
    const step = (by, sign, name) => {
      const button = document.createElement('button');
      Object.assign(button, { type: 'button', textContent: sign, ariaLabel: name });
      button.addEventListener('click', () => {
        list.selectedIndex = Math.min(list.length - 1, Math.max(0, list.selectedIndex + by));
        list.dispatchEvent(new Event('input', { bubbles: true }));
      });
      return button;
    };
    const less = step(-1, '\u2212', box.dataset.less);
    const more = step(1, '+', box.dataset.more);
    const show = () => {
      less.disabled = list.selectedIndex === 0;
      more.disabled = list.selectedIndex === list.length - 1;
    };
    list.before(less);
    list.after(more);
    list.addEventListener('input', show);
    box.classList.add('on');
    show();
  }
  listen();
})();
