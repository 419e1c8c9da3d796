// Whoever changes the language keeps what they typed: the page that comes has the same fields.
(() => {
  const KEY = 'ct.typed';
  const KEPT_MS = 60_000;
  const IS_CHOICE = /^(radio|checkbox)$/;
  const fields = [...document.querySelectorAll('main form [name]')].filter(
    ({ type }) => !/^(hidden|password|file|submit|button)$/.test(type),
  );
  const nameOf = (field) =>
    `${new URL(field.form.action, location.href).pathname} ${field.name} ${IS_CHOICE.test(field.type) ? field.value : ''}`;

  function giveBack() {
    const { at, typed } = JSON.parse(sessionStorage.getItem(KEY)) ?? {};
    sessionStorage.removeItem(KEY);
    if (!(Date.now() - at < KEPT_MS)) return;
    for (const field of fields) {
      const value = typed[nameOf(field)];
      if (value === undefined) continue;
      if (IS_CHOICE.test(field.type)) field.checked = value;
      else field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
  function keep() {
    const typed = {};
    for (const field of fields)
      typed[nameOf(field)] = IS_CHOICE.test(field.type) ? field.checked : field.value;
    sessionStorage.setItem(KEY, JSON.stringify({ at: Date.now(), typed }));
  }

  try {
    giveBack();
    for (const link of document.querySelectorAll('.languages a')) link.addEventListener('click', keep);
  } catch {
    // Nothing is kept on this device: the languages change without it.
  }
})();
