import type { CreatedDelivery, DriverJob } from '@cottontree/contract';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { CourierAct, CourierDone } from '../../../web/courier/test/acts.ts';
import { expectParcels, type CourierBooks } from './courier-books.ts';
import type { OutageTool, Shown, ToolDay } from './outage-tool.ts';
import { parcel, wrongCode } from './parcel.ts';
import type { Chance } from './seed.ts';
import type { TestMerchant, TestPerson, TestService } from './service.ts';
import type { ToolPage } from './tool-page.ts';

/** The courier's app in outages: fetches, tries, photographs, takes the cash, hands over and hands in, and is compared with every step that the server has. */
export const courierTool: OutageTool = {
  name: 'courier',
  driver: 'courier/test/driver.ts',
  async prepare(service) {
    const shop = await service.merchant({ name: 'Aminata Stores' });
    const [rider, other] = [await service.courier('Mohamed Kamara'), await service.courier('Isatu Bah')];
    await service.query('UPDATE drivers SET cash_limit = 100000000');
    const { id, token, phone } = rider;
    const driver = { id, name: 'Mohamed Kamara', phone, vehicle_type: 'motorbike' };
    return {
      config: { courier: { token, driver, storeName: null, livemode: null } },
      day: createDay({ service, shop, rider, otherId: other.id, photo: await smallPhoto() }),
    };
  },
};

async function smallPhoto(): Promise<string> {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#8a6d3b' } });
  return (await picture.jpeg().toBuffer()).toString('base64');
}

type Place = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  readonly rider: TestPerson;
  readonly otherId: string;
  readonly photo: string;
};

type Step = Extract<CourierAct, { readonly what: 'step' }>['step'];

const PARCELS = 6;
const UNDER_WAY: ReadonlySet<string> = new Set(['assigned', 'picked_up', 'in_transit']);

function createDay(place: Place): ToolDay {
  const { shop, rider, otherId, photo } = place;
  const books: CourierBooks = {
    parcels: new Map(),
    steps: new Map(),
    deposits: new Map(),
    shown: new Set(),
    unkept: 0,
  };
  const gone = new Set<string>();
  let under: readonly DriverJob[] = [];
  let differed = 0;
  /** Given to somebody else, and this phone does not know. */ let taken: string | null = null;
  /** The next code that is told is a wrong one. */ let isMisheard = false;
  let misheard: { readonly jobNumber: string; readonly type: 'pickup' | 'delivery' } | null = null;

  const underWay = async (page: ToolPage): Promise<readonly DriverJob[]> =>
    (await page.call<readonly DriverJob[]>('jobs')).filter(({ status }) => UNDER_WAY.has(status));
  const take = async (page: ToolPage, jobNumber: string, step: Step): Promise<boolean> => {
    const done = await page.call<CourierDone | null>('act', {
      what: 'step',
      jobNumber,
      step,
    } satisfies CourierAct);
    if (done) books.steps.set(done.clientId, { jobNumber, kind: step.kind });
    else books.unkept += 1;
    return done !== null;
  };
  const handIn = async (page: ToolPage): Promise<void> => {
    const done = await page.call<CourierDone | null>('act', { what: 'hand-in' } satisfies CourierAct);
    if (done) books.deposits.set(done.clientId, done.jobNumbers);
  };
  const stepWith = async (page: ToolPage, job: DriverJob, chance: Chance): Promise<void> => {
    const sent = books.parcels.get(job.job_number);
    if (!sent) throw new Error(`Nobody sent ${job.job_number}.`);
    const step = nextStep(job, { sent, photo, chance });
    const isWrong = isMisheard && step.kind === 'verify';
    const told = isWrong ? { ...step, code: wrongCode(String(step.code)) } : step;
    if (!(await take(page, job.job_number, told)) || !isWrong) return;
    isMisheard = false;
    misheard = { jobNumber: job.job_number, type: step.type ?? 'pickup' };
  };
  /** The right code after all: what lay behind the wrong one is sent again by itself. */
  const askAgain = async (page: ToolPage): Promise<void> => {
    if (!misheard) return;
    const { jobNumber, type } = misheard;
    const sent = books.parcels.get(jobNumber);
    misheard = null;
    await take(page, jobNumber, codeStep(type, sent));
    await page.sendAll();
  };
  return {
    async ready(page, chance) {
      under = await underWay(page);
      if (under.length >= PARCELS) return;
      for (let at = under.length; at < PARCELS; at += 1) {
        const { data } = await shop.client.createDelivery({
          body: { ...parcel, recipient_name: 'Alpha Koroma', ...cashOf(chance) },
        });
        const params = { jobNumber: data.job_number };
        await shop.client.assignDelivery({ params, body: { driver_id: rider.id } });
        books.parcels.set(data.job_number, data);
      }
      await page.call('refresh');
      under = await underWay(page);
    },
    async act(page, chance) {
      if (misheard === null && chance.happens(0.1)) return handIn(page);
      const jobs = await underWay(page);
      const forced = jobs.find((job) =>
        taken !== null ? job.job_number === taken : isMisheard && isAtCode(job),
      );
      taken = null;
      const job = forced ?? (jobs.length > 0 ? chance.pick(jobs) : null);
      if (job) await stepWith(page, job, chance);
    },
    async differ() {
      differed += 1;
      const waits = under.find(({ job_number, status }) => status === 'assigned' && !gone.has(job_number));
      if (differed % 2 === 0 || !waits) return void (isMisheard = true);
      taken = waits.job_number;
      gone.add(taken);
      await shop.client.assignDelivery({ params: { jobNumber: taken }, body: { driver_id: otherId } });
    },
    async endOfDay(page) {
      for (const { client_id } of await page.call<readonly Shown<unknown>[]>('toSee'))
        books.shown.add(client_id);
      await page.call('markSeen');
      await askAgain(page);
      await page.call('refresh');
      const held = await page.call<number>('inHand');
      const { data } = await rider.client.getCourierCash();
      expect([held, data.test_cash_in_hand]).toEqual([await collected(place, books), held]);
    },
    expectExact: () => expectParcels(place, books),
  };
}

