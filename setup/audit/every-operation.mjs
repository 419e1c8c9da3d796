import { operationsOf } from './document.mjs';

/** What would end the session or the credentials that the other calls need, so it is called last. */
const LAST = [
  'changePassword',
  'changePin',
  'resetDriverPin',
  'endSession',
  'signOutDriver',
  'signOutOperator',
  'changeMemberPassword',
  'endMemberSession',
  'endOtherMemberSessions',
  'signOutMember',
  'eraseTestData',
];

/** Calls every operation once, with what the document gives as its example; most find nothing of that name, and must say so as documented. */
export async function callEveryOperation(call, document, keys) {
  const ordered = operationsOf(document).toSorted(
    (one, other) => LAST.indexOf(one.operationId) - LAST.indexOf(other.operationId),
  );
  for (const operation of ordered) {
    const parameters = (operation.parameters ?? [])
      .map((parameter) => resolve(document, parameter))
      .filter(({ example }) => example !== undefined);
    const path = parameters
      .filter((one) => one.in === 'path')
      .reduce(
        (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example)),
        operation.path,
      );
    const query = new URLSearchParams(
      parameters.filter((one) => one.in === 'query').map(({ name, example }) => [name, String(example)]),
    ).toString();
    const body = operation.requestBody?.content['application/json']?.example;
    await call({
      method: operation.method,
      path: query === '' ? path : `${path}?${query}`,
      ...credentialsFor(operation, keys),
      body,
    });
  }
  return ordered.length;
}

function credentialsFor({ security }, { merchant, courier, operator, member }) {
  if (!security) return { key: merchant };
  const [scheme = {}] = security;
  if ('driverSession' in scheme) return { key: courier };
  if ('memberSession' in scheme) return { cookie: member };
  return 'operatorSession' in scheme ? { key: operator } : {};
}

function resolve(document, node) {
  return node.$ref
    ? node.$ref
        .split('/')
        .slice(1)
        .reduce((part, key) => part[key], document)
    : node;
}
