import { operations, tagGroups, type ErrorCode, type EventKind, type Operation } from '@cottontree/contract';

/** Every operation in the order of the contract. */
export const allOperations: readonly Operation[] = Object.values(operations);

/** `Staff and tills` → `staff-and-tills`, `trackDelivery` → `track-delivery`. */
export function slugOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
}

export const tagPath = (tag: string): string => `/docs/api/${slugOf(tag)}`;
export const operationPath = ({ tag, id }: Pick<Operation, 'tag' | 'id'>): string =>
  `${tagPath(tag)}/${slugOf(id)}`;
export const errorPath = (code: ErrorCode): string => `/docs/errors/${code}`;
export const kindPath = (kind: EventKind): string => `/docs/webhooks/${kind}`;
export const guidePath = (name: string): string => `/docs/guides/${name}`;

/** The tags that have operations, with them, by group. */
export const apiGroups = Object.entries(tagGroups).map(([group, tags]) => ({
  group,
  tags: Object.entries(tags).map(([tag, description]) => ({
    tag,
    description,
    operations: allOperations.filter((operation) => operation.tag === tag),
  })),
}));

const byCall = new Map(allOperations.map((one) => [callKey(one.method, one.path), one]));

/** The operation that a text like `POST /v1/payments/{id}/cancel` names. */
export function operationOfCall(text: string): Operation | null {
  const [, method = '', path = ''] =
    /^(GET|POST|PATCH|DELETE) (?:\/v1)?(\/[\w/:{}.-]+?)(?:\?.*)?$/.exec(text) ?? [];
  return byCall.get(callKey(method, path)) ?? null;
}

/** Whatever its parameters are called. */
function callKey(method: string, path: string): string {
  return `${method} ${path.replaceAll(/:\w+|\{\w+\}/g, ':')}`;
}
