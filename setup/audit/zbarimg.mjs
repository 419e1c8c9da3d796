import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createCaller } from './call.mjs';
import { isOnPath, run } from './foreign.mjs';

const TICKETS = 8;
/** Dots an inch at which a picture is looked at, as a phone's camera or a printed sheet would show it. */
const DENSITIES = [72, 150, 600];
const EVENT = {
  name: 'Freetown Jazz',
  start_date: '2099-12-20T18:00:00Z',
  end_date: '2099-12-20T23:00:00Z',
  status: 'published',
  ticket_types: [{ name: 'VIP', price: 250.5, quantity_available: 50 }],
};

/** The reader of many scanners reads the QR codes of tickets and payments that our server draws, as pictures and as printed pages. */
export const zbarimg = {
  name: 'zbarimg',
  async run(stage) {
    if (!(await isOnPath('zbarimg')))
      return { absent: 'zbarimg is not on PATH: apt-get install -y zbar-tools.' };
    const folder = await mkdtemp(join(tmpdir(), 'cottontree-audit-'));
    try {
      return await look(await stage.server(), folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function look({ baseUrl, demo }, folder) {
  const server = { baseUrl, key: demo.secret_key, call: createCaller(baseUrl, () => undefined), folder };
  const wanted = [...(await ticketsOf(server)), ...(await paymentOf(server))];
  const findings = [];
  let looks = 0;
  for (const { what, file, says } of wanted) {
    for (const picture of await picturesOf(file, { server, what })) {
      looks += 1;
      const { code, output } = await run('zbarimg', ['-q', '--raw', picture]);
      if (code !== 0 || output.trim() !== says)
        findings.push(
          `${what} (${picture.slice(folder.length + 1)}) reads ${JSON.stringify(output.trim().slice(0, 80))}, not ${JSON.stringify(says.slice(0, 80))}.`,
        );
    }
  }
  const { output, errors } = await run('zbarimg', ['--version']);
  const pages = (await isOnPath('pdftoppm'))
    ? 'as SVG and on printed pages'
    : 'as SVG; without pdftoppm no printed page was looked at';
  return {
    version: `${output}${errors}`.trim().split('\n')[0],
    looked: `${looks} pictures of ${wanted.length} QR codes, ${pages}`,
    findings,
  };
}

/** Tickets of one order, each as picture and as page. */
async function ticketsOf({ baseUrl, key, call }) {
  const event = await call({ method: 'POST', path: '/events', key, body: EVENT });
  const items = [{ ticket_type_id: event?.data?.ticket_types[0].id, quantity: TICKETS }];
  const order = await call({
    method: 'POST',
    path: `/events/${event?.data?.id}/orders`,
    key,
    body: { items, payment: { method: 'cash' } },
  });
  if (!order?.success)
    throw new Error(`The tickets could not be sold: ${JSON.stringify(order).slice(0, 300)}`);
  const read = async (path) =>
    Buffer.from(await (await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': key } })).arrayBuffer());
  return Promise.all(
    order.data.tickets.flatMap(({ id, qr: says }) =>
      ['qr.svg', 'pdf'].map(async (form) => ({
        what: `${id}-${form}`,
        says,
        file: await read(`/tickets/${id}/${form}`),
      })),
    ),
  );
}

/** A payment whose next step is a code to scan. */
async function paymentOf({ key, call }) {
  const payment = await call({
    method: 'POST',
    path: '/payments',
    key,
    body: { amount: 150.5, channel: 'qr' },
  });
  const { qr_payload: says, qr_svg_url: url } = payment?.data?.next_action ?? {};
  if (!says || !url) throw new Error(`The payment has no QR code: ${JSON.stringify(payment).slice(0, 300)}`);
  const answer = await fetch(url, { headers: { 'x-api-key': key } });
  return [{ what: 'payment-qr.svg', says, file: Buffer.from(await answer.arrayBuffer()) }];
}

async function picturesOf(file, { server: { folder }, what }) {
  if (file.subarray(0, 5).toString() === '%PDF-') return pagesOf(file, { folder, what });
  return Promise.all(
    DENSITIES.map(async (density) => {
      const picture = join(folder, `${what}-${density}.png`);
      const drawn = sharp(file, { density: 600 })
        .resize(density * 4, density * 4, { kernel: 'nearest' })
        .flatten({ background: '#fff' });
      await writeFile(picture, await drawn.png().toBuffer());
      return picture;
    }),
  );
}

async function pagesOf(file, { folder, what }) {
  if (!(await isOnPath('pdftoppm'))) return [];
  const page = join(folder, what);
  await writeFile(`${page}.pdf`, file);
  await run('pdftoppm', ['-r', '150', '-png', '-singlefile', `${page}.pdf`, page]);
  return [`${page}.png`];
}
