// Trying a call in test mode, and the reader's own test key in the samples. The key stays in this tab and goes nowhere but to this server.
(() => {
const KEPT = 'cottontree-docs-key';
const PLACEHOLDER = 'sk_test_YOUR_KEY';
const TEST_KEY = /^[sp]k_test_[0-9A-Za-z]{38}$/;
const KEY_HOURS = 24;
const panel = document.querySelector('.try');

let key = null;
try {
  key = sessionStorage.getItem(KEPT);
} catch {
  // Without storage the key holds for this page.
}

const samples = [];
for (const code of document.querySelectorAll('.samples code')) {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.data.includes(PLACEHOLDER)) samples.push([walker.currentNode, walker.currentNode.data]);
}

function fill() {
  for (const [node, text] of samples) node.data = text.replaceAll(PLACEHOLDER, key || PLACEHOLDER);
}

function keep(next) {
  key = next;
  try {
    if (key) sessionStorage.setItem(KEPT, key);
    else sessionStorage.removeItem(KEPT);
  } catch {
    // As above.
  }
  fill();
  if (panel) showKey();
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

fill();
if (!panel) return;
panel.hidden = false;
const place = panel.querySelector('.key');
const form = panel.querySelector('form');
const outcome = panel.querySelector('.outcome');
let account;
let fault = '';

panel.addEventListener('toggle', async () => {
  if (!panel.open || account !== undefined) return;
  account = null;
  showKey();
  if (key) return;
  account = await whoIsSignedIn();
  showKey();
});

async function whoIsSignedIn() {
  try {
    const answer = await fetch('/v1/account/me', { headers: { accept: 'application/json' } });
    return answer.ok ? (await answer.json()).data : null;
  } catch {
    return null;
  }
}

function showKey() {
  const said = fault === '' ? [] : [element('p', { className: 'fault', role: 'alert', textContent: fault })];
  fault = '';
  if (key) {
    const forget = element('button', { type: 'button', className: 'plain', textContent: 'Forget it' });
    forget.addEventListener('click', () => {
      keep(null);
      place.querySelector('input')?.focus();
    });
    place.replaceChildren(element('p', {}, 'Your key ', element('code', { textContent: `${key.slice(0, 8)}…${key.slice(-4)}` }), ' is in the samples and in what you send. It stays in this tab.'), element('div', { className: 'row' }, forget), ...said);
    return;
  }
  place.replaceChildren(...ownKeys(), pasted(), ...said);
}

function ownKeys() {
  const shops = account?.memberships ?? [];
  if (shops.length === 0) return [element('p', {}, element('a', { href: '/dashboard', textContent: 'Sign in' }), ' and come back to have a test key made here, or paste one.')];
  const able = shops.filter(({ scopes }) => scopes.includes('*') || scopes.includes('keys:write'));
  if (able.length === 0) return [element('p', { textContent: 'Your role makes no keys: ask an owner for a test key, and paste it.' })];
  const choice = element('select', { id: 'try-shop' }, ...able.map(({ merchant_id, store_name }) => element('option', { value: merchant_id, textContent: store_name })));
  const make = element('button', { type: 'button', textContent: 'Make a test key' });
  make.addEventListener('click', () => makeKey(able.find(({ merchant_id }) => merchant_id === choice.value)));
  return [
    element('p', { textContent: `It works for ${KEY_HOURS} hours, stays in this tab, and stands as “Documentation” among your keys.` }),
    ...(able.length > 1 ? [element('label', { htmlFor: 'try-shop', textContent: 'Shop' }), choice] : []),
    element('div', { className: 'row' }, make),
  ];
}

async function makeKey({ merchant_id, scopes }) {
  const answer = await fetch('/v1/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-merchant': merchant_id, 'x-mode': 'test' },
    body: JSON.stringify({ name: 'Documentation', kind: 'secret', scopes: scopes.filter((scope) => !scope.startsWith('dispatch:')), expires_at: new Date(Date.now() + KEY_HOURS * 3600000).toISOString() }),
  }).then((one) => one.json(), () => ({ error: { message: 'The server cannot be reached.' } }));
  if (answer.success) keep(answer.data.key);
  else {
    fault = answer.error.message;
    showKey();
  }
}

