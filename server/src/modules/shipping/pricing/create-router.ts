import type { Context, Settings } from '../../../kernel/call/context.ts';
import type { Point } from '../coverage/zone.ts';

/** Measures ways on roads with a routing service that speaks OSRM's protocol, if the operator has one. */
export type Router = {
  /** Tenths of a kilometre; null where no service is set, or it did not answer in time: then the straight line counts. */
  readonly measure: (from: Point, to: Point) => Promise<number | null>;
};

/** A quote must stay fast, so a slow router is as good as none. */
const DEADLINE_MS = 800;
const FAILURES_MAX = 3;
const PAUSE_MS = 30_000;
const ANSWERS_MAX = 10_000;
/** Far longer than a quote holds; then a road that was opened or closed since counts. */
const ANSWER_AGE_MAX_MS = 86_400_000;
const WAITING_MAX = 32;
/** About 11 metres, far below the 0.1 km that a distance is told in. */
const PIN_DECIMALS = 4;

type Surroundings = Pick<Context, 'world' | 'log'> & { readonly settings: Pick<Settings, 'routerUrl'> };

type Answer = { readonly tenths: number | null; readonly untilMs: number };

/** After three failures in a row the router is left alone for 30 seconds; then one request tries whether it is back. */
export function createRouter({ world, log, settings }: Surroundings): Router {
  const { routerUrl } = settings;
  const answers = new Map<string, Answer>();
  const underWay = new Map<string, Promise<number | null>>();
  let failures = 0;
  let pausedUntilMs = 0;

  async function ask(url: string): Promise<number | null> {
    const probing = failures >= FAILURES_MAX;
    if (probing) pausedUntilMs = world.monotonicMs() + PAUSE_MS;
    const { status, error, body } = await world.send({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      body: Buffer.alloc(0),
      deadlineMs: DEADLINE_MS,
    });
    const answered = status === 200 || status === 400;
    failures = answered ? 0 : failures + 1;
    if (answered && probing) pausedUntilMs = 0;
    if (answered) return remember(url, status === 200 ? tenthsOf(body) : null);
    if (failures === FAILURES_MAX) {
      pausedUntilMs = world.monotonicMs() + PAUSE_MS;
      log.warn(
        { status, error },
        'The router does not answer; distances are straight lines times the road factor until it does.',
      );
    }
    return null;
  }

  function remember(url: string, tenths: number | null): number | null {
    const [oldest] = answers.keys();
    if (answers.size >= ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
    answers.set(url, { tenths, untilMs: world.monotonicMs() + ANSWER_AGE_MAX_MS });
    return tenths;
  }

  return {
    async measure(from, to) {
      if (routerUrl === null) return null;
      const url = `${routerUrl}/route/v1/driving/${pinText(from)};${pinText(to)}?overview=false`;
      const known = answers.get(url);
      if (known !== undefined && world.monotonicMs() < known.untilMs) return known.tenths;
      const asked = underWay.get(url);
      if (asked !== undefined) return asked;
      if (world.monotonicMs() < pausedUntilMs || underWay.size >= WAITING_MAX) return null;
      const answer = ask(url).finally(() => underWay.delete(url));
      underWay.set(url, answer);
      return answer;
    },
  };
}

function pinText({ lat, lng }: Point): string {
  return `${lng.toFixed(PIN_DECIMALS)},${lat.toFixed(PIN_DECIMALS)}`;
}

/** `{"code": "Ok", "routes": [{"distance": metres}]}` */
function tenthsOf(body: Buffer): number | null {
  try {
    const { code, routes } = JSON.parse(body.toString('utf8')) as {
      readonly code?: unknown;
      readonly routes?: readonly { readonly distance?: unknown }[];
    };
    const metres = routes?.[0]?.distance;
    return code === 'Ok' && typeof metres === 'number' && metres >= 0 ? Math.round(metres / 100) : null;
  } catch {
    return null;
  }
}
