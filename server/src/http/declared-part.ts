export type AnswerSchema = {
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly required?: readonly string[];
  readonly items?: AnswerSchema;
  readonly anyOf?: readonly AnswerSchema[];
};
type Fields = Readonly<Record<string, unknown>>;

/**
 * What a schema names of an answer, in the order in which first answers are written, whatever is missing: an answer that
 * was kept before a field was added is given again as it was, and what was never meant to leave does not leave now.
 */
export function declaredPart(schema: AnswerSchema, answer: unknown): unknown {
  const { properties, required = [], items, anyOf } = schema;
  if (anyOf)
    return isFields(answer) || Array.isArray(answer) ? declaredPart(formOf(anyOf, answer), answer) : answer;
  if (items && Array.isArray(answer)) return answer.map((item) => declaredPart(items, item));
  if (!properties || !isFields(answer)) return answer;
  const names = Object.keys(properties);
  const inOrder = [
    ...names.filter((name) => required.includes(name)),
    ...names.filter((name) => !required.includes(name)),
  ];
  return Object.fromEntries(
    inOrder.flatMap((name) =>
      name in answer ? [[name, declaredPart(properties[name] ?? {}, answer[name])]] : [],
    ),
  );
}

/** Of several forms an answer has the one whose fields it has all, else, where it is older, most. */
export function formOf<S extends AnswerSchema>(forms: readonly S[], answer: unknown): S {
  const fits = forms.filter(({ properties, items }) =>
    Array.isArray(answer) ? items !== undefined : isFields(answer) && properties !== undefined,
  );
  const missing = ({ required = [] }: S): number =>
    isFields(answer) ? required.filter((name) => !(name in answer)).length : 0;
  const known = ({ properties = {} }: S): number =>
    isFields(answer) ? Object.keys(properties).filter((name) => name in answer).length : 0;
  const whole = fits.find((form) => missing(form) === 0);
  return whole ?? fits.toSorted((one, other) => known(other) - known(one))[0] ?? ({} as S);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
