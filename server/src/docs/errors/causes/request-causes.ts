import { because } from './explanation.ts';

/** Refusals that any request can meet: its form, its repetition, the state of the server. */
export const requestCauses = {
  BAD_REQUEST: because(
    'What arrived is not well-formed HTTP: a broken header, a body shorter or longer than Content-Length says, a path that cannot be decoded.',
    'Send it with an ordinary HTTP library and leave framing to it. Where a proxy stands between, look at what it changes.',
  ),
  INVALID_JSON: because(
    'The body is not valid JSON, nests too deep, names a key twice, or holds a key such as `__proto__`. An empty body with a JSON content type counts too.',
    'Make the body with the JSON writer of your language, never by joining text. Print what you send and read it with a JSON checker.',
  ),
  VALIDATION_ERROR: because(
    'A field is missing, of the wrong type, outside its limits, or one that can be read but not set. `details.fields` has each with its path and what would do.',
    'Go through `details.fields`, mend each in the request, and send it again. The page of the operation has every field with its limits.',
  ),
  AMOUNT_PRECISION: because(
    'An amount has more decimals than its currency: the New Leone has two, so `10.005` names no sum of money.',
    'Round where you compute the amount, then send at most two decimals, or text such as `"10.01"`. The service never rounds for you.',
  ),
  PAGE_TOO_DEEP: because(
    '`page` times `limit` is beyond 100,000. Counting so far on every request would slow down everybody.',
    'Walk with `cursor`: send `meta.next_cursor` of the page before. Each page then costs the same, however many there are. Or narrow the list by time.',
  ),
  TOO_MANY_ITEMS: because(
    'A list in the request has more items than the operation takes at once.',
    'Send it in several requests. The most for each list stands with its field, and the message repeats it.',
  ),
  INVALID_CSV: because(
    'The CSV has no header line, quotes that do not close, a column that is not known, or one twice.',
    'Compare the header with the columns that the operation names, save the file as CSV in UTF-8, and begin with a dry run where there is one.',
  ),
  METHOD_NOT_ALLOWED: because(
    'The path exists, but not with this method. Often a POST was turned into a GET by a redirect from http to https.',
    'Use a method that the `Allow` header of the answer names, and call the final address.',
  ),
  NOT_FOUND: because(
    'Nothing stands at this path: a letter is wrong, `/v1` is missing or there twice, or an id in the path is empty.',
    'Compare the path with the reference. Make sure that what you put into it is not empty.',
  ),
  REQUEST_TIMEOUT: because(
    'The whole request did not arrive in time: a slow upload, or a client that opened a connection and then said nothing.',
    'Send it again, on a better connection or in smaller parts. With an `Idempotency-Key` that is safe.',
  ),
  PRECONDITION_FAILED: because(
    'Somebody changed the thing after you read it, so the `ETag` in `If-Match` names an older version. Your change would have undone theirs.',
    'Read it again, put your change on top of what is there now, and send it with the new `ETag`.',
  ),
  PAYLOAD_TOO_LARGE: because(
    'The body is larger than 1 MiB, or than 10 MiB where the operation takes files. A compressed body is measured unpacked.',
    'Send less at once: smaller pictures, fewer rows, or one request for each part.',
  ),
  URI_TOO_LONG: because(
    'The address, query included, is longer than is taken.',
    'Ask for fewer values at once, or use the operation that takes a list in its body.',
  ),
  HEADERS_TOO_LARGE: because(
    'All headers together are larger than is taken, mostly because of cookies that a browser or proxy piled up.',
    'Send only the headers you need. From a server, send no cookies.',
  ),
  UNSUPPORTED_MEDIA_TYPE: because(
    'The body came without `Content-Type: application/json`, in another encoding than UTF-8, or compressed by something other than gzip.',
    'Set `Content-Type: application/json`. `curl -d` sets another one by itself: add `-H "Content-Type: application/json"`.',
  ),
  IDEMPOTENCY_KEY_REUSED: because(
    'The same `Idempotency-Key` came before with another request: another path, another body. Keys are remembered for 30 days, for all secret keys of the merchant together.',
    'Make a new key for each thing you want to happen, a UUID for example, and use it again only to repeat that very request, unchanged.',
  ),
  IDEMPOTENCY_IN_PROGRESS: because(
    'The first request with this `Idempotency-Key` is still at work. Nothing is done twice.',
    'Wait as long as `Retry-After` says and send the same again: then you get the answer of the first.',
  ),
  RATE_LIMITED: because(
    'More requests came than the key, or this address, may send. Some calls are narrower, because they could be used for guessing: codes, PINs, phone digits.',
    'Wait as long as `Retry-After` says. Spread what you do over time, use lists instead of single reads, and webhooks instead of asking again and again. `RateLimit-Remaining` tells ahead how much is left.',
  ),
  INTERNAL_ERROR: because(
    'A fault of the service, not of your request. It is logged under the `X-Request-Id` of the answer.',
    'Send the same request again later, with the same `Idempotency-Key` so that nothing happens twice. If it stays, tell whoever runs the server the `X-Request-Id`.',
  ),
  SERVICE_UNAVAILABLE: because(
    'The server is too busy, restarts, or cannot reach its database for a moment. Nothing of the request was done, or its `Idempotency-Key` will show that it was.',
    'Send the same request again after `Retry-After`, then with growing pauses. The client library does so by itself.',
  ),
  STORAGE_FULL: because(
    'The disk or database of the server has no room left to write. Reading still works.',
    'Keep what you wanted to write and try later. Whoever runs the server has to make room: the guide on operating says how.',
  ),
  CURRENCY_MISMATCH: because(
    'The amount is in another currency than the thing it is about: the payment, the invoice, the price list.',
    'Send the currency of that thing, or leave `currency` out so that it is taken over. Amounts are never converted.',
  ),
  STATE_CONFLICT: because(
    'The thing cannot go from the state it is in to the one you asked for: it was finished, cancelled or moved on meanwhile. `details.from` says where it stands and `details.allowed` where it may go.',
    'Read the thing again and decide by its state now. If it already is where you wanted it, there is nothing to do.',
  ),
  NUMBER_TAKEN: because(
    'Another document of yours has this number. Numbers are given out once, also those of documents that were voided.',
    'Leave the number out, so that the next one is taken, or choose one that nothing has.',
  ),
  DUPLICATE_CODE: because(
    'Another thing of the same kind has this code.',
    'Choose another code, or change the thing that has it.',
  ),
  CURSOR_EXPIRED: because(
    'The cursor points to messages that are not kept any more, so some may have been missed.',
    'Poll without a cursor to begin with the oldest that is kept, and compare what you have with the lists of the things themselves.',
  ),
  INVALID_PHONE: because(
    'No phone in its country has this number: a digit is missing or one too many, or the country is another than the merchant’s.',
    'Write it as it is dialled in the country, `076 123456`, or internationally with a plus, `+232 76 123456`. Ask the person again.',
  ),
  URL_NOT_ALLOWED: because(
    'The service will not call this URL: it leads to a private or local address, is not https where that is needed, or cannot be resolved.',
    'Give an address that is reached from the internet over https. On a machine of your own, start the server for development, which allows local ones.',
  ),
} as const;
