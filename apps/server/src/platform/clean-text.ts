/** Text the database can keep: without NUL and lone surrogates. */
export const cleanText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()
