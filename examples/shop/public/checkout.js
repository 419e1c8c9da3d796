import { make, money } from './parts.js';

const find = (id) => document.getElementById(id);
const LOOK_EVERY_MS = 2_000;
const STEPS = {
  assigned: 'A courier has it',
  picked_up: 'Picked up',
  in_transit: 'On the way to you',
  delivered: 'At your door',
};

/** From the basket to the door: who and where, what it costs, the payment button, and where the parcel is. */
export function openCheckout({ publicKey, cities, lines, onBought }) {
  const form = find('buyer');
  form.elements.city.append(...cities.map((city) => make('option', {}, city)));
  find('to-checkout').addEventListener('click', () => {
    showLines(lines());
    stage('buyer');
    find('checkout').showModal();
  });
  find('close').addEventListener('click', () => find('checkout').close());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    order().catch(() => fail('The shop cannot be reached. Look at your connection and try again.'));
  });

  async function order() {
    const missing = [...form.elements].find((field) => field.required && field.value.trim() === '');
    if (missing) {
      missing.focus();
      return fail(`${missing.labels[0].firstChild.textContent} is missing.`);
    }
    fail('');
    const items = lines().map(({ id, quantity }) => ({ id, quantity }));
    const answer = await fetch('/api/orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items, ...Object.fromEntries(new FormData(form)) }),
    });
    const made = await answer.json();
    if (answer.ok) askToPay(made);
    else fail(made.error);
  }

  function askToPay({ id, number, goods, fee, total, currency, token, pieces }) {
    const button = document.createElement('ms-payment-button');
    // What is signed: another amount or another order is refused.
    Object.assign(button, {
      apiKey: publicKey,
      amount: total,
      currency,
      reference: number,
      amountToken: token,
      description: pieces === 1 ? '1 thing, brought to you' : `${pieces} things, brought to you`,
    });
    button.addEventListener('success', () => {
      onBought();
      follow(id);
    });
    const back = make('button', { type: 'button', class: 'plain' }, 'Change something');
    back.addEventListener('click', () => stage('buyer'));
    const row = (name, amount) => [make('dt', {}, name), make('dd', {}, money(amount, currency))];
    const sums = make(
      'dl',
      { class: 'sums' },
      ...row('Goods', goods),
      ...row('Bringing them', fee),
      ...row('Together', total),
    );
    find('pay').replaceChildren(sums, button, back);
    stage('pay');
  }
}

/** Looks until the parcel is there: the shop's server hears of each step by webhook. */
async function follow(id) {
  // With the button its pay step goes, which lies over the page.
  find('pay').replaceChildren();
  stage('way');
  find('way-title').textContent = 'Paid. We are packing.';
  find('way-title').focus();
  let steps = [];
  while (!steps.includes('delivered') && find('checkout').open) {
    const order = await fetch(`/api/orders/${id}`)
      .then((answer) => answer.json())
      .catch(() => null);
    if (order) {
      ({ steps } = order);
      showWay(order);
    }
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}

function showWay({ steps, job_number, tracking_url }) {
  if (job_number) find('way-title').textContent = `Paid. Your parcel is ${job_number}.`;
  const shown = Object.entries(STEPS).map(([step, text]) =>
    make('li', { class: steps.includes(step) ? 'done' : 'to-come' }, text),
  );
  find('way-steps').replaceChildren(...shown);
  find('way-link').hidden = !tracking_url;
  if (tracking_url) find('way-link').href = tracking_url;
}

function showLines(wanted) {
  const shown = wanted.map(({ name, quantity, price, currency }) =>
    make(
      'li',
      {},
      make('span', {}, `${quantity} × ${name}`),
      make('span', {}, money(price * quantity, currency)),
    ),
  );
  find('lines').replaceChildren(...shown);
}

function stage(name) {
  for (const one of ['buyer', 'pay', 'way']) find(one).hidden = one !== name;
}

function fail(sentence) {
  find('fault').textContent = sentence;
}
