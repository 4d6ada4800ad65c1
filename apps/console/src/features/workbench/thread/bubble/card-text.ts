/** The two lines of a card. Without a title of its own its kind is all there is to say. */
export const cardWords = (title: string, kind: string) =>
  title ? { head: title, foot: kind } : { head: kind, foot: '' }