/** All that was collected, handed in or not: it ends when somebody has counted, and here nobody does. */
async function collected({ service, rider }: Place, { parcels }: CourierBooks): Promise<number> {
  const rows = await service.query(
    `SELECT job_number FROM deliveries WHERE driver_id = $1 AND status = 'delivered'`,
    [rider.id],
  );
  const cents = rows.map(({ job_number }) =>
    Math.round((parcels.get(String(job_number))?.cod_amount ?? 0) * 100),
  );
  return cents.reduce((sum, one) => sum + one, 0) / 100;
}

const cashOf = (chance: Chance): { readonly cod_amount?: number } =>
  chance.happens(0.6) ? { cod_amount: chance.between(1, 90_000) / 100 } : {};

const isAtCode = ({ status, phase }: DriverJob): boolean =>
  status === 'assigned' ? phase === 'at_pickup' : phase === 'at_dropoff';

function codeStep(type: 'pickup' | 'delivery', sent: CreatedDelivery | undefined): Step {
  if (!sent) throw new Error('Nobody sent it.');
  if (type === 'pickup') return { kind: 'verify', type, code: sent.pickup_code };
  const { cod_amount: amount, delivery_code: code } = sent;
  return { kind: 'verify', type, code, ...(amount > 0 ? { cod_collected: { amount } } : {}) };
}

type Standing = { readonly sent: CreatedDelivery; readonly photo: string; readonly chance: Chance };

/** What a courier does next with a parcel, as the app offers it. */
function nextStep(job: DriverJob, { sent, photo, chance }: Standing): Step {
  const { status, phase, proof, contact_attempts: tries } = job;
  if (status === 'assigned')
    return phase === 'at_pickup' ? codeStep('pickup', sent) : { kind: 'arrive', at: 'pickup' };
  if (phase !== 'at_dropoff' && phase !== 'attempt_failed')
    return status === 'picked_up' && chance.happens(0.3)
      ? { kind: 'depart' }
      : { kind: 'arrive', at: 'dropoff' };
  if (!proof.photo && chance.happens(0.4)) return { kind: 'proof', photo };
  if (tries.length < 2 && chance.happens(0.25))
    return { kind: 'attempt', reason: 'recipient_not_home', contact: 'call' };
  return codeStep('delivery', sent);
}
