export type Mail = { readonly subject: string; readonly text: string };
