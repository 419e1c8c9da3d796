/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of JSON, of whatever is in it: what a merchant keeps with a thing. */
export type JsonObject = { readonly [key: string]: Json | undefined };
