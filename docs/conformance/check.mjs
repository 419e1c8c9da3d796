// Runs verifier.mjs over the vectors beside it; with arguments, over one ticket:
//   node check.mjs                                     all vectors
//   node check.mjs manifest.json 'TK1:…' [gate]        what a door with this manifest says
import { readFileSync } from 'node:fs';
import { decodeBase45, openDoor, verifyTicket, verifyWebhook } from './verifier.mjs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const [manifestFile, text, gate = null] = process.argv.slice(2);

if (manifestFile === undefined) await checkVectors();
else {
  const answer = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const door = openDoor();
  door.take(answer.data ?? answer);
  const { result, code, name } = await door.judge(text ?? '', { gate });
  console.log(JSON.stringify({ result, code, name }));
}

async function checkVectors() {
  const failures = [];
  let checks = 0;
  const expect = (what, is, should) => {
    checks += 1;
    if (JSON.stringify(is) !== JSON.stringify(should)) failures.push(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
  };

  const tk1 = read('tk1-vectors.json');
  const base64 = (hexText) => btoa(String.fromCharCode(...hexText.match(/../g).map((byte) => parseInt(byte, 16))));
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const keysOf = (kid) => [{ kid, alg: 'Ed25519', public_key: base64(tk1.public_key_hex) }];
  for (const { what, event_id: eventId, text, body_hex, says } of tk1.tickets) {
    const { code, ticket } = await verifyTicket(text, { eventId, keys: keysOf(says.kid) });
    expect(`${what}: verifies`, code, null);
    expect(`${what}: bytes`, hex(decodeBase45(text.slice(4)).subarray(0, 36)), body_hex);
    for (const field of ['live', 'named', 'multiEntry', 'kid', 'typeIndex', 'epoch', 'validFrom', 'validUntil']) expect(`${what}: ${field}`, ticket?.[field], says[field]);
    expect(`${what}: qrId`, ticket && hex(ticket.qrId), says.qrId);
  }
  const eventId = tk1.tickets[0].event_id;
  for (const { why, text } of tk1.refused) expect(`refused, ${why}`, (await verifyTicket(text, { eventId, keys: keysOf(1) })).code === null, false);

  const { manifests, doors } = read('manifest-vectors.json');
  for (const { what, manifests: names, steps } of doors) {
    const door = openDoor();
    for (const name of names) door.take(manifests[name]);
    for (const { text, gate = null, direction = 'in', now, says } of steps) {
      const { result, code, name } = await door.judge(text, { gate, direction, now: new Date(now) });
      expect(`${what}: ${text.slice(0, 16)}`, { result, code, name }, says);
    }
  }

  const { requests } = read('webhook-fixtures.json');
  for (const { what, body, headers, secrets, now, genuine } of requests) expect(`webhook, ${what}`, await verifyWebhook(body, headers, { secrets, now }), genuine);

  for (const failure of failures) console.error(failure);
  console.log(`${checks - failures.length} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
