import {
  DEPOSIT_JOBS_MAX,
  exactTexts,
  formatTime,
  idRandomBytes,
  makeId,
  normaliseJobNumber,
  toMajor,
  type CourierDeposit,
  type Data,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DriverCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { findJob } from '../deliveries/jobs.queries.ts';
import { deliveryNotFound } from '../deliveries/move-delivery.ts';
import type { Shipping } from '../module.ts';
import {
  cashInHand,
  collectedByDriver,
  findDepositByClient,
  insertDeposit,
  latestDeposits,
  lockDeposit,
  lockDriverCash,
  type CollectedRow,
  type DepositRow,
} from './deposits.queries.ts';
import { presentCourierDeposit } from './cash-deposits.ts';

type Body = Input<Operations['depositCash']>['body'];

/** Declares cash as handed in; what another request has declared is left out of it, or refused where it was named. */
export async function depositCash(
  { body }: Input<Operations['depositCash']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<CourierDeposit>> {
  if ((body.job_numbers?.length ?? 0) > DEPOSIT_JOBS_MAX)
    throw new Failure('TOO_MANY_ITEMS', `job_numbers may hold at most ${DEPOSIT_JOBS_MAX}.`);
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        await lockDriverCash(tx, call.driver.id);
        const before =
          body.client_id === undefined
            ? undefined
            : await findDepositByClient(tx, call.driver.id, body.client_id.toLowerCase());
        if (before) return reply(presentCourierDeposit(before), { status: 200 });
        const jobs = await jobsToDeposit(tx, body, { call, module });
        return reply(presentCourierDeposit(await deposit(tx, { jobs, body, call, module })), { status: 201 });
      },
    },
  );
}

type Depositing = {
  readonly jobs: readonly CollectedRow[];
  readonly body: Body;
  readonly call: DriverCall;
  readonly module: Shipping;
};

async function deposit(tx: Runner, { jobs, body, call, module }: Depositing): Promise<DepositRow> {
  const at = module.world.now();
  const id = makeId('dep_', at.getTime(), module.world.randomBytes(idRandomBytes));
  const declared = jobs.reduce((sum, { amount }) => sum + amount, 0n);
  await insertDeposit(tx, {
    id,
    driverId: call.driver.id,
    clientId: body.client_id?.toLowerCase() ?? null,
    note: body.note ?? null,
    at,
    jobs,
    declared,
  });
  const row = await lockDeposit(tx, id);
  if (!row) throw new Error(`The deposit ${id} went away while it was made.`);
  return row;
}

type Asking = { readonly call: DriverCall; readonly module: Shipping };

/** The named deliveries, or all live ones; where there is no live cash, the test ones. */
async function jobsToDeposit(
  tx: Runner,
  { job_numbers: named }: Body,
  { call, module }: Asking,
): Promise<readonly CollectedRow[]> {
  const open = await collectedByDriver(tx, call.driver.id, named === undefined ? DEPOSIT_JOBS_MAX : 10_000);
  const wanted =
    named === undefined
      ? open
      : await Promise.all([...new Set(named)].map((text) => namedJob(text, open, { call, module })));
  const [first] = wanted;
  if (!first) throw new Failure('NO_CASH', 'There is no cash that was collected and not handed in.');
  const alike = wanted.filter(
    ({ livemode, currency }) => livemode === first.livemode && currency === first.currency,
  );
  if (named !== undefined && alike.length < wanted.length)
    throw invalid({
      path: 'job_numbers',
      message: 'must be all live or all test deliveries, in one currency',
    });
  return alike;
}

async function namedJob(
  text: string,
  open: readonly CollectedRow[],
  { call, module }: Asking,
): Promise<CollectedRow> {
  const jobNumber = normaliseJobNumber(text);
  const found = open.find(({ job_number }) => job_number === jobNumber);
  if (found) return found;
  const job = jobNumber === null ? undefined : await findJob(module.store.system, jobNumber);
  if (!job || job.driverId !== call.driver.id) throw deliveryNotFound(text);
  throw new Failure(
    'STATE_CONFLICT',
    `Delivery ${job.jobNumber} has no cash that was collected and not handed in.`,
    { details: { from: job.status, to: 'deposited', allowed: [], job_number: job.jobNumber } },
  );
}

type CourierCash = Data<Operations['getCourierCash']>;

const JOBS_MAX = 500;
const DEPOSITS_SHOWN = 20;
/** Handed in and not counted for months: nobody holds so much. */
const DEPOSITS_MAX = 500;

/** Tells a courier what cash he holds, of which deliveries, and what he has handed in. */
export async function getCourierCash(
  _input: Input<Operations['getCourierCash']>,
  { driver }: DriverCall,
  module: Shipping,
): Promise<Reply<CourierCash>> {
  const { system } = module.store;
  const { currency } = module.map().card;
  const [held, jobs, deposits] = await Promise.all([
    cashInHand(system, driver.id),
    collectedByDriver(system, driver.id, JOBS_MAX),
    latestDeposits(system, driver.id, { latestMax: DEPOSITS_SHOWN, rowsMax: DEPOSITS_MAX }),
  ]);
  return reply({
    cash_in_hand: toMajor(held.live, currency),
    test_cash_in_hand: toMajor(held.test, currency),
    cash_limit: toMajor(held.cash_limit, currency),
    currency,
    exact: exactTexts({ cash_in_hand: held.live, test_cash_in_hand: held.test }, currency),
    jobs: jobs.map((job) => ({
      job_number: job.job_number,
      amount: toMajor(job.amount, job.currency),
      cod_status: job.cod_status,
      collected_at: formatTime(job.collected_at),
      livemode: job.livemode,
    })),
    deposits: deposits.map(presentCourierDeposit),
  });
}
