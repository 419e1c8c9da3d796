import {
  exactTexts,
  formatTime,
  toMajor,
  type Data,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DriverCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { cashInHand, collectedByDriver, latestDeposits } from './deposits.queries.ts';
import { presentCourierDeposit } from './present-deposit.ts';

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
