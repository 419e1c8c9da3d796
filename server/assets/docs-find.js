// Finding in the documentation: the index comes once, the rest happens in the page.
(() => {
const field = document.getElementById('q');
const list = document.createElement('ul');
list.className = 'found';
list.id = 'found';
list.hidden = true;
list.setAttribute('role', 'listbox');
list.setAttribute('aria-label', 'Found');
field.after(list);
field.setAttribute('role', 'combobox');
field.setAttribute('aria-controls', 'found');
field.setAttribute('aria-expanded', 'false');
field.setAttribute('aria-autocomplete', 'list');

let entries = null;
let shown = [];
let at = -1;

async function loadIndex() {
  try {
    entries = await (await fetch('/docs/index.json')).json();
    show();
  } catch {
    // The form asks the server instead.
  }
}
void loadIndex();

// The same as server/src/docs/search/rank.ts; a test compares what they find.
function scoreOf([, title, known], asked) {
  const name = title.toLowerCase();
  const rest = known.toLowerCase();
  let score = 0;
  for (const word of asked) {
    const found = name.indexOf(word);
    if (name === word) score += 100;
    else if (found === 0) score += 40;
    else if (found > 0) score += /[\s._/-]/.test(name.charAt(found - 1)) ? 25 : 12;
    else if (rest.includes(word)) score += rest.split(/[\s._/-]/).includes(word) ? 8 : 4;
    else return 0;
  }
  return score - Math.min(name.length, 99) / 100;
}

function rank(question) {
  const asked = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) return [];
  return entries
    .map((entry, place) => ({ entry, place, score: scoreOf(entry, asked) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .slice(0, 30)
    .map(({ entry }) => entry);
}

function show() {
  if (!entries || document.activeElement !== field) return;
  const question = field.value.trim();
  shown = rank(question);
  at = shown.length > 0 ? 0 : -1;
  list.replaceChildren(...shown.map(option));
  if (shown.length === 0 && question !== '') {
    const nothing = document.createElement('li');
    nothing.className = 'nothing';
    nothing.setAttribute('role', 'option');
    nothing.setAttribute('aria-disabled', 'true');
    nothing.textContent = `Nothing fits “${question}”. Try a single word, a path or a code.`;
    list.append(nothing);
  }
  open(question !== '');
  mark();
}

function option([kind, title, known, path], place) {
  const item = document.createElement('li');
  item.id = `found-${place}`;
  item.setAttribute('role', 'option');
  const name = document.createElement('b');
  name.textContent = title;
  const more = document.createElement('span');
  more.className = 'call';
  const what = document.createElement('b');
  what.className = 'kind';
  what.textContent = kind;
  more.append(what, ` ${known}`);
  item.append(name, more);
  item.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    go(path);
  });
  return item;
}

function open(wanted) {
  list.hidden = !wanted;
  field.setAttribute('aria-expanded', String(wanted));
}

function mark() {
  for (const [place, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(place === at));
  if (at >= 0) {
    field.setAttribute('aria-activedescendant', `found-${at}`);
    list.children[at].scrollIntoView({ block: 'nearest' });
  } else field.removeAttribute('aria-activedescendant');
}

function go(path) {
  open(false);
  field.blur();
  location.assign(path);
}

field.addEventListener('input', show);
field.addEventListener('focus', show);
field.addEventListener('blur', () => open(false));
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') open(false);
  if (list.hidden || shown.length === 0) return;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    at = (at + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % shown.length;
    mark();
  }
  if (event.key === 'Enter' && at >= 0) {
    event.preventDefault();
    go(shown[at][3]);
  }
});
})();
