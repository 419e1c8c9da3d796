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
const EMPTY = new Set('a an and api do does for how i in is my of on the to with'.split(' '));

function rank(question) {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  const telling = words.filter((word) => !EMPTY.has(word));
  const asked = telling.length > 0 ? telling : words;
  const whole = fitting(asked);
  if (whole.length > 0) return whole;
  const meant = respelt(asked);
  const found = fitting(meant);
  return found.length > 0 ? found : fitting(meant, meant.length - 1);
}

function fitting(asked, lacking = 0) {
  if (asked.length === 0) return [];
  return entries
    .map((entry, place) => ({ entry, place, score: scoreOf(entry, asked, lacking) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .slice(0, 30)
    .map(({ entry }) => entry);
}

function scoreOf([, title, known, , also = ''], asked, lacking) {
  const name = title.toLowerCase();
  if (also.split(', ').includes(asked.join(' '))) return 90 - Math.min(name.length, 99) / 100;
  const rest = `${known} ${also}`.toLowerCase();
  let [score, left] = [0, lacking];
  for (const word of asked) {
    const found = placeIn(name, word);
    if (name === word && asked.length === 1) score += 100;
    else if (found === 0) score += 40;
    else if (found > 0) score += begins(name, found) ? 25 : 12;
    else if (placeIn(rest, word) >= 0) score += rest.split(/[\s.,_/-]+/).includes(word) ? 8 : 4;
    else if ((left -= 1) < 0) return 0;
  }
  return score - Math.min(name.length, 99) / 100;
}

function placeIn(text, word) {
  let found = text.indexOf(word);
  while (found > 0 && word.length < 4 && !begins(text, found)) found = text.indexOf(word, found + 1);
  return found;
}

function begins(text, place) {
  return /[\s._/-]/.test(text.charAt(place - 1));
}

function respelt(asked) {
  const texts = entries.map(([, title, known, , also = '']) => `${title} ${known} ${also}`.toLowerCase());
  const known = new Set(texts.join(' ').split(/[^\p{L}]+/u));
  return asked.map((word) => {
    if (word.length < 4 || texts.some((text) => text.includes(word))) return word;
    let [nearest, fewest] = [word, word.length < 7 ? 2 : 3];
    for (const one of known) {
      const faults = faultsBetween(word, one, fewest);
      if (faults < fewest) [nearest, fewest] = [one, faults];
    }
    return nearest;
  });
}

function faultsBetween(one, other, enough) {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  const rows = [Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const turned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const least = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + same);
      row.push(turned ? Math.min(least, rows[i - 2][j - 2] + 1) : least);
    }
    rows.push(row);
  }
  return rows[one.length][other.length];
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
