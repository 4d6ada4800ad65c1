/** The two lines of a card; without a title the type takes the first one. */
export const cardWords = (title: string, kind: string) =>
  title ? { head: title, foot: kind } : { head: kind, foot: '' }
