import { openCheckout } from './checkout.js';
import { make, money } from './parts.js';

const publicKey = document.querySelector('meta[name="public-key"]').content;
const find = (id) => document.getElementById(id);
/** How many of what, by the variant's id. */
const basket = new Map();
const COLOURS = 5;

let goods = [];
try {
  const answer = await fetch('/api/catalogue');
  if (!answer.ok) throw new Error((await answer.json()).error);
  const catalogue = await answer.json();
  ({ goods } = catalogue);
  find('goods-state').textContent = goods.length === 0 ? 'Nothing is on the shelf today.' : '';
  find('goods-list').append(...goods.map(card));
  if (catalogue.event) sellTickets(catalogue.event);
  openCheckout({ publicKey, cities: catalogue.cities, lines, onBought: empty });
} catch {
  find('goods-state').textContent = 'The shelf cannot be seen right now. Load the page again in a moment.';
}

/** One thing that is sold, with how many of it are wanted. */
function card(one, index) {
  const count = make('output', { 'aria-label': `How many: ${one.name}` }, '0');
  const less = make('button', { type: 'button', 'aria-label': `One fewer: ${one.name}` }, '−');
  const more = make('button', { type: 'button', 'aria-label': `One more: ${one.name}` }, '+');
  const change = (step) => {
    const wanted = Math.min(Math.max(0, (basket.get(one.id) ?? 0) + step), one.left ?? Infinity);
    if (wanted === 0) basket.delete(one.id);
    else basket.set(one.id, wanted);
    show();
  };
  function show() {
    const wanted = basket.get(one.id) ?? 0;
    count.textContent = String(wanted);
    less.disabled = wanted === 0;
    more.disabled = one.left !== null && wanted >= one.left;
    showBar();
  }
  less.addEventListener('click', () => change(-1));
  more.addEventListener('click', () => change(1));
  document.addEventListener('emptied', show);
  const picture = one.image
    ? make('img', { src: one.image, alt: '', loading: 'lazy' })
    : make('span', { class: `tile tile-${index % COLOURS}`, 'aria-hidden': 'true' }, one.name.slice(0, 1));
  const price = make('p', { class: 'price' }, money(one.price, one.currency));
  const left = one.left === 0 ? make('p', { class: 'quiet' }, 'Sold out') : null;
  const stepper = make('div', { class: 'stepper', role: 'group', 'aria-label': one.name }, less, count, more);
  show();
  return make(
    'li',
    { class: 'card' },
    picture,
    make('div', { class: 'what' }, make('h3', {}, one.name), price),
    left ?? stepper,
  );
}

function lines() {
  return goods.filter(({ id }) => basket.has(id)).map((one) => ({ ...one, quantity: basket.get(one.id) }));
}

function showBar() {
  const wanted = lines();
  const pieces = wanted.reduce((sum, { quantity }) => sum + quantity, 0);
  const sum = wanted.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0) / 100;
  find('bar').hidden = pieces === 0;
  find('bar-count').textContent = pieces === 1 ? '1 thing' : `${pieces} things`;
  find('bar-sum').textContent = money(sum, wanted[0]?.currency ?? 'SLE');
}

function empty() {
  basket.clear();
  document.dispatchEvent(new Event('emptied'));
}

/** The widget does the rest: choice, payment, codes. */
function sellTickets({ id }) {
  find('tickets').append(
    make('ms-ticket-sales', { 'api-key': publicKey, 'event-id': id, 'max-tickets-per-order': '6' }),
  );
  find('tickets').hidden = false;
  find('to-tickets').hidden = false;
}
