import { createRequire } from 'node:module';
import { join } from 'node:path';

// Verifies messages with a library that knows nothing of us, and prints what is wrong with them as a list in JSON. Its one
// argument says where the library lies, and brings secret and messages; it is a program of its own, for a library may need
// a newer Node than the rest.
const { place, secret, messages } = JSON.parse(process.argv[2]);
const { Webhook } = createRequire(join(place, 'package.json'))(place);
const verifier = new Webhook(secret);
const findings = messages.flatMap(({ headers, body }) => [
  ...(verifies(body, headers)
    ? []
    : [`The signature of ${headers['webhook-id']} (${headers['x-service-event']}) does not verify.`]),
  ...(verifies(body.replace('{', '{ '), headers)
    ? [`A changed body of ${headers['webhook-id']} verifies.`]
    : []),
  ...(verifies(body, { ...headers, 'webhook-id': 'msg_other' })
    ? [`${headers['webhook-id']} verifies under another id.`]
    : []),
]);
console.log(JSON.stringify(findings));

function verifies(body, headers) {
  try {
    verifier.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