function pasted() {
  const field = element('input', { id: 'try-key', autocomplete: 'off', spellcheck: false, placeholder: 'sk_test_…' });
  const use = element('button', { className: 'plain', textContent: 'Use it' });
  const paste = element('form', { className: 'field' }, element('label', { htmlFor: 'try-key', textContent: 'Test key' }), element('div', { className: 'row' }, field, use));
  paste.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (TEST_KEY.test(text)) return keep(text);
    fault = /_live_/.test(text) ? 'That is a live key: only test keys are used here. It was not kept.' : 'That is no test key. It begins with sk_test_ or pk_test_ and has 46 characters.';
    showKey();
  });
  return paste;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (!key) {
    fault = 'A test key is needed first.';
    showKey();
    place.querySelector('input')?.focus();
    return;
  }
  const { url, init } = request();
  const from = performance.now();
  const button = form.querySelector('.row button');
  button.disabled = true;
  try {
    const answer = await fetch(url, init);
    const bytes = await answer.blob();
    show(answer, await readable(answer, bytes), { bytes: bytes.size, ms: Math.round(performance.now() - from) });
  } catch {
    tell(element('p', { className: 'fault', textContent: 'No answer: the server cannot be reached. Nothing is known of what it did.' }));
  }
  button.disabled = false;
});

function request() {
  const { method, path, idempotent } = panel.dataset;
  const values = new FormData(form);
  const filled = path.replace(/:(\w+)/g, (_all, name) => encodeURIComponent(values.get(`params.${name}`) || ''));
  const query = [...values].filter(([name, value]) => name.startsWith('query.') && value !== '').map(([name, value]) => `${name.slice(6)}=${encodeURIComponent(value)}`);
  const body = values.get('body');
  return {
    url: `/v1${filled}${query.length > 0 ? '?' : ''}${query.join('&')}`,
    init: {
      method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotent === undefined ? {} : { 'idempotency-key': newKey() }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { body }),
    },
  };
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readable(answer, bytes) {
  const type = answer.headers.get('content-type') || '';
  if (/json/.test(type)) return JSON.stringify(JSON.parse(await bytes.text()), null, 2);
  return /^text\/|svg/.test(type) ? bytes.text() : `${type}, ${bytes.size} bytes`;
}

function show(answer, text, { bytes, ms }) {
  const line = element('p', {}, element('b', { className: answer.ok ? 'status' : 'status refused', textContent: answer.status }), ` ${ms} ms, ${bytes.toLocaleString('en')} bytes`);
  const names = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const headers = element('details', { className: 'nested' }, element('summary', { textContent: 'Headers' }), element('pre', { tabIndex: 0, textContent: names }));
  const code = element('code');
  colour(code, text);
  tell(line, ...explained(text), element('div', { className: 'code' }, element('pre', { tabIndex: 0 }, code)), headers);
}

function explained(text) {
  const refused = /"code": "([A-Z_]+)"/.exec(text);
  if (!refused || !/^\{\s+"success": false/.test(text)) return [];
  return [element('p', {}, element('a', { href: `/docs/errors/${refused[1]}` }, element('code', { textContent: refused[1] })), ': what it comes from and what helps')];
}

function colour(code, text) {
  const pattern = /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")|(-?\b\d[\d.]*\b|\b(?:true|false|null)\b)/g;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    code.append(text.slice(end, match.index), element('i', { className: match[1] ? 'k' : match[2] ? 's' : 'n', textContent: match[0] }));
    end = match.index + match[0].length;
  }
  code.append(text.slice(end));
}

function tell(...parts) {
  outcome.hidden = false;
  outcome.replaceChildren(...parts);
}
})();
