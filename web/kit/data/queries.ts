import { CottontreeError } from '@cottontree/client';
import { keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';
import { refusalText } from '../text/refusals.ts';
import { client } from './client.ts';
import { membership, mode } from './session.ts';
import { useUnseen } from './unseen.ts';

const STALE_MS = 15_000;
/** What is tried again by itself: the connection, or a server that has no room. */
const PASSING = new Set(['NETWORK_ERROR', 'TIMEOUT', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED']);

/** What the pages know of the server. The client has tried again already; a page tells how it stands and asks again later. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: STALE_MS, retry: false, networkMode: 'always', refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Whether a refusal goes by itself. */
export function isPassing(error: CottontreeError): boolean {
  return PASSING.has(error.code);
}

/** A method of the client. Its types are read from it whole; worked out from a name, they would be those of all operations at once. */
type Method<Call, Answer> = (call: Call) => Promise<Answer>;

const names = new Map<unknown, string>(Object.entries(client).map(([id, method]) => [method, id]));

/** The operation that a method calls. */
export function nameOf(method: unknown): string {
  return names.get(method) ?? '';
}

type Reading<Answer> = {
  /** The whole answer: data, and what its headers tell. */
  readonly answer: Answer | undefined;
  readonly error: CottontreeError | null;
  readonly loading: boolean;
  /** Whether the answer belongs to what was asked before. */
  readonly stale: boolean;
  readonly updatedAtMs: number;
  readonly again: () => void;
};

/** Reads by an operation, `useCall(client.getPayment, { params: { id } })`, and shows it anew when it changes; a null call asks nothing. */
export function useCall<Call, Answer>(
  method: Method<Call, Answer>,
  call: NoInfer<Call> | null,
  how: { readonly everyMs?: number } = {},
): Reading<Answer> {
  const query = useQuery<Answer, CottontreeError>({
    queryKey: [nameOf(method), membership.value?.merchant_id ?? '', mode.value, call],
    queryFn: ({ signal }) => method({ ...call, signal } as Call),
    enabled: call !== null,
    placeholderData: keepPreviousData,
    refetchInterval: (asked) =>
      asked.state.error && isPassing(asked.state.error) ? RETRY_MS : (how.everyMs ?? false),
  });
  return {
    answer: query.data,
    error: query.error && inWords(query.error),
    loading: query.isPending && query.fetchStatus !== 'idle',
    stale: query.isPlaceholderData,
    updatedAtMs: query.dataUpdatedAt,
    again: () => void query.refetch(),
  };
}

/** Reads several of a kind at once, as one answer; no calls ask nothing. */
export function useCalls<Call, Answer>(
  method: Method<Call, Answer>,
  calls: readonly NoInfer<Call>[],
  how: { readonly everyMs?: number } = {},
): readonly Answer[] | undefined {
  return useQuery<readonly Answer[], CottontreeError>({
    queryKey: [nameOf(method), membership.value?.merchant_id ?? '', mode.value, calls],
    queryFn: ({ signal }) => Promise.all(calls.map((call) => method({ ...call, signal } as Call))),
    enabled: calls.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: how.everyMs ?? false,
  }).data;
}

/** What hardly changes and stands beside a row, as who paid: asked once, and not on a network that should carry no more than it must. */
export function useBeside<Call, Answer>(
  method: Method<Call, Answer>,
  call: NoInfer<Call>,
): Answer | undefined {
  return useQuery<Answer, CottontreeError>({
    queryKey: ['beside', nameOf(method), membership.value?.merchant_id ?? '', mode.value, call],
    queryFn: ({ signal }) => method({ ...call, signal } as Call),
    enabled: !isSparing(),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  }).data;
}

/** How old a number beside a name may be: it is asked for at most once in that time. */
const COUNT_STALE_MS = 60_000;

/** How many a list has, by one row of it; undefined until it is known, where nothing is asked, and on a network that should carry no more than it must. */
export function useCount<Call extends { readonly query: object }>(
  method: Method<Call, { readonly meta: { readonly total: number } }>,
  call: NoInfer<Call> | null,
): number | undefined {
  const query = useQuery<number, CottontreeError>({
    queryKey: ['counts', nameOf(method), membership.value?.merchant_id ?? '', mode.value, call],
    queryFn: async ({ signal }) =>
      (await method({ ...call, query: { ...call?.query, limit: 1 }, signal } as unknown as Call)).meta.total,
    enabled: call !== null && !isSparing(),
    staleTime: COUNT_STALE_MS,
    refetchOnWindowFocus: false,
  });
  return query.data;
}

/** What a browser tells of a network that is slow or dear. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
}

/** How long a page waits before it asks a busy server again. */
export const RETRY_MS = 8_000;

/** What shows a refusal at its fields. */
type Refusable = { readonly refuse: (error: CottontreeError) => void };

type Acting<Call, Answer> = {
  /** Does it; what the pages show is then asked for again. Null where it was refused: the error tells why, at the fields of the form where one is given; and where the same is under way. */
  readonly run: (call: Call, form?: Refusable) => Promise<Answer | null>;
  readonly busy: boolean;
  readonly error: CottontreeError | null;
  readonly reset: () => void;
};

/** Writes by an operation: `useAct(client.cancelPayment)`. */
export function useAct<Call, Answer>(method: Method<Call, Answer>): Acting<Call, Answer> {
  const mutation = useMutation<Answer, CottontreeError, Call>({
    mutationFn: (call) => method(call),
    onSuccess: () => void queries.invalidateQueries(),
  });
  const under = useRef(new Set<string>());
  const press = useUnseen();
  return {
    async run(call, form) {
      const same = JSON.stringify(call);
      if (under.current.has(same)) return null;
      under.current.add(same);
      const tellUnseen = press();
      try {
        return await mutation.mutateAsync(call);
      } catch (error) {
        form?.refuse(error as CottontreeError);
        tellUnseen(error as CottontreeError);
        return null;
      } finally {
        under.current.delete(same);
      }
    },
    busy: mutation.isPending,
    error: mutation.error && inWords(mutation.error),
    reset: mutation.reset,
  };
}

const said = new WeakMap<CottontreeError, CottontreeError>();

/** A refusal in the language that is shown: the same one as long as nobody changes that. */
function inWords(error: CottontreeError): CottontreeError {
  const message = refusalText(error);
  if (message === error.message) return error;
  const known = said.get(error);
  if (known?.message === message) return known;
  const told = new CottontreeError({ ...error, message, cause: error });
  said.set(error, told);
  return told;
}
