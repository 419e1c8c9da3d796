// Adds up what tickets cost, counts them by two buttons, and sends the form once.
(() => {
  // Sent twice, a form does nothing twice: whoever stopped a slow page may send it again after a moment.
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = '1';
    setTimeout(() => delete form.dataset.sent, 5000);
  });
  addEventListener('pageshow', () => document.querySelectorAll('form[data-sent]').forEach((form) => delete form.dataset.sent));

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
  // Whoever goes back finds what was chosen: browsers put it there without a word, after this was read.
  addEventListener('pageshow', () => {
    for (const count of document.querySelectorAll('[data-price]')) count.dispatchEvent(new Event('input', { bubbles: true }));
  });
})();
